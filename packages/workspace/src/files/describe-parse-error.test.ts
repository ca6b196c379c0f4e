import { parseTree, type ParseError } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { describeParseError } from './describe-parse-error.ts';

test.each([
  ['{ oops }', 'invalid value, or a string without double quotes'],
  ['{ "a" 1 }', 'missing colon'],
  ['{ "a": "\\q" }', 'invalid escape sequence'],
  ['{ "a": "\\u12" }', '\\u needs four hexadecimal digits'],
])('%s', (text, words) => {
  const errors: ParseError[] = [];
  parseTree(text, errors);
  expect(errors.map(describeParseError)[0]).toBe(words);
});
