import { createModelSetup } from '@bowline/providers';
import { scriptedModel } from '@bowline/testkit';
import { describe, expect, it } from 'vitest';
import { toSessionOptions } from './to-session-options.ts';

const shared = { models: createModelSetup({ client: scriptedModel([]) }) };

describe('toSessionOptions', () => {
  it('accepts known options, and waits for quotas by default', () => {
    expect(toSessionOptions({ model: 'pro', title: 'whatever' }, shared)).toMatchObject({
      model: { name: 'pro', onQuota: 'wait' },
    });
    expect(toSessionOptions({ onQuota: 'fail', directories: ['/a'] }, shared)).toMatchObject({
      model: { onQuota: 'fail' },
      directories: ['/a'],
    });
  });

  it('keeps the options of the worker that the session does not have', () => {
    const own = {
      ...shared,
      model: { name: 'pro', onQuota: 'fail' },
      approval: { mode: 'plan' },
      limits: { maxCost: 1 },
    } as const;
    const { model, approval, limits } = toSessionOptions({ maxSteps: 5 }, own);
    expect({ model, approval, limits }).toEqual({
      model: { name: 'pro', onQuota: 'fail' },
      approval: { mode: 'plan', canAsk: true },
      limits: { maxCost: 1, maxSteps: 5 },
    });
    expect(toSessionOptions({ model: 'flash', mode: 'default' }, own)).toMatchObject({
      model: { name: 'flash' },
      approval: { mode: 'default' },
    });
  });

  it('reads options saved by an older server', () => {
    expect(toSessionOptions({ maxTurns: 7 }, shared)).toMatchObject({ limits: { maxSteps: 7 } });
    expect(toSessionOptions({ maxTurns: 7, maxSteps: 8 }, shared)).toMatchObject({ limits: { maxSteps: 8 } });
  });

  it('rejects invalid options', () => {
    expect(() => toSessionOptions({ expireMs: 'soon' }, shared)).toThrow(
      expect.objectContaining({ code: 'SETTINGS_INVALID' }) as Error,
    );
  });
});
