/** One replacement as a model would ask for it. */
export interface SentEdit {
  readonly old_string: string;
  readonly new_string: string;
  readonly allow_multiple?: boolean;
}

/** A file, a call, and what has to come of it: one text and no other, or a refusal where any edit would be a guess. */
export interface EditCase {
  readonly title: string;
  /** The name of the file; its ending says what is in it. */
  readonly file: string;
  /** Undefined when there is no file yet. */
  readonly before: string | Uint8Array | undefined;
  readonly call: SentEdit | { readonly edits: readonly SentEdit[] };
  readonly expected: { readonly after: string | Uint8Array } | { readonly refused: string };
}

/** Lines as a text that ends in a line break. */
export function lines(...each: readonly string[]): string {
  return each.map((line) => `${line}\n`).join('');
}

/** A text with one part of it replaced; the part has to be there once, or the case itself is wrong. */
export function swap(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} is there ${parts.length - 1} times`);
  return parts.join(to);
}
