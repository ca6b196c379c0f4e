import { stripSequences } from '@bowline/protocol/plain';
import { count } from './count.ts';

type Rule = readonly [RegExp, string | ((...parts: string[]) => string)];

const amount =
  (one: string) =>
  (_all: string, number: string): string =>
    `${number} ${Number(number) === 1 && !number.includes('.') ? one : `${one}s`}`;

/** Signs and short forms, and the words that a screen reader should say instead. Longer ones come first. */
const rules: readonly Rule[] = [
  [/\+(\d+) −(\d+)/g, (_all, added, removed) => sayChanges(Number(added), Number(removed))],
  [/\$\/1M\b/g, 'dollars per million'],
  [/<\$0\.0*1\b/g, 'less than 1 cent'],
  [/\$(\d+(?:\.\d+)?)/g, (_all, dollars) => sayCost(Number(dollars))],
  [/(?<![\w.])(\d+(?:\.\d+)?) s(?![\w'’])/g, amount('second')],
  [/(?<![\w.])(\d+) min(?!\w)/g, amount('minute')],
  [/(?<![\w.])(\d+) h(?!\w)/g, amount('hour')],
  [/(?<![\w.])(\d+) d(?!\w)/g, amount('day')],
  [/(\d)%/g, '$1 percent'],
  [/(\d)k\b/g, '$1 thousand'],
  [/(\d)M\b/g, '$1 million'],
  [/\s+·\s+/g, ', '],
  [/↑ ?↓/g, 'Up and Down'],
  [/← ?→/g, 'Left and Right'],
  [/→/g, 'Right'],
  [/\bEsc\b/g, 'Escape'],
  [/…$/g, ''],
];

/** Bowline's own words as a screen reader should say them, without styles. Not for code, commands or messages. */
export function toSpokenWords(text: string): string {
  return rules.reduce((words, [from, to]) => words.replaceAll(from, to as string), stripSequences(text, false));
}

/** `1 line added, 1 removed`. */
export function sayChanges(added: number, removed: number): string {
  return `${count(added, 'line')} added, ${removed} removed`;
}

/** `2 cents`, `1.04 dollars`. */
export function sayCost(dollars: number): string {
  if (dollars >= 1) return `${dollars.toFixed(2)} dollars`;
  if (dollars > 0 && dollars < 0.005) return 'less than 1 cent';
  return count(Math.round(dollars * 100), 'cent');
}

/** Ends with a full stop, unless it ends with another mark. */
export function toSentence(words: string): string {
  return words === '' || /[.?!:]$/.test(words) ? words : `${words}.`;
}
