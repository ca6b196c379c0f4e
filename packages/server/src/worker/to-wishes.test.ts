import { describe, expect, it } from 'vitest';
import { toWishes } from './to-wishes.ts';

describe('toWishes', () => {
  it('accepts known options, and waits for quotas by default', () => {
    expect(toWishes({ model: 'pro', title: 'whatever' })).toEqual({ model: 'pro', onQuota: 'wait' });
    expect(toWishes({ onQuota: 'fail', directories: ['/a'] })).toEqual({ onQuota: 'fail', directories: ['/a'] });
  });

  it('reads options saved by an older server', () => {
    expect(toWishes({ maxTurns: 7 })).toMatchObject({ maxSteps: 7 });
    expect(toWishes({ maxTurns: 7, maxSteps: 8 })).toMatchObject({ maxSteps: 8 });
  });

  it('rejects invalid options', () => {
    expect(() => toWishes({ expireMs: 'soon' })).toThrow(
      expect.objectContaining({ code: 'SETTINGS_INVALID' }) as Error,
    );
  });
});
