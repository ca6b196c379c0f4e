import { expect, it } from 'vitest';
import { toArgsText } from './args-text.ts';

it.each<[Record<string, unknown>, string]>([
  [{}, '{}'],
  [{ b: 1, a: 'x' }, '{\0"a":"x"\0,\0"b":1\0}'],
  [{ o: { z: 1, y: [true, null, undefined, { d: 1, c: 2 }] } }, '{\0"o":{"y":[true,null,null,{"c":2,"d":1}],"z":1}\0}'],
  [{ gone: undefined, f: () => 1, kept: null }, '{\0"kept":null\0}'],
  [{ s: 'a\0b"c' }, '{\0"s":"a\\u0000b\\"c"\0}'],
  [{ n: 10n, s: Symbol('x') }, '{\0"n":10\0}'],
])('%o is written with sorted keys and NUL around each top-level pair', (args, text) => {
  expect(toArgsText(args)).toBe(text);
});

it('arguments that are too long or too deep have no text', () => {
  expect(toArgsText({ content: 'x'.repeat(2 ** 19) })).toBeUndefined();
  expect(toArgsText({ list: Array.from({ length: 200_000 }, () => 1) })).toBeUndefined();
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
  expect(toArgsText({ deep })).toBeUndefined();
});
