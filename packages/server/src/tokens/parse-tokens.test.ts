import { describe, expect, it } from 'vitest';
import { parseTokens } from './parse-tokens.ts';

describe('parseTokens', () => {
  it('reads tenants and their tokens', () => {
    const tokens = [
      { tenant: 'acme', token: 'a-token-that-is-long' },
      { tenant: 'acme', token: 'another-token-of-theirs', name: 'alice' },
    ];
    expect(parseTokens(JSON.stringify(tokens))).toEqual(tokens);
  });

  it('rejects invalid input without repeating it', () => {
    const named = (tenant: string): string => JSON.stringify([{ tenant, token: 'short-secret-long-enough' }]);
    for (const text of [
      named(''),
      named('a/b'),
      named('..'),
      '',
      '{}',
      '[]',
      '[{"tenant":"acme","token":"short-secret"}]',
    ])
      expect(() => parseTokens(text)).toThrow(expect.not.stringContaining('short-secret') as Error);
  });
});
