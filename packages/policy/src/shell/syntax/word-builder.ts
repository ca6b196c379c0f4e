import type { ShellWord } from './shell-word.ts';

/** Signs that mean something to a shell, so that a file of such a name is not told from an expansion by its text. */
const SPECIAL = /[$`]/;

/** What a piece of a word does to the word when the shell expands it. */
export type Expansion = 'stays_one_word' | 'splits' | 'matches_files';

/** Puts a word together piece by piece. */
export interface WordBuilder {
  /** Adds text that the program gets as it is. */
  addText(text: string): void;
  /** Adds something the shell puts something else in place of; `beginning` is what is certain of that. */
  addExpansion(text: string, expansion: Expansion, beginning?: string): void;
  /** Notes the variable that the whole word is, if nothing else was or is added. */
  noteVariable(variable: { readonly name: string; readonly isQuoted: boolean }): void;
  /** Remembers that something in it is quoted. */
  noteQuote(): void;
  finish(start: number, end: number): ShellWord;
}

/** An empty word. */
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
