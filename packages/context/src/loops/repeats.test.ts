import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRound, LONGEST_ROUND, noRepeats, reduceRepeats, type Round } from './repeats.ts';

/** The same, computed from the whole list each time. */
function findNaively(keys: readonly string[], most: number): Round | undefined {
  for (let length = 1; length <= LONGEST_ROUND; length += 1) {
    let count = 0;
    for (let at = keys.length - 1; at >= length && keys[at] === keys[at - length]; at -= 1) count += 1;
    const rounds = Math.floor(count / length) + 1;
    if (rounds >= most) return { length, times: rounds };
  }
  return undefined;
}

test('counts repeats like the naive implementation', () => {
  const lists = fc
    .tuple(
      fc.array(fc.constantFrom('a', 'b')),
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 9 }),
      fc.nat(7),
    )
    .map(([start, unit, rounds]) => [...start, ...Array.from({ length: rounds }, () => unit).flat()]);
  fc.assert(
    fc.property(lists, fc.integer({ min: 2, max: 6 }), (keys, most) => {
      const repeats = keys.reduce((state, key) => reduceRepeats(state, key, 0), noRepeats);
      expect(findRound(repeats, most, () => true)).toEqual(findNaively(keys, most));
    }),
    { numRuns: 500 },
  );
});

test('applies patience per sequence, not per step', () => {
  const keys = Array.from({ length: 40 }, (_, n) => 'ab'.charAt(n % 2));
  const repeats = keys.reduce((state, key) => reduceRepeats(state, key, key === 'a' ? 15 : 0), noRepeats);
  expect(findRound(repeats, 5, () => true)).toEqual({ length: 2, times: 20 });
  expect(findRound(repeats, 6, () => true)).toBeUndefined();
  expect(findRound(repeats, 6, () => false)).toEqual({ length: 2, times: 20 });
});
