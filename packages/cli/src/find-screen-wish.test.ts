import { expect, test } from 'vitest';
import { findScreenWish } from './find-screen-wish.ts';
import { parseArguments } from './parse-arguments.ts';

test.each([
  [[], { prompt: { text: '', resume: undefined } }],
  [['fix', 'the', 'tests'], { prompt: { text: 'fix the tests' } }],
  [['-i', 'first'], { prompt: { text: 'first' } }],
  [['--resume'], { prompt: { resume: 'latest' } }],
  [['-r', 'abc', '--takeover'], { prompt: { resume: 'abc', isTakeover: true } }],
  [['-m', 'flash', '--yolo', '--trust'], { prompt: { model: 'flash', mode: 'yolo', isTrusted: true } }],
  [['--screen-reader'], { isScreenReader: true }],
  [['attach'], { attachTo: 'latest' }],
  [['attach', 'abc', '--screen-reader'], { attachTo: 'abc', isScreenReader: true }],
])('at a terminal, %j opens an interactive session', (argv, wish) => {
  expect(findScreenWish(argv)).toMatchObject(wish);
});

test.each([
  [['-p', 'hi']],
  [['-o', 'json', 'hi']],
  [['--resume', '--compact']],
  [['sessions', 'list']],
  [['--no-such-flag']],
  [['--policy', '/nope/rules.toml']],
  [['--include-directories', '/nope']],
  [['-p', 'hi', '-i', 'there']],
  [['attach', '--flag']],
  [['attach', 'a', 'b']],
])('%j opens no interactive session', (argv) => {
  expect(findScreenWish(argv)).toBeUndefined();
});

test('without a terminal, words are a prompt, and options that need a terminal are rejected', () => {
  expect(parseArguments(['hi there'])).toMatchObject({ command: 'prompt', prompt: { text: 'hi there' } });
  expect(() => parseArguments(['-i', 'hi'])).toThrow('--prompt-interactive needs a terminal');
});
