import { parseTree, type ParseError } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { describeParseError } from './describe-parse-error.ts';

test.each([
  ['{ oops }', 'a word is not in double quotes, or is no value'],
  ['{ "a" 1 }', 'a colon is missing'],
  ['{ "a": "\\q" }', 'a backslash is followed by a character that it cannot escape'],
  ['{ "a": "\\u12" }', 'a \\u is not followed by four hexadecimal digits'],
])('%s', (text, words) => {
  const errors: ParseError[] = [];
  parseTree(text, errors);
  expect(errors.map(describeParseError)[0]).toBe(words);
});
