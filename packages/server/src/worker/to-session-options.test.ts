import { describe, expect, it } from 'vitest';
import { toSessionOptions } from './to-session-options.ts';

describe('toSessionOptions', () => {
  it('accepts known options, and waits for quotas by default', () => {
    expect(toSessionOptions({ model: 'pro', title: 'whatever' })).toMatchObject({
      model: { name: 'pro', onQuota: 'wait' },
    });
    expect(toSessionOptions({ onQuota: 'fail', directories: ['/a'] })).toMatchObject({
      model: { onQuota: 'fail' },
      directories: ['/a'],
    });
  });

  it('reads options saved by an older server', () => {
    expect(toSessionOptions({ maxTurns: 7 })).toMatchObject({ limits: { maxSteps: 7 } });
    expect(toSessionOptions({ maxTurns: 7, maxSteps: 8 })).toMatchObject({ limits: { maxSteps: 8 } });
  });

  it('rejects invalid options', () => {
    expect(() => toSessionOptions({ expireMs: 'soon' })).toThrow(
      expect.objectContaining({ code: 'SETTINGS_INVALID' }) as Error,
    );
  });
});
