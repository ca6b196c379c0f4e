import { expect, test } from 'vitest';
import { shortHash } from './short-hash.ts';

test('gives similar texts distinct short hashes', () => {
  const texts = Array.from({ length: 20_000 }, (_, n) => `src/${n}.ts`);
  const hashes = new Set(texts.map(shortHash));
  expect(hashes.size).toBe(texts.length);
  expect(Math.max(...[...hashes].map((hash) => hash.length))).toBeLessThanOrEqual(14);
});

test('depends on the order of characters', () => {
  expect(shortHash('ab')).not.toBe(shortHash('ba'));
});
