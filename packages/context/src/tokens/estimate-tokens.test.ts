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

describe('for texts that were not used for fitting', () => {
  test('has enough samples of every shape', () => {
    expect(heldOut.length).toBeGreaterThan(90);
    const fitted = recorded.texts.filter(({ half }) => half === 'fitting');
    expect(Math.abs(fitted.length - heldOut.length)).toBeLessThan(15);
  });

  test.each(counted)('estimates %s close to a tokenizer', (family) => {
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

/** The growth in tokens since Opus 4.7, as measured by third parties with Anthropic's counter in April 2026. */
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
])('%s has between %d and %d times as many tokens for current Claude models as before', (shape, least, most) => {
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

  test('estimates 0 only for an empty text', () => {
    expect(estimateTokens('', family)).toBe(0);
    expect(estimateTokens('a', family)).toBeGreaterThan(0);
  });

  test('never returns a negative estimate', () => {
    fc.assert(fc.property(text, (any) => measure(any, family) >= 0));
  });

  test('grows with the text, except for the last word', () => {
    fc.assert(fc.property(text, text, (first, more) => measure(first + more, family) >= measure(first, family) - 1));
  });

  test('is about additive', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const apart = measure(first, family) + measure(second, family);
        expect(Math.abs(measure(first + second, family) - apart)).toBeLessThan(15);
      }),
    );
  });

  test('estimates a repeated character neither as free nor above its bytes', () => {
    for (const unit of ['a', 'A', '7', ' ', '\n', '\t', '=', '─', 'é', '中', '🎉', '\u{10ffff}']) {
      const tokens = estimateTokens(unit.repeat(1000), family);
      expect(tokens).toBeGreaterThan(15);
      expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(unit) * 1200);
    }
  });
});
