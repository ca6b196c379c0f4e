import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskNoise, maskNumbers } from './mask-noise.ts';

describe('masks', () => {
  test.each<[string, string]>([
    ['at 2026-01-02T03:04:05.678Z', 'at #'],
    ['on 2026-01-02 03:04:05,123 it', 'on # it'],
    ['[03:04:05] x', '[#] x'],
    ['took 1.32s', 'took #'],
    ['took 120 ms', 'took #'],
    ['took 3 minutes', 'took #'],
    ['at 0x7ffe12ab', 'at #'],
    ['pid 1234 died', '# died'],
    ['now 1700000000123', 'now #'],
    ['commit 1a2b3c4', 'commit #'],
    ['id 123e4567-e89b-12d3-a456-426614174000.', 'id #.'],
  ])('%s', (text, masked) => {
    expect(maskNoise(text)).toBe(masked);
  });
});

describe('does not mask', () => {
  test.each(['45%', 'page 3 of 10', '12 tests left', '1234567 bytes', 'line 12', 'defaced', 'v1.2.3'])('%s', (text) => {
    expect(maskNoise(text)).toBe(text);
  });
});

test('masks numbers, except those that show progress', () => {
  expect(maskNumbers('line 12: 45% of 3 of 10 and 4/5, 17 left after 3 s')).toBe(
    'line #: 45% of 3 of 10 and 4/5, # left after #',
  );
});

test('treats errors with different numbers as the same', () => {
  const mask = (line: number, ms: number): string => maskNumbers(`at line ${line}: gave up after ${ms} ms`);
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (line, ms) => {
      expect(mask(line, ms)).toBe(mask(1, 2));
    }),
  );
});
