import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepCommon } from './keep-common.ts';

const split = (text: string): string[] => Array.from(text);
const cases: readonly [title: string, from: string, to: string, kept: readonly number[]][] = [
  ['the same is kept', 'abc', 'abc', [0, 1, 2]],
  ['what is put in is new', 'ac', 'abc', [0, -1, 1]],
  ['what is taken out is passed', 'abc', 'ac', [0, 2]],
  ['two changes keep what is between them', 'axbyc', 'a1b2c', [0, -1, 2, -1, 4]],
  ['nothing in common is all new', 'ab', 'cd', [-1, -1]],
  ['nothing to keep', '', 'ab', [-1, -1]],
  ['nothing to come', 'ab', '', []],
];
test.each(cases)('%s', (...[, from, to, kept]) => {
  expect(keepCommon(split(from), split(to))).toEqual(kept);
});

test('keeps equal items in order, each at most once', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (from, to) => {
      const kept = keepCommon(from, to);
      const places = kept.filter((place) => place >= 0);
      expect(kept.every((place, at) => place < 0 || from[place] === to[at])).toBe(true);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    }),
  );
});

test('keeps only the beginning and end of lists that are too long to compare', () => {
  const middle = (mark: string): string[] => Array.from({ length: 3000 }, (_, at) => `${mark}${at % 7}`);
  const kept = keepCommon(['a', ...middle('x'), 'b'], ['a', ...middle('y'), 'b']);
  expect([kept[0], kept[1], kept.at(-1)]).toEqual([0, -1, 3001]);
});
