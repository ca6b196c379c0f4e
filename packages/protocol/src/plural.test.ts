import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it.each([
  [plural(0, 'message'), '0 messages'],
  [plural(1, 'message'), '1 message'],
  [plural(2, 'message'), '2 messages'],
  [plural(1200, 'token'), '1,200 tokens'],
  [plural(1, 'reply', 'replies'), '1 reply'],
  [plural(3, 'reply', 'replies'), '3 replies'],
])('writes %s', (written, text) => {
  expect(written).toBe(text);
});
