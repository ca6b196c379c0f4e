import { describe, expect, it } from 'vitest';
import { toWishes } from './to-wishes.ts';

describe('toWishes', () => {
  it('takes what is known, and waits for a quota unless told', () => {
    expect(toWishes({ model: 'pro', title: 'whatever' })).toEqual({ model: 'pro', onQuota: 'wait' });
    expect(toWishes({ onQuota: 'fail', directories: ['/a'] })).toEqual({ onQuota: 'fail', directories: ['/a'] });
  });

  it('refuses what cannot be meant', () => {
    expect(() => toWishes({ expireMs: 'soon' })).toThrow(
      expect.objectContaining({ code: 'SETTINGS_INVALID' }) as Error,
    );
  });
});
