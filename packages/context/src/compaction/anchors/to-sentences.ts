import { cutMiddle, toLine } from '../cut-middle.ts';

/** Of a longer text only the ends are looked at: it is a log or a file that somebody pasted. */
const LONGEST_TEXT = 6000;
const LONGEST_SENTENCE = 300;

/** The sentences of a text, one line each. */
export function toSentences(text: string): readonly string[] {
  return cutMiddle(text, LONGEST_TEXT)
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((sentence) => toLine(sentence.replace(/^\s*(?:[-*>#]+|\d+[.)])\s+/u, ''), LONGEST_SENTENCE))
    .filter((sentence) => sentence !== '');
}
