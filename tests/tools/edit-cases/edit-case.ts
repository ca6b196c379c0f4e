/** One replacement as a model requests it. */
export interface SentEdit {
  readonly old_string: string;
  readonly new_string: string;
  readonly allow_multiple?: boolean;
}

/** A file, a call, and the expected outcome: exactly one text, or a refusal if any edit would be a guess. */
export interface EditCase {
  readonly title: string;
  /** The file name. Its extension determines the language. */
  readonly file: string;
  /** Undefined if the file does not exist yet. */
  readonly before: string | Uint8Array | undefined;
  readonly call: SentEdit | { readonly edits: readonly SentEdit[] };
  readonly expected: { readonly after: string | Uint8Array } | { readonly refused: string };
}

/** Joins lines into a text that ends in a line break. */
export function lines(...each: readonly string[]): string {
  return each.map((line) => `${line}\n`).join('');
}

/** Replaces one part of a text, which must occur exactly once; otherwise the case itself is wrong. */
export function swap(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} is there ${parts.length - 1} times`);
  return parts.join(to);
}
