import { describe, expect, it } from 'vitest';
import { toWishes } from './to-wishes.ts';

describe('toWishes', () => {
  it('takes known options, and waits for a quota by default', () => {
    expect(toWishes({ model: 'pro', title: 'whatever' })).toEqual({ model: 'pro', onQuota: 'wait' });
    expect(toWishes({ onQuota: 'fail', directories: ['/a'] })).toEqual({ onQuota: 'fail', directories: ['/a'] });
  });

  it('reads what an older server kept', () => {
    expect(toWishes({ maxTurns: 7 })).toMatchObject({ maxSteps: 7 });
    expect(toWishes({ maxTurns: 7, maxSteps: 8 })).toMatchObject({ maxSteps: 8 });
  });

  it('refuses what cannot be meant', () => {
    expect(() => toWishes({ expireMs: 'soon' })).toThrow(
      expect.objectContaining({ code: 'SETTINGS_INVALID' }) as Error,
    );
  });
});
