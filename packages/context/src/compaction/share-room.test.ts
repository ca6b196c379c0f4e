import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareRoom } from './share-room.ts';

it.each<[string, number[], number, number[]]>([
  ['what fits is kept whole', [3, 4, 5], 12, [3, 4, 5]],
  ['the newest gets most', [100, 100, 100], 75, [10, 25, 40]],
  ['what is small is kept whole and leaves its room to the others', [1, 100, 100], 71, [1, 26, 43]],
  ['there is nothing to share', [5, 5], 0, [0, 0]],
  ['nothing to share', [], 10, []],
])('%s', (_, sizes, ...[room, shares]) => {
  expect(shareRoom(sizes, room)).toEqual(shares);
});

it('never allots more than the room or the need', () => {
  const anySizes = fc.array(fc.nat(5000), { maxLength: 60 });
  fc.assert(
    fc.property(anySizes, fc.integer({ min: -10, max: 50_000 }), (sizes, room) => {
      const shares = shareRoom(sizes, room);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(Math.max(0, room));
      expect(shares.every((share, at) => share <= (sizes[at] ?? 0))).toBe(true);
    }),
  );
});
