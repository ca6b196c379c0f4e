/** What an anchor is about; those of the person, files and todos are too important to be left to a model. */
export type AnchorKind = 'requirement' | 'file' | 'todo' | 'exact' | 'path' | 'error' | 'decision' | 'earlier';

/** Something that can be looked for in a summary without asking anybody. */
export interface Anchor {
  readonly kind: AnchorKind;
  /** What a summary must say: a path, a name, a number, or a sentence in its own words. */
  readonly text: string;
  /** Where it is from, on one line: enough to stand in a summary by itself. */
  readonly context: string;
}

const STRONG: ReadonlySet<AnchorKind> = new Set(['requirement', 'file', 'todo']);

/** Whether it is added to a summary that lacks it, whatever a model says. */
export function isStrong({ kind }: Anchor): boolean {
  return STRONG.has(kind);
}
