import type { ShellWord } from './shell-word.ts';

/** Characters that are special to a shell: the text does not distinguish a file name with them from an expansion. */
const SPECIAL = /[$`]/;

/** How a piece of a word changes the word when the shell expands it. */
export type Expansion = 'stays_one_word' | 'splits' | 'matches_files';

/** Builds a word piece by piece. */
export interface WordBuilder {
  /** Adds text that the program receives unchanged. */
  addText(text: string): void;
  /** Adds something that the shell replaces. `beginning` is what is certain about the replacement. */
  addExpansion(text: string, expansion: Expansion, beginning?: string): void;
  /** Notes a variable. It is kept only if the word has no other pieces. */
  noteVariable(variable: { readonly name: string; readonly isQuoted: boolean }): void;
  /** Notes that something in the word is quoted. */
  noteQuote(): void;
  finish(start: number, end: number): ShellWord;
}

/** Starts with an empty word. */
export function createWordBuilder(): WordBuilder {
  let text = '';
  let prefix: string | null = null;
  let yields: ShellWord['yields'] = 'exact';
  let isBare = true;
  let isSplit = false;
  let isKnownFile = true;
  let pieces = 0;
  let variable: ShellWord['variable'];
  return {
    addText(piece) {
      pieces += piece === '' ? 0 : 1;
      if (SPECIAL.test(piece) || (text === '' && piece.startsWith('~'))) isKnownFile = false;
      text += piece;
    },
    addExpansion(piece, expansion, beginning = '') {
      pieces += 1;
      const isPattern = expansion === 'matches_files';
      const isPlace = expansion === 'stays_one_word' && beginning === '/' && text === '';
      if (!isPattern && !isPlace) isKnownFile = false;
      prefix ??= text + beginning;
      text += piece;
      isSplit ||= expansion === 'splits';
      if (expansion !== 'stays_one_word') yields = 'many';
      else if (yields === 'exact') yields = 'one';
    },
    noteVariable(noted) {
      variable = noted;
    },
    noteQuote() {
      isBare = false;
    },
    finish: (start, end) => ({
      text,
      yields,
      prefix: isSplit ? '' : (prefix ?? text),
      isBare,
      isKnownFile,
      ...(variable === undefined || pieces !== 1 ? {} : { variable }),
      start,
      end,
    }),
  };
}
