import { expect, it } from 'vitest';
import { joinWords, splitWords } from './split-words.ts';

it.each<[string, readonly string[]]>([
  ['git log', ['git', 'log']],
  ['  git\t log  ', ['git', 'log']],
  [`git commit -m "fix it"`, ['git', 'commit', '-m', 'fix it']],
  [`a'b c'"d e"f`, ['ab cd ef']],
  [String.raw`a\ b`, ['a b']],
  [String.raw`"a\"b"`, ['a"b']],
  [`''`, ['']],
])('%j splits into %j', (text, words) => {
  expect(splitWords(text)).toEqual({ ok: true, words });
});

it.each(['', ' ', 'a;b', 'a | b', 'a > b', 'a `b`', '$(a)', `a 'b`, `a "b`, 'a\\'])(
  '%j is not the beginning of a command',
  (text) => {
    expect(splitWords(text)).toMatchObject({ ok: false });
  },
);

it.each([[['rm', '-r', 'a b']], [['x', "it's", '"', '$y', '*', '']], [['git', 'log', 'a=b', '--x=y']]])(
  '%j is the same after joining and splitting',
  (words) => {
    expect(splitWords(joinWords(words))).toEqual({ ok: true, words });
  },
);
