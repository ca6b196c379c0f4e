import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type NewRecord, type SessionStore } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import { owner, started } from '@bowline/testkit';
import type { InboxOutcome } from '../turns/inbox-entry.ts';
import { runOnce, type OneRun } from './run-once.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';

const streamId = 'stream-1';
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const waits: NewRecord[] = [
  { type: 'stream_started', streamId, body: {} },
  { type: 'user_message', streamId, body: { messageId: 'm0', content: [{ type: 'text', text: 'hi' }] } },
  {
    type: 'model_failed',
    streamId,
    body: { model: 'm', code: 'MODEL_QUOTA', message: 'used up', retryable: true, isFinal: false, retryAt: tomorrow },
  },
];

describe('runOnce', () => {
  let folder: string;
  let store: SessionStore;
  let metrics: WorkerMetrics;
  let outcomes: Map<string, InboxOutcome>;
  let waiting: { messageId: string; entry: unknown }[];
  const unreachable = new AgentError('STORE_FAILED', 'the engine is away', { retryable: true });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-once-'));
    store = openStore({ root: folder });
    metrics = createWorkerMetrics();
    outcomes = new Map();
    waiting = [];
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function toRun(submitLater: OneRun['parts']['turns']['submitLater'], failures = new Map<string, number>()): OneRun {
    const inbox = {
      waiting: async () => waiting.filter(({ messageId }) => !outcomes.has(messageId)),
      settle: async (_sessionId: string, messageId: string, outcome: InboxOutcome) => outcomes.set(messageId, outcome),
    };
    const never = async (): Promise<never> => {
      throw new TypeError('it broke');
    };
    return {
      parts: {
        room: () => ({ store, inbox }),
        open: never,
        bus: {
          publish: async () => undefined,
          subscribe: async () => async () => undefined,
          close: async () => undefined,
        },
        turns: { submit: never, submitLater, cancel: never, status: never, retry: never },
        owner,
        log: () => undefined,
      },
      metrics,
      failures,
      signal: new AbortController().signal,
    };
  }

  async function create(sessionId: string, records: readonly NewRecord[]): Promise<void> {
    const log = await store.open(sessionId, { owner, create: true });
    await log.append([started(sessionId), ...records]);
    await log.close();
  }

  it('schedules a wake-up for a session that waits until a given time', async () => {
    await create('s1', waits);
    const asked: unknown[] = [];
    const end = await runOnce(
      { tenant: 't', sessionId: 's1' },
      toRun(async (key, atMs) => void asked.push([key, atMs])),
    );
    expect(end).toBe('done');
    expect(asked).toEqual([[{ tenant: 't', sessionId: 's1' }, Date.parse(tomorrow)]]);
  });

  it('counts as failed, once, if the wake-up cannot be scheduled', async () => {
    await create('s1', waits);
    const run = toRun(async () => {
      throw unreachable;
    });
    await expect(runOnce({ tenant: 't', sessionId: 's1' }, run)).rejects.toBe(unreachable);
    expect(metrics.inFlight()).toBe(0);
    expect(metrics.toText()).toContain('bowline_runs_total{end="failed"} 1');
    expect(metrics.toText()).not.toContain('end="waiting"');
  });

  it('gives up on a session after five failures in a row, counted per tenant', async () => {
    await create('s1', []);
    waiting = [{ messageId: 'm1', entry: { abort: true } }];
    const run = toRun(async () => undefined);
    const attempt = (tenant: string): Promise<unknown> =>
      runOnce({ tenant, sessionId: 's1' }, run).catch((thrown: unknown) => AgentError.from(thrown).message);
    for (let n = 0; n < 4; n += 1) expect(await attempt('a')).toBe('it broke');
    expect(await attempt('b')).toBe('it broke');
    expect(outcomes.size).toBe(0);
    expect(await attempt('a')).toBe('given_up');
    expect(outcomes.get('m1')).toEqual({ error: { code: 'INTERNAL', message: 'it broke' } });
  });
});
