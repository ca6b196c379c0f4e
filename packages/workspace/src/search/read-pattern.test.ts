import { expect, test } from 'vitest';
import { readPattern } from './read-pattern.ts';

const { raw } = String;
test.each([
  ['foo|bar', 'foo|bar', false],
  ['^a$', '^a$', false],
  ['a.b', raw`a(?:.|(?-u:[\x80-\xff]{1,3}))b`, false],
  [raw`[^a]\W`, raw`(?:[^a]|(?-u:[\x80-\xff]{1,3}))(?:[^0-9A-Za-z_]|(?-u:[\x80-\xff]{1,3}))`, false],
  ['a+b*?', 'a+b*?', true],
  ['a{2,}', 'a{2,}', true],
  ['a{2,3}(b)?', 'a{2,3}(b)?', false],
  ['{a}', raw`\{a\}`, false],
  [raw`\bfoo\d`, raw`(?-u:\b)foo[0-9]`, false],
  [raw`[\w-]`, raw`[[0-9A-Za-z_]\-]`, false],
  [raw`[a-f\]&]`, raw`[a-f\]\&]`, false],
  [raw`[[^]`, raw`[\[\^]`, false],
  [raw`\x41\u00e9`, raw`\x{41}\x{00e9}`, false],
  [raw`\-\/\<`, raw`\-/<`, false],
  ['(?:a)', '(?:a)', false],
  ['日本', '日本', false],
])('translates %s to %s for ripgrep', (source, ripgrep, isUnbounded) => {
  expect(readPattern(source)).toEqual({ ripgrep, isUnbounded });
});

test.each(['a(?=b)', '(?<!a)b', raw`(a)\1`, raw`\p{L}`, raw`a\nb`, '[^]', raw`\cA`, '(?<n>a)'])(
  'does not translate %s for ripgrep',
  (source) => {
    expect(readPattern(source).ripgrep).toBeUndefined();
  },
);
