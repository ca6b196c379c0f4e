import { cutMiddle, toLine } from '../cut-middle.ts';

/** Only both ends of a longer text are used: it is probably a pasted log or file. */
const LONGEST_TEXT = 6000;
const LONGEST_SENTENCE = 300;

/** Splits a text into sentences, each on one line. */
export function toSentences(text: string): readonly string[] {
  return cutMiddle(text, LONGEST_TEXT)
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((sentence) => toLine(sentence.replace(/^\s*(?:[-*>#]+|\d+[.)])\s+/u, ''), LONGEST_SENTENCE))
    .filter((sentence) => sentence !== '');
}
