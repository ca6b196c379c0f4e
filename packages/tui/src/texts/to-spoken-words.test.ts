import { expect, it } from 'vitest';
import { sayCost, toSentence, toSpokenWords } from './to-spoken-words.ts';

it.each([
  ['+1 −1 · allowed', '1 line added, 1 removed, allowed'],
  ['+12 −0', '12 lines added, 0 removed'],
  ['exit 1 · 2.4 s', 'exit 1, 2.4 seconds'],
  ['1 s', '1 second'],
  ['4 min 12 s', '4 minutes 12 seconds'],
  ['2 h ago', '2 hours ago'],
  ['6 d', '6 days'],
  ['412k of 1M tokens · 41%', '412 thousand of 1 million tokens, 41 percent'],
  ['in $/1M', 'in dollars per million'],
  ['$0.021', '2 cents'],
  ['<$0.01', 'less than 1 cent'],
  ['↑↓ choose · Esc close', 'Up and Down choose, Escape close'],
  ['↑ ↓ Enter, ← →', 'Up and Down Enter, Left and Right'],
  ['Loading sessions…', 'Loading sessions'],
  ['\u001B[2m1.9 s\u001B[22m', '1.9 seconds'],
  ["o open in $PAGER, it's 3 stops", "o open in $PAGER, it's 3 stops"],
])('%s is said as %s', (text, words) => {
  expect(toSpokenWords(text)).toBe(words);
});

it.each([
  [0, '0 cents'],
  [0.004, 'less than 1 cent'],
  [0.012, '1 cent'],
  [0.31, '31 cents'],
  [1.04, '1.04 dollars'],
])('%s dollars are %s', (dollars, words) => {
  expect(sayCost(dollars)).toBe(words);
});

it('ends a sentence once', () => {
  expect(['Help', 'Why?', 'Done.', 'Message:', ''].map(toSentence)).toEqual(['Help.', 'Why?', 'Done.', 'Message:', '']);
});
