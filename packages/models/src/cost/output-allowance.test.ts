import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf } from './cost-of.ts';
import { outputAllowance, type AllowanceQuery, type OutputAllowance } from './output-allowance.ts';
import type { Price } from './price.ts';
import { publishedPrices } from './prices.ts';

const price = { input: 1, cachedInput: 0.1, output: 10 };
const spent = { inputTokens: 5000, outputTokens: 900, thoughtTokens: 100, cost: 0.5 };
const query: AllowanceQuery = { spent, limits: {}, promptTokens: 1000, price };

describe('the output allowance', () => {
  test.each<[string, Partial<AllowanceQuery>, OutputAllowance]>([
    ['is unlimited without ceilings', {}, { kind: 'free' }],
    ['is unlimited without ceilings or a price', { price: undefined }, { kind: 'free' }],
    [
      'is what the next prompt leaves of the tokens',
      { limits: { maxTokens: 8000 } },
      { kind: 'capped', maxOutputTokens: 1000 },
    ],
    [
      'needs no price for tokens',
      { limits: { maxTokens: 7016 }, price: undefined },
      { kind: 'capped', maxOutputTokens: 16 },
    ],
    [
      'stops if too few tokens are left',
      { limits: { maxTokens: 7015 } },
      { kind: 'stop', limit: 'max_tokens', value: 6000, max: 7015 },
    ],
    [
      'stops if no tokens are left',
      { limits: { maxTokens: 10 } },
      { kind: 'stop', limit: 'max_tokens', value: 6000, max: 10 },
    ],
    [
      'is what the next prompt leaves of the money',
      { limits: { maxCost: 0.511 } },
      { kind: 'capped', maxOutputTokens: 1000 },
    ],
    [
      'stops if too little money for an answer is left',
      { limits: { maxCost: 0.5011 } },
      { kind: 'stop', limit: 'max_cost', value: 0.5, max: 0.5011 },
    ],
    ['stops without any money', { limits: { maxCost: 0 } }, { kind: 'stop', limit: 'max_cost', value: 0.5, max: 0 }],
    [
      'is set by the lower ceiling',
      { limits: { maxTokens: 8000, maxCost: 0.506 } },
      { kind: 'capped', maxOutputTokens: 500 },
    ],
    ['is set by the other', { limits: { maxTokens: 7300, maxCost: 0.511 } }, { kind: 'capped', maxOutputTokens: 300 }],
    ['is unpriced if there is no price', { limits: { maxCost: 5 }, price: undefined }, { kind: 'unpriced' }],
    [
      'is not capped by money if the model is free',
      { limits: { maxCost: 0.5 }, price: { input: 0, output: 0 } },
      { kind: 'free' },
    ],
    [
      'stops if the prompt costs more than is left, even if answers are free',
      { limits: { maxCost: 0.5005 }, price: { input: 1, output: 0 } },
      { kind: 'stop', limit: 'max_cost', value: 0.5, max: 0.5005 },
    ],
    [
      'assumes that the prompt is written to a cache, which costs more',
      { limits: { maxCost: 0.512 }, price: { ...price, cacheWrite: 2 } },
      { kind: 'capped', maxOutputTokens: 1000 },
    ],
    [
      'uses the price of long prompts for a long prompt',
      { limits: { maxCost: 0.512 }, price: { ...price, above: { promptTokens: 999, input: 2, output: 20 } } },
      { kind: 'capped', maxOutputTokens: 500 },
    ],
    [
      'computes the cost of earlier requests if it is not known',
      { spent: { inputTokens: 1000, outputTokens: 100 }, limits: { maxCost: 0.013 } },
      { kind: 'capped', maxOutputTokens: 1000 },
    ],
  ])('%s', (_, more, expected) => {
    const allowance = outputAllowance({ ...query, ...more });
    // Whether a sum of dollars such as 0.5 + 0.001 + 0.01 still fits into 0.511 depends on rounding.
    if (expected.kind === 'capped' && allowance.kind === 'capped')
      expect(expected.maxOutputTokens - allowance.maxOutputTokens).toBeOneOf([0, 1]);
    else expect(allowance).toEqual(expected);
  });
});

const counts = fc.nat(3_000_000);
const queries = fc.record({
  spent: fc.record({
    inputTokens: counts,
    outputTokens: counts,
    thoughtTokens: fc.option(counts, { nil: undefined }),
    cost: fc.option(fc.double({ min: 0, max: 200, noNaN: true }), { nil: undefined }),
  }),
  limits: fc.record({
    maxTokens: fc.option(fc.nat(10_000_000), { nil: undefined }),
    maxCost: fc.option(fc.double({ min: 0, max: 300, noNaN: true }), { nil: undefined }),
  }),
  promptTokens: fc.nat(1_000_000),
  price: fc.constantFrom(...Object.values(publishedPrices.prices)),
});

type Priced = AllowanceQuery & { readonly price: Price };

function afterwards(
  { spent: before, promptTokens, price: ofModel }: Priced,
  generated: number,
): { tokens: number; cost: number } {
  const cost = costOf({ inputTokens: promptTokens, outputTokens: generated }, ofModel);
  return {
    tokens: before.inputTokens + before.outputTokens + (before.thoughtTokens ?? 0) + promptTokens + generated,
    cost: (before.cost ?? costOf(before, ofModel)) + cost,
  };
}

test('a request that uses its whole allowance never exceeds a ceiling', () => {
  let capped = 0;
  fc.assert(
    fc.property(queries, (given) => {
      const allowance = outputAllowance(given);
      if (allowance.kind !== 'capped') return;
      capped += 1;
      expect(Number.isSafeInteger(allowance.maxOutputTokens)).toBe(true);
      expect(allowance.maxOutputTokens).toBeGreaterThanOrEqual(16);
      const { tokens, cost } = afterwards(given, allowance.maxOutputTokens);
      expect(tokens).toBeLessThanOrEqual(given.limits.maxTokens ?? Infinity);
      expect(cost).toBeLessThanOrEqual(given.limits.maxCost ?? Infinity);
    }),
    { numRuns: 2000 },
  );
  expect(capped).toBeGreaterThan(100);
});

test('one more token would exceed it, if no part of the prompt is written to a cache', () => {
  fc.assert(
    fc.property(queries, ({ price: { cacheWrite: _, above: _above, ...rates }, ...given }) => {
      const withRates = { ...given, price: rates };
      const allowance = outputAllowance(withRates);
      if (allowance.kind !== 'capped') return;
      const { tokens, cost } = afterwards(withRates, allowance.maxOutputTokens + 1);
      const isOver = tokens > (given.limits.maxTokens ?? Infinity) || cost > (given.limits.maxCost ?? Infinity);
      expect(isOver).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('a request is stopped only if 16 more tokens would exceed a ceiling', () => {
  let stopped = 0;
  fc.assert(
    fc.property(queries, (given) => {
      const allowance = outputAllowance(given);
      if (allowance.kind !== 'stop') return;
      stopped += 1;
      const { limits, promptTokens } = given;
      const { cacheWrite = 0 } = given.price;
      const { tokens, cost } = afterwards(given, 16);
      const forTheCache = (promptTokens * Math.max(0, cacheWrite, given.price.above?.cacheWrite ?? 0)) / 1_000_000;
      expect(tokens > (limits.maxTokens ?? Infinity) || cost + forTheCache > (limits.maxCost ?? Infinity)).toBe(true);
    }),
    { numRuns: 1000 },
  );
  expect(stopped).toBeGreaterThan(100);
});
