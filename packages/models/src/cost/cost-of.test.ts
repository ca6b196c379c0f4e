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

describe('what a request cost', () => {
  test.each<[string, BilledUsage, number]>([
    ['nothing', { inputTokens: 0, outputTokens: 0 }, 0],
    ['input and output', { inputTokens: 100_000, outputTokens: 1000 }, 0.1 + 0.01],
    ['thoughts as output', { inputTokens: 0, outputTokens: 1000, thoughtTokens: 2000 }, 0.03],
    ['what was cached at its own price', { inputTokens: 100_000, cachedTokens: 60_000, outputTokens: 0 }, 0.046],
    [
      'what was written to a cache at its own price',
      { inputTokens: 100_000, cachedTokens: 60_000, cacheWriteTokens: 40_000, outputTokens: 0 },
      0.006 + 0.05,
    ],
    ['no more cached than there was', { inputTokens: 1000, cachedTokens: 5000, outputTokens: 0 }, 0.0001],
    ['a prompt up to the limit', { inputTokens: 200_000, outputTokens: 1000 }, 0.2 + 0.01],
    ['a prompt above it, all of it', { inputTokens: 200_001, outputTokens: 1000 }, 0.400002 + 0.015],
    [
      'a long prompt from the cache',
      { inputTokens: 300_000, cachedTokens: 300_000, outputTokens: 0, thoughtTokens: 1000 },
      0.06 + 0.015,
    ],
  ])('%s', (_, usage, dollars) => {
    expect(costOf(usage, price)).toBeCloseTo(dollars, 12);
  });

  test('is the price of input for a cache that has none of its own', () => {
    const usage = { inputTokens: million, cachedTokens: 400_000, cacheWriteTokens: 100_000, outputTokens: 0 };
    expect(costOf(usage, { input: 3, output: 0 })).toBeCloseTo(3, 12);
  });

  test('is as on the page: a million in and a million out of Gemini 2.5 Pro, in short prompts', () => {
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

test('a cost is never negative, and never less for more tokens', () => {
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

test('a prompt from the cache never costs more than a fresh one', () => {
  fc.assert(
    fc.property(usages, published, (usage, ofModel) => {
      const { inputTokens, outputTokens } = usage;
      const fresh = costOf({ inputTokens, outputTokens }, ofModel);
      const cached = costOf({ inputTokens, outputTokens, cachedTokens: inputTokens }, ofModel);
      expect(cached).toBeLessThanOrEqual(fresh);
    }),
  );
});
