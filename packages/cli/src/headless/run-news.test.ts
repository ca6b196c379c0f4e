import type { AgentEventBody } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { RunNews } from './run-news.ts';

const base = { id: '1', streamId: 's', at: '2026-01-01T00:00:00.000Z' };
const wait = (): AgentEventBody => ({
  type: 'progress',
  label: 'waiting for m',
  until: new Date(Date.now() + 1900).toISOString(),
});
const failed = (code: string): AgentEventBody => ({ type: 'error', code, message: 'm: 503', fatal: false });
const warned: AgentEventBody = { type: 'notice', level: 'warning', code: 'X', text: 'careful' };

function hear(bodies: readonly AgentEventBody[], hasStatus = false): readonly string[] {
  const news = new RunNews({ hasStatus });
  return bodies.flatMap((body) => news.take({ ...base, ...body }) ?? []);
}

const selected: AgentEventBody = { type: 'session_update', model: 'm' };

test('into a pipe, prints one line for retries of the same failure', () => {
  const again = [failed('MODEL_UNAVAILABLE'), wait()];
  expect(hear([selected, ...again, ...again, ...again])).toEqual(['m is unavailable. Retrying in 2 s']);
  expect(hear([selected, ...again, failed('MODEL_QUOTA'), wait()])).toEqual([
    'm is unavailable. Retrying in 2 s',
    'The quota for m is used up. Retrying in 2 s',
  ]);
});

test('reports a failure again if it comes back after an answer', () => {
  const again = [failed('MODEL_UNAVAILABLE'), wait()];
  const said: AgentEventBody = { type: 'message', messageId: 'x', role: 'agent', content: [] };
  expect(hear([...again, said, ...again])).toHaveLength(2);
});

test('leaves retries to the status line if there is one', () => {
  expect(hear([selected, failed('MODEL_UNAVAILABLE'), wait()], true)).toEqual([]);
});

test('says that files were restored, although that is no warning', () => {
  const notice = { type: 'notice', level: 'info', text: 'restored a.txt' } as const;
  expect(
    hear([
      { ...notice, code: 'FILES_RESTORED' },
      { ...notice, code: 'MEMORY_LOADED', text: 'loaded' },
    ]),
  ).toEqual(['restored a.txt']);
});

test('prints the same warning once', () => {
  expect(hear([warned, warned])).toEqual(['careful']);
});
