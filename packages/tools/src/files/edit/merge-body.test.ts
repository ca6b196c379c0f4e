import { expect, test } from 'vitest';
import { mergeBody } from './merge-body.ts';

test.each([
  ['what is the same is what was sent', 'a b', 'a b', 'a c', 'a c'],
  ['what is left alone keeps its quotes', '“a” and “b”', '"a" and "b"', '"a" or "b"', '“a” or “b”'],
  ['what is put in is as it was sent', '“a”', '"a"', '"a" "b"', '“a” "b"'],
  ['an accent is kept whole', 'cafe\u{301} x', 'caf\u{E9} x', 'caf\u{E9} y', 'cafe\u{301} y'],
] as const)('%s', (...[, found, sentOld, sentNew, merged]) => {
  expect(mergeBody(found, sentOld, sentNew)).toBe(merged);
});

test('does not merge lines that differ', () => {
  expect(mergeBody('a', 'b', 'c')).toBeUndefined();
});
