import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isVisible, rangesAfter, toVisibleRanges, type Rewind } from './lineage.ts';

const R = (at: number, to: number): Rewind => ({ at, to });

const cases = [
  ['no records', [], 0, []],
  ['no rewind', [], 5, [[1, 5]]],
  [
    'one rewind',
    [R(6, 3)],
    6,
    [
      [1, 3],
      [6, 6],
    ],
  ],
  [
    'records after a rewind are visible',
    [R(6, 3)],
    8,
    [
      [1, 3],
      [6, 8],
    ],
  ],
  [
    'undoing a rewind makes the skipped records visible again',
    [R(6, 3), R(7, 5)],
    8,
    [
      [1, 5],
      [7, 8],
    ],
  ],
  [
    'a rewind into a branch',
    [R(6, 3), R(9, 7)],
    9,
    [
      [1, 3],
      [6, 7],
      [9, 9],
    ],
  ],
  ['a rewind does not affect earlier positions', [R(6, 3)], 5, [[1, 5]]],
  [
    'a rewind to the first record',
    [R(4, 1)],
    4,
    [
      [1, 1],
      [4, 4],
    ],
  ],
] as const;

test.each(cases)('%s', (...[, rewinds, head, ranges]) => {
  expect(toVisibleRanges(rewinds, head).map(({ from, to }) => [from, to])).toEqual(ranges);
});

/** Rewinds that a log could contain: each to an earlier record. */
const histories = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat()), { maxLength: 12 }).map((steps) => {
  const rewinds: Rewind[] = [];
  let head = 1;
  for (const [grow, back] of steps) {
    head += grow;
    rewinds.push({ at: head + 1, to: 1 + (back % head) });
    head += 1;
  }
  return { rewinds, head };
});

test('a path equals following each record to its parent', () => {
  fc.assert(
    fc.property(histories, ({ rewinds, head }) => {
      const parent = (seq: number): number => rewinds.find(({ at }) => at === seq)?.to ?? seq - 1;
      const path = new Set<number>();
      for (let seq = head; seq > 0; seq = parent(seq)) path.add(seq);
      const ranges = toVisibleRanges(rewinds, head);
      for (let seq = 1; seq <= head; seq += 1) expect(isVisible(ranges, seq)).toBe(path.has(seq));
    }),
  );
});

test('rangesAfter is the path without the records up to the given one', () => {
  fc.assert(
    fc.property(histories, fc.nat(), ({ rewinds, head }, n) => {
      const ranges = toVisibleRanges(rewinds, head);
      const after = n % (head + 1);
      for (let seq = 1; seq <= head; seq += 1) {
        expect(isVisible(rangesAfter(ranges, after), seq)).toBe(seq > after && isVisible(ranges, seq));
      }
    }),
  );
});
