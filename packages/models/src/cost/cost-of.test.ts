import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf, type BilledUsage } from './cost-of.ts';
import type { Price } from './price.ts';
import { publishedPrices } from './prices.ts';

const price: Price = {
  input: 1,
  cachedInput: 0.1,
  cacheWrite: 1.25,
  output: 10,
  above: { promptTokens: 200_000, input: 2, cachedInput: 0.2, output: 15 },
};
const million = 1_000_000;

describe('the cost of a request', () => {
  test.each<[string, BilledUsage, number]>([
    ['is zero without tokens', { inputTokens: 0, outputTokens: 0 }, 0],
    ['includes input and output', { inputTokens: 100_000, outputTokens: 1000 }, 0.1 + 0.01],
    ['includes thoughts as output', { inputTokens: 0, outputTokens: 1000, thoughtTokens: 2000 }, 0.03],
    ['has a separate price for cached input', { inputTokens: 100_000, cachedTokens: 60_000, outputTokens: 0 }, 0.046],
    [
      'has a separate price for writing to a cache',
      { inputTokens: 100_000, cachedTokens: 60_000, cacheWriteTokens: 40_000, outputTokens: 0 },
      0.006 + 0.05,
    ],
    ['ignores cached tokens beyond the input', { inputTokens: 1000, cachedTokens: 5000, outputTokens: 0 }, 0.0001],
    ['has the low price up to the limit', { inputTokens: 200_000, outputTokens: 1000 }, 0.2 + 0.01],
    ['has the high price for all of a prompt above it', { inputTokens: 200_001, outputTokens: 1000 }, 0.400002 + 0.015],
    [
      'has the high price for a long cached prompt',
      { inputTokens: 300_000, cachedTokens: 300_000, outputTokens: 0, thoughtTokens: 1000 },
      0.06 + 0.015,
    ],
  ])('%s', (_, usage, dollars) => {
    expect(costOf(usage, price)).toBeCloseTo(dollars, 12);
  });

  test('uses the price of input for a cache without its own price', () => {
    const usage = { inputTokens: million, cachedTokens: 400_000, cacheWriteTokens: 100_000, outputTokens: 0 };
    expect(costOf(usage, { input: 3, output: 0 })).toBeCloseTo(3, 12);
  });

  test('matches the published price of a million tokens in and out of Gemini 2.5 Pro, in short prompts', () => {
    const { 'gemini-2.5-pro': pro } = publishedPrices.prices;
    const short = { inputTokens: 200_000, outputTokens: 200_000 };
    expect(pro === undefined ? 0 : 5 * costOf(short, pro)).toBeCloseTo(11.25, 12);
  });
});

const tokens = fc.nat(2 * million);
const usages = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  thoughtTokens: fc.option(tokens, { nil: undefined }),
  cachedTokens: fc.option(tokens, { nil: undefined }),
  cacheWriteTokens: fc.option(tokens, { nil: undefined }),
});
const published = fc.constantFrom(...Object.values(publishedPrices.prices));

test('a cost is never negative, and never lower for more tokens', () => {
  const more = fc.record({ part: fc.constantFrom('inputTokens', 'outputTokens', 'thoughtTokens'), tokens });
  fc.assert(
    fc.property(usages, published, more, (usage, ofModel, added) => {
      const before = costOf(usage, ofModel);
      const after = costOf({ ...usage, [added.part]: (usage[added.part] ?? 0) + added.tokens }, ofModel);
      expect(before).toBeGreaterThanOrEqual(0);
      expect(after).toBeGreaterThanOrEqual(before);
    }),
  );
});

test('a cached prompt never costs more than a fresh one', () => {
  fc.assert(
    fc.property(usages, published, (usage, ofModel) => {
      const { inputTokens, outputTokens } = usage;
      const fresh = costOf({ inputTokens, outputTokens }, ofModel);
      const cached = costOf({ inputTokens, outputTokens, cachedTokens: inputTokens }, ofModel);
      expect(cached).toBeLessThanOrEqual(fresh);
    }),
  );
});
