import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindOf } from './character-kinds.ts';
import { ProseWatch } from './prose-watch.ts';

/** What repeats, if anything. */
function watch(text: string): string | null {
  const prose = new ProseWatch();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const found = prose.push(code, kindOf(code));
    if (found !== null) return found;
  }
  return null;
}

const lines = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('\n');
const letters = (n: number): string => String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

test('finds a few sentences in any order', () => {
  expect(watch(lines(80, (n) => `The ${letters((n * n) % 7)} of the house is what I have to look at again.`))).toBe(
    'sentences',
  );
});

test('finds a few words in any order', () => {
  expect(watch(lines(600, (n) => `I will ${letters((n * 31) % 13)} the ${letters((n * n) % 11)}`))).toBe('words');
});

test('does not count numbers as repeated words', () => {
  expect(watch(lines(400, () => '0 1 0 1 1 0 0 1'))).toBeNull();
});

test('accepts a text with a new word now and then', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 9 }), (every, length) => {
      const text = Array.from({ length: 4000 }, (_, n) =>
        n % every === 0 ? `new${letters(n)}` : `old${letters(n % every)}${'x'.repeat(length)}`,
      );
      expect(watch(text.join(' '))).toBeNull();
    }),
    { numRuns: 20 },
  );
});

test('accepts a text with a new sentence now and then', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), (every) => {
      const said = (n: number): string => (n % every === 0 ? `new ${letters(n)}` : `old ${letters(n % every)}`);
      expect(watch(lines(300, (n) => `${said(n)} ${'and so on and on '.repeat(3)}${letters(n * 17)}`))).toBeNull();
    }),
    { numRuns: 20 },
  );
});
