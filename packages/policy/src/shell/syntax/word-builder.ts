import type { ShellWord } from './shell-word.ts';

/** What a piece of a word does to the word when the shell expands it. */
export type Expansion = 'stays_one_word' | 'splits' | 'matches_files';

/** Puts a word together piece by piece. */
export interface WordBuilder {
  /** Adds text that the program gets as it is. */
  addText(text: string): void;
  /** Adds something the shell puts something else in place of; `beginning` is what is certain of that. */
  addExpansion(text: string, expansion: Expansion, beginning?: string): void;
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
  return {
    addText(piece) {
      text += piece;
    },
    addExpansion(piece, expansion, beginning = '') {
      prefix ??= text + beginning;
      text += piece;
      isSplit ||= expansion === 'splits';
      if (expansion !== 'stays_one_word') yields = 'many';
      else if (yields === 'exact') yields = 'one';
    },
    noteQuote() {
      isBare = false;
    },
    finish: (start, end) => ({ text, yields, prefix: isSplit ? '' : (prefix ?? text), isBare, start, end }),
  };
}
