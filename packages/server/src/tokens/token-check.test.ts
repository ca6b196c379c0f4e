import { expect, test } from 'vitest';
import { createTokenCheck } from './token-check.ts';

test('a token belongs to one tenant and must match exactly', () => {
  const principalOf = createTokenCheck([
    { tenant: 'one', token: 'aaa' },
    { tenant: 'two', token: 'bbb', name: 'alice' },
  ]);
  expect(['aaa', 'bbb', 'aa', 'aaaa', 'AAA', ''].map(principalOf)).toEqual([
    { tenant: 'one', name: 'one' },
    { tenant: 'two', name: 'alice' },
    ...Array<undefined>(4),
  ]);
});

test('rejects an empty token, even if one is set', () => {
  expect(createTokenCheck([{ tenant: 'one', token: '' }])('')).toBeUndefined();
});
