import { describe, expect, it, vi } from 'vitest';
import { remember } from './remember.ts';

describe('remember', () => {
  it('computes a value once, then again after it expires', () => {
    vi.useFakeTimers();
    try {
      let asked = 0;
      const know = remember((name) => `${name}${(asked += 1)}`, { ms: 100 });
      expect([know('a'), know('a'), know('b')]).toEqual(['a1', 'a1', 'b2']);
      vi.advanceTimersByTime(100);
      expect(know('a')).toBe('a3');
    } finally {
      vi.useRealTimers();
    }
  });

  it('drops the oldest value at the size limit', () => {
    let asked = 0;
    const know = remember((name) => `${name}${(asked += 1)}`, { ms: 10_000, most: 2 });
    know('a');
    know('b');
    know('c');
    expect([know('b'), know('c'), know('a')]).toEqual(['b2', 'c3', 'a4']);
  });
});
