import { describe, expect, test } from 'vitest';
import { priceTableSchema } from './price.ts';
import { priceOf } from './price-of.ts';
import { publishedPrices } from './prices.ts';

const { prices, source, updated } = publishedPrices;

describe('the price of a model', () => {
  test.each<[string, string]>([
    ['gemini-2.5-pro', 'gemini-2.5-pro'],
    ['gemini-2.5-pro-latest', 'gemini-2.5-pro'],
    ['gemini-2.5-pro-preview-06-05', 'gemini-2.5-pro'],
    ['gemini-2.5-pro-exp-03-25', 'gemini-2.5-pro'],
    ['gemini-2.5-flash-001', 'gemini-2.5-flash'],
    ['gemini-2.5-flash-09-2025', 'gemini-2.5-flash'],
    ['gemini-2.5-flash-lite-preview-09-2025', 'gemini-2.5-flash-lite'],
    ['gemini-3-pro-preview', 'gemini-3-pro'],
    ['gemini-3.1-pro-preview-customtools', 'gemini-3.1-pro'],
    ['gemini/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['vertex/gemini-2.5-flash-lite', 'gemini-2.5-flash-lite'],
    ['openai/gpt-5-2025-08-07', 'openai/gpt-5'],
    ['openai/gpt-5-mini-2025-08-07', 'openai/gpt-5-mini'],
    ['openai/gpt-4o-2024-08-06', 'openai/gpt-4o'],
    ['openai/gpt-4o-2024-05-13', 'openai/gpt-4o-2024-05-13'],
    ['anthropic/claude-sonnet-4-5-20250929', 'anthropic/claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4-20250514', 'anthropic/claude-sonnet-4'],
    ['anthropic/claude-opus-5-5', 'anthropic/claude-opus-5-5'],
    ['ollama/qwen3:8b', 'ollama/*'],
    ['vllm/org/some-model', 'vllm/*'],
  ])('for %s is that of %s', (model, key) => {
    expect(prices).toHaveProperty([key]);
    expect(priceOf(model)).toBe(prices[key]);
  });

  test.each([
    ['a larger or smaller sibling', 'gemini-2.5-flash-super'],
    ['a sibling with a date', 'openai/gpt-5-giant-2025-08-07'],
    ['a later version', 'anthropic/claude-opus-5-9'],
    ['a minor version', 'openai/gpt-5.9'],
    ['a speech model', 'gemini-2.5-flash-preview-tts'],
    ['an image model', 'gemini-3-pro-preview-image'],
    ['a bare name of another provider', 'gpt-5'],
    ['an unknown provider', 'acme/gemini-2.5-pro'],
    ['another model on Vertex', 'vertex/claude-opus-5'],
    ['a name of a property of every object', 'constructor'],
    ['an empty name', ''],
  ])('is unknown for %s', (_, model) => {
    expect(priceOf(model)).toBeUndefined();
  });

  test('is decided by the nearest name, even if it does not match: a sibling never has the price of the family', () => {
    const table = { ...publishedPrices, prices: { a: { input: 1, output: 1 }, 'a-preview': { input: 2, output: 2 } } };
    expect(priceOf('a-preview-01', table)).toBeUndefined();
    expect(priceOf('a-preview-001', table)).toBe(table.prices['a-preview']);
  });

  test('is first looked up in the settings', () => {
    const custom = {
      'openai/gpt-5': { input: 7, output: 7 },
      'vertex/gemini-2.5-pro': { input: 8, output: 8 },
      'gateway/*': { input: 9, output: 9 },
    };
    const own = (model: string): number | undefined => priceOf(model, undefined, custom)?.input;
    expect(own('openai/gpt-5-2025-08-07')).toBe(7);
    expect(own('openai/gpt-5-mini')).toBe(prices['openai/gpt-5-mini']?.input);
    expect(own('vertex/gemini-2.5-pro')).toBe(8);
    expect(own('gemini-2.5-pro')).toBe(1.25);
    expect(own('gateway/anything')).toBe(9);
  });
});

describe('the price table', () => {
  test('is valid in settings and has its sources', () => {
    expect(priceTableSchema.parse(prices)).toEqual(prices);
    expect(updated).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const url of Object.values(source)) expect(URL.canParse(url)).toBe(true);
  });

  test.each(Object.entries(prices))(
    '%s: reading a cache never costs more than input; output and long prompts never cost less',
    (_, price) => {
      for (const rates of price.above === undefined ? [price] : [price, price.above]) {
        expect(rates.cachedInput ?? rates.input).toBeLessThanOrEqual(rates.input);
        expect(rates.cacheWrite ?? rates.input).toBeGreaterThanOrEqual(rates.input);
        expect(rates.output).toBeGreaterThanOrEqual(rates.input);
      }
      expect(price.above?.input ?? price.input).toBeGreaterThanOrEqual(price.input);
      expect(price.above?.output ?? price.output).toBeGreaterThanOrEqual(price.output);
    },
  );
});

test.each([
  ['a negative price', { m: { input: -1, output: 1 } }],
  ['no price for output', { m: { input: 1 } }],
  ['a misspelled field', { m: { input: 1, output: 1, cached: 1 } }],
  ['a tier without a start', { m: { input: 1, output: 1, above: { input: 2, output: 2 } } }],
  ['a price that is not a number', { m: { input: '1', output: 1 } }],
])('settings with %s are rejected', (_, given) => {
  expect(priceTableSchema.safeParse(given).success).toBe(false);
});
