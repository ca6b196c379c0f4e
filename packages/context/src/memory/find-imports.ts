import { HIDDEN, hideCode } from './hide-code.ts';

/** A word such as `@docs/style.md`, and where it stands. */
export interface ImportWord {
  readonly start: number;
  readonly end: number;
  /** Without the `@`. */
  readonly path: string;
}

// A `@` at the start of a word: not that of an address, and nothing in code.
const word = new RegExp(`(?<![^\\s(["'*])@[\\p{L}\\p{N}_.~/+@-]+`, 'gu');

/** The words of a memory file that may name a file to import; whether one is there is for others to find out. */
export function findImports(text: string): readonly ImportWord[] {
  return [...hideCode(text.replaceAll(HIDDEN, ' ')).matchAll(word)].flatMap(({ index, 0: found }) => {
    const path = found.slice(1).replace(/[^\p{L}\p{N}_]+$/u, ''); // a sentence may end behind it
    return path === '' ? [] : [{ start: index, end: index + 1 + path.length, path }];
  });
}

const documents = /\.(md|mdx|markdown|mdc|txt|rst|adoc)$/i;

/** Whether a word can only mean a file, so that it is told when none is there; `@param`, `@types/node` and `@app.get` need not. */
export function isPlainlyFile(path: string): boolean {
  return documents.test(path) || (/^(\.\.?|~)\//.test(path) && /\.[a-z]\w*$/i.test(path));
}
