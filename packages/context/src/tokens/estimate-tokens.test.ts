import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens, measure } from './estimate-tokens.ts';
import type { TokenFamily } from './token-family.ts';

type Counted = Exclude<TokenFamily, 'anthropic'>;

interface RecordedCounts {
  readonly texts: readonly {
    readonly shape: string;
    readonly half: 'fitting' | 'held-out';
    readonly counts: Readonly<Record<Counted, number>>;
    readonly text: string;
  }[];
}

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/recorded-counts.json', import.meta.url), 'utf8'),
) as RecordedCounts;
const heldOut = recorded.texts.filter(({ half }) => half === 'held-out');
const counted: readonly Counted[] = ['gemini', 'openai', 'anthropic-before-4.7', 'other'];
const families: readonly TokenFamily[] = [...counted, 'anthropic'];
const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);

describe('of texts to which no rate was fitted', () => {
  test('there are enough, of every shape that has two', () => {
    expect(heldOut.length).toBeGreaterThan(90);
    const fitted = recorded.texts.filter(({ half }) => half === 'fitting');
    expect(Math.abs(fitted.length - heldOut.length)).toBeLessThan(15);
  });

  test.each(counted)('an estimate for %s is near what a tokenizer counts', (family) => {
    const errors = heldOut
      .map(({ text, counts }) => Math.abs(estimateTokens(text, family) / counts[family] - 1))
      .sort((a, b) => a - b);
    const all =
      sum(heldOut.map(({ text }) => measure(text, family))) / sum(heldOut.map(({ counts }) => counts[family]));
    expect(errors[Math.floor(errors.length * 0.5)]).toBeLessThanOrEqual(0.08);
    expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThanOrEqual(0.25);
    expect(Math.abs(all - 1)).toBeLessThanOrEqual(0.05);
  });
});

/** How many times as many tokens a text is since Opus 4.7, as others measured it with Anthropic's counter in April 2026. */
test.each([
  ['english', 1.2, 1.47],
  ['german', 1.36, 1.5],
  ['typescript', 1.13, 1.36],
  ['python', 1.2, 1.29],
  ['markdown', 1.2, 1.47],
  ['csv', 1, 1.1],
  ['russian', 1, 1.01],
  ['chinese', 1, 1.01],
  ['korean', 1, 1.01],
  ['arabic', 1, 1.01],
])('%s is between %d and %d times as long to the Claude of today as to the one before', (shape, least, most) => {
  const texts = recorded.texts.filter((text) => text.shape === shape).map(({ text }) => text);
  const tokens = (family: TokenFamily): number => sum(texts.map((text) => measure(text, family)));
  const ratio = tokens('anthropic') / tokens('anthropic-before-4.7');
  expect(ratio).toBeGreaterThanOrEqual(least);
  expect(ratio).toBeLessThanOrEqual(most);
});

describe.each(families)('for %s', (family) => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'aZ9 \n\t.{"=-é中🎉'.split('')), maxLength: 60 }),
  );

  test('nothing costs nothing, and something costs something', () => {
    expect(estimateTokens('', family)).toBe(0);
    expect(estimateTokens('a', family)).toBeGreaterThan(0);
  });

  test('no text costs less than nothing', () => {
    fc.assert(fc.property(text, (any) => measure(any, family) >= 0));
  });

  test('a longer text costs no less, but for the last word', () => {
    fc.assert(fc.property(text, text, (first, more) => measure(first + more, family) >= measure(first, family) - 1));
  });

  test('two texts cost about as much together as one by one', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const apart = measure(first, family) + measure(second, family);
        expect(Math.abs(measure(first + second, family) - apart)).toBeLessThan(15);
      }),
    );
  });

  test('a text of one character over and over is neither free nor dearer than its bytes', () => {
    for (const unit of ['a', 'A', '7', ' ', '\n', '\t', '=', '─', 'é', '中', '🎉', '\u{10ffff}']) {
      const tokens = estimateTokens(unit.repeat(1000), family);
      expect(tokens).toBeGreaterThan(15);
      expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(unit) * 1200);
    }
  });
});
