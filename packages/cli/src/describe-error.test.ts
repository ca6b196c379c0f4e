import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

test('adds the flag to a hint about models', () => {
  const hint = 'try again, or choose another model';
  expect(describeError({ message: 'it failed', hint })).toBe(`bowline: it failed\n  ${hint} (-m)\n`);
  expect(describeError({ message: 'it failed' })).toBe('bowline: it failed\n');
});
