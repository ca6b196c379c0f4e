import { HIDDEN, hideCode } from './hide-code.ts';

/** A word such as `@docs/style.md`, and its position. */
export interface ImportWord {
  readonly start: number;
  readonly end: number;
  /** Without the `@`. */
  readonly path: string;
}

// An `@` at the start of a word, not in an email address or in code.
const word = new RegExp(`(?<![^\\s(["'*])@[\\p{L}\\p{N}_.~/+@-]+`, 'gu');

/** The words of a memory file that may name a file to import. Does not check that the file exists. */
export function findImports(text: string): readonly ImportWord[] {
  return [...hideCode(text.replaceAll(HIDDEN, ' ')).matchAll(word)].flatMap(({ index, 0: found }) => {
    const path = found.slice(1).replace(/[^\p{L}\p{N}_]+$/u, ''); // a sentence may end after it
    return path === '' ? [] : [{ start: index, end: index + 1 + path.length, path }];
  });
}

const documents = /\.(md|mdx|markdown|mdc|txt|rst|adoc)$/i;

/**
 * Whether a word can only be a file, so that a missing file is reported. Not for `@param`, `@types/node` or `@app.get`.
 */
export function isPlainlyFile(path: string): boolean {
  return documents.test(path) || (/^(\.\.?|~)\//.test(path) && /\.[a-z]\w*$/i.test(path));
}
