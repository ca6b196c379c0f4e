import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allotRoom, type Claim, type Rank } from './allot-room.ts';

const ranks: readonly Rank[] = ['earlier_summary', 'person', 'agent', 'call', 'result', 'reading'];

describe('room in a transcript', () => {
  it.each<[string, number, readonly number[]]>([
    ['is enough for all', 600, [100, 100, 100, 100, 100, 100]],
    ['is taken from what can be read again first', 550, [100, 100, 100, 100, 100, 50]],
    ['is taken from other results and calls next', 400, [100, 100, 100, 20, 64, 16]],
    ['is left for the person when it is short', 150, [75, 75, 0, 0, 0, 0]],
  ])('%s', (_, room, shares) => {
    expect(
      allotRoom(
        ranks.map((rank) => ({ rank, size: 100 })),
        room,
      ),
    ).toEqual(shares);
  });

  it('is never allotted twice, and the user is not cut while anything except a summary is whole', () => {
    const claim: fc.Arbitrary<Claim> = fc.record({
      rank: fc.constantFrom(...ranks),
      size: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 40 }), fc.nat(10_000), (claims, room) => {
        const shares = allotRoom(claims, room);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(room);
        const isCut = (at: number): boolean => (shares[at] ?? 0) < (claims[at]?.size ?? 0);
        const places = [...claims.keys()];
        if (!places.some((at) => claims[at]?.rank === 'person' && isCut(at))) return;
        const others = places.filter((at) => ['agent', 'call', 'result', 'reading'].includes(claims[at]?.rank ?? ''));
        expect(others.filter((at) => !isCut(at))).toEqual([]);
      }),
    );
  });
});
