import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { noKey } from '../../../../tests/tui/fake-terminal.ts';
import { toArrival } from './arrival.ts';

const kindOf = (input: string, held: Partial<Key> = {}): string | null =>
  toArrival(input, { ...noKey, ...held })?.kind ?? null;

describe('input', () => {
  it.each<[string, string, Partial<Key>, string]>([
    ['a letter', 'a', {}, 'key'],
    ['an arrow', '', { upArrow: true }, 'key'],
    ['Enter', '\r', { return: true }, 'key'],
    ['two letters at once', 'ab', {}, 'chunk'],
    ['text in brackets', '[1;2', {}, 'chunk'],
    ['a bracket', ']', {}, 'key'],
  ])('is %s', (...[, input, held, kind]) => {
    expect(kindOf(input, held)).toBe(kind);
  });

  it('is nothing for a key that is released', () => {
    expect(kindOf('a', { eventType: 'release' })).toBeNull();
  });

  it.each([
    ['its background', ']11;rgb:1e1e/1e1e/1e1e'],
    ['its background with opacity', ']11;rgba:ffff/ffff/ffff/ffff'],
    ['its kind', '[?62;4c'],
    ['the cursor', '[12;40R'],
  ])('is nothing for a late answer of the terminal: %s', (_what, input) => {
    expect(kindOf(input)).toBeNull();
  });
});
