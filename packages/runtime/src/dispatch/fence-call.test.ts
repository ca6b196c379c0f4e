import type { FenceVerdict, Workspace } from '@bowline/workspace';
import { describe, expect, test } from 'vitest';
import { fenceCall, interrupted, refusalOf } from './fence-call.ts';

const runner = { place: 'there', host: 'far', leaseMs: null, callId: 'c', key: 'k' };
const clear = (by: 'proof' | 'lease' | 'unknown'): FenceVerdict => ({ kind: 'clear', by });
const unproved = (isForced: boolean): FenceVerdict => ({ kind: 'unproved', reason: 'it is on far', isForced });

describe('the fence of a call', () => {
  test('is asked about earlier runners before a call with an effect, and not before a read', async () => {
    const asked: unknown[] = [];
    const fence = {
      runner,
      check: async (earlier: unknown): Promise<FenceVerdict> => {
        asked.push(earlier);
        return clear('proof');
      },
      require: () => undefined,
    };
    const parts = { workspace: { fence } as Partial<Workspace> as Workspace, earlier: [runner] };
    expect(await fenceCall({ effect: 'read' }, parts)).toBeUndefined();
    expect(await fenceCall({ effect: 'write' }, parts)).toEqual(clear('proof'));
    expect(asked).toEqual([[runner]]);
  });

  test('refuses a call beside commands that may still run, unless a user goes on without proof', () => {
    expect(refusalOf(unproved(false))).toMatch(/may still be running: it is on far\..*--ignore-old-commands/);
    expect(refusalOf(unproved(true))).toBeUndefined();
    expect(refusalOf(clear('proof'))).toBeUndefined();
    expect(refusalOf(undefined)).toBeUndefined();
  });

  test.each([
    [clear('proof'), 'ended', /No process of it is left/],
    [clear('lease'), 'lease', /lease on its processes has ended/],
    [clear('unknown'), undefined, /outcome is unknown/],
    [unproved(true), 'may_run', /may still be running/],
    [undefined, undefined, /outcome is unknown/],
  ] as const)('reports an interrupted call after %j as %s', (verdict, commands, reason) => {
    const call = { callId: 'c', name: 'tool' };
    const { body } = interrupted(call, verdict, { earlier: [runner] });
    expect('commands' in body ? body.commands : undefined).toBe(commands);
    expect(body).toMatchObject({ reason: expect.stringMatching(reason) as string });
  });

  test('says nothing about the processes of a call whose place was not recorded', () => {
    const { body } = interrupted({ callId: 'other', name: 'tool' }, clear('proof'), { earlier: [runner] });
    expect(body).not.toHaveProperty('commands');
  });
});
