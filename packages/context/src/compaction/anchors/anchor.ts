/** What an anchor is about. User requirements, files and todos are too important to rely on a model for. */
export type AnchorKind = 'requirement' | 'file' | 'todo' | 'exact' | 'path' | 'error' | 'decision' | 'earlier';

/** Something that a program can look for in a summary. */
export interface Anchor {
  readonly kind: AnchorKind;
  /** What a summary must contain: a path, a name, a number, or a sentence. */
  readonly text: string;
  /** Its source, on one line, complete enough to be added to a summary. */
  readonly context: string;
}

const STRONG: ReadonlySet<AnchorKind> = new Set(['requirement', 'file', 'todo']);

/** Whether it is added to a summary that lacks it, regardless of the model's judgment. */
export function isStrong({ kind }: Anchor): boolean {
  return STRONG.has(kind);
}
