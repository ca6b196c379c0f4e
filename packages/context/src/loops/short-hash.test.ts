import { expect, test } from 'vitest';
import { shortHash } from './short-hash.ts';

test('many like texts have as many hashes, all of them short', () => {
  const texts = Array.from({ length: 20_000 }, (_, n) => `src/${n}.ts`);
  const hashes = new Set(texts.map(shortHash));
  expect(hashes.size).toBe(texts.length);
  expect(Math.max(...[...hashes].map((hash) => hash.length))).toBeLessThanOrEqual(14);
});

test('the order of characters counts', () => {
  expect(shortHash('ab')).not.toBe(shortHash('ba'));
});
