import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toShares } from './context-shares.ts';

it.each<[readonly number[], readonly string[], string]>([
  [[0, 0], ['0%', '0%', '100%'], '0%'],
  [[6, 0, 6], ['<1%', '0%', '<1%', '>99%'], '<1%'],
  [[18_200, 2100, 391_700], ['2%', '<1%', '39%', '59%'], '41%'],
  [[4000, 4000, 4000], ['1%', '<1%', '<1%', '99%'], '1%'],
  [[999_000], ['100%', '<1%'], '100%'],
  [[1_000_000], ['100%', '0%'], '100%'],
  [[1_200_000], ['120%', '0%'], '120%'],
])('shares of %j', (parts, shares, total) => {
  expect(toShares(parts, 1_000_000)).toEqual({ shares, total });
});

it('adds up, and shows nothing as 0% that is there', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(150_000), { minLength: 1, maxLength: 6 }), (parts) => {
      const { shares, total } = toShares(parts, 1_000_000);
      const toNumber = (share: string): number =>
        share === '<1%' ? 0 : share === '>99%' ? 100 : Number.parseInt(share);
      const used = shares.slice(0, -1).map(toNumber);
      expect(used.reduce((sum, share) => sum + share, 0)).toBe(toNumber(total));
      expect(toNumber(total) + toNumber(shares.at(-1) ?? '')).toBe(100);
      for (const [at, tokens] of parts.entries()) expect(shares[at] === '0%').toBe(tokens === 0);
    }),
  );
});
