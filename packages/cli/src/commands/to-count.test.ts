import { expect, test } from 'vitest';
import { toCount } from './to-count.ts';

test.each([
  [0, '0 messages'],
  [1, '1 message'],
  [2, '2 messages'],
])('%s', (count, words) => {
  expect(toCount(count, 'message')).toBe(words);
});
