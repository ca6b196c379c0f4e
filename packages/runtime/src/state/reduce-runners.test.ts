import type { LogRecord, NewRecord } from '@bowline/log';
import { expect, test } from 'vitest';
import { reduceRunners } from './reduce-runners.ts';
import type { EarlierRunner } from './turn-state.ts';

const started = (callId: string, place: string): NewRecord => ({
  type: 'tool_started',
  body: { callId, key: `key-${callId}`, runner: { place, host: 'h', leaseMs: null } },
});
const finished = (callId: string, data?: { readonly isBackground: boolean }): NewRecord => ({
  type: 'tool_finished',
  body: { callId, name: 'n', content: [], isError: false, ...(data === undefined ? {} : { data }) },
});
const interrupted = (callId: string, commands: 'ended' | 'may_run'): NewRecord => ({
  type: 'tool_interrupted',
  body: { callId, name: 'n', reason: '', commands },
});

const after = (...records: readonly NewRecord[]): string[] =>
  records
    .reduce<readonly EarlierRunner[]>((runners, record) => reduceRunners(runners, record as LogRecord), [])
    .map(({ callId }) => callId);

test('keeps calls that have not ended, and background commands', () => {
  expect(after(started('a', 'p'), started('b', 'p'), finished('a'))).toEqual(['b']);
  expect(after(started('a', 'p'), finished('a', { isBackground: true }))).toEqual(['a']);
});

test('keeps an interrupted call only while it may still run', () => {
  expect(after(started('a', 'p'), interrupted('a', 'may_run'))).toEqual(['a']);
  expect(after(started('a', 'p'), interrupted('a', 'ended'))).toEqual([]);
});

test('forgets other places once a call has started here', () => {
  expect(after(started('a', 'p'), started('b', 'q'))).toEqual(['b']);
});
