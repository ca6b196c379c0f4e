import type { Content } from '@google/genai';
import { cutMiddle } from './cut-middle.ts';
import { parseRendering, type PersonMessage } from './rendering.ts';
import { toPieces } from './to-pieces.ts';
import { withPrevious } from './with-previous.ts';

/** How much of what the person said is kept word for word. */
export interface WordLimits {
  readonly each: number;
  readonly all: number;
}

export const defaultWordLimits: WordLimits = { each: 2000, all: 20_000 };

/**
 * What the person said, in the order of the session, with numbers that stay the same however often it is summarised:
 * what an earlier summary kept, and what was said since. The first message says what it is all about and is always kept;
 * of the others, when there are too many, the newest.
 */
export function personWords(
  contents: readonly Content[],
  previous: string | undefined,
  limits: WordLimits = defaultWordLimits,
): readonly PersonMessage[] {
  const pieces = toPieces(withPrevious(contents, previous));
  const earlier = pieces.flatMap((piece) => (piece.kind === 'earlier_summary' ? parseRendering(piece.text).words : []));
  const last = earlier.at(-1)?.number ?? 0;
  const since = pieces
    .flatMap((piece) => (piece.kind === 'person' ? [piece.text] : []))
    .map((text, at) => ({ number: last + at + 1, text }));
  return keepWithin([...earlier, ...since], limits);
}

function keepWithin(messages: readonly PersonMessage[], { each, all }: WordLimits): readonly PersonMessage[] {
  const [first, ...others] = messages.map(({ number, text }) => ({ number, text: cutMiddle(text, each) }));
  if (first === undefined) return [];
  let left = all - first.text.length;
  const from = others.findLastIndex(({ text }) => (left -= text.length) < 0) + 1;
  return [first, ...others.slice(from)];
}
