import type { Anchor } from './anchor.ts';
import { saysAlike, saysExactly, saysPath, toSaidText, type SaidText } from './says.ts';

/** The anchors that a text lacks, in order. Tolerates differences in case, spaces, quotes and partial paths. */
export function missingAnchors(anchors: readonly Anchor[], text: string): readonly Anchor[] {
  const said = toSaidText(text);
  return anchors.filter((anchor) => !isSaid(anchor, said));
}

function isSaid({ kind, text }: Anchor, said: SaidText): boolean {
  switch (kind) {
    case 'file':
    case 'path':
      return saysPath(said, text);
    case 'exact':
      return saysExactly(said, text);
    case 'requirement':
    case 'todo':
    case 'error':
    case 'decision':
    case 'earlier':
      return saysAlike(said, text);
  }
}
