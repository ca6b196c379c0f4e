import { expect, test } from 'vitest';
import type { NewRecord } from './log-record.ts';
import { nothingSeen, type SeenText } from './seen-text.ts';
import { initialSessionState, reduceSession } from './session-state.ts';

interface PlayedCall {
  readonly name: string;
  readonly args?: Record<string, string>;
  readonly effect?: 'read' | 'write' | 'execute' | 'network';
  readonly check?: string;
  readonly text?: string;
  readonly errorType?: string;
}

function recordsOf({ name, args = {}, effect = 'read', check, text = 'fine', errorType }: PlayedCall): NewRecord[] {
  const findings = check === undefined ? [] : [{ check, severity: 'warning' as const, message: 'm' }];
  const isError = errorType !== undefined;
  return [
    { type: 'tool_requested', body: { callId: 'c', name, args, effect, executor: 'local' } },
    { type: 'tool_decided', body: { callId: 'c', verdict: 'allow', findings } },
    {
      type: 'tool_finished',
      body: { callId: 'c', name, content: [{ type: 'text', text }], isError, ...(isError ? { errorType } : {}) },
    },
  ];
}

function seenAfter(...calls: readonly PlayedCall[]): SeenText {
  return calls
    .flatMap(recordsOf)
    .reduce(
      (state, record, n) => reduceSession(state, { ...record, seq: n + 1, id: `${n}`, at: '', hash: '' }),
      initialSessionState,
    ).seen;
}

const fetch: PlayedCall = { name: 'web_fetch', args: { url: 'https://Docs.example:8443/a?b' }, effect: 'network' };

test.each<[string, PlayedCall, Partial<SeenText>]>([
  ['a file of the workspace', { name: 'read_file' }, { file: true }],
  ['a page', fetch, { outside: 'a page of docs.example:8443', hosts: ['docs.example:8443'] }],
  ['a page that could not be fetched', { ...fetch, errorType: 'fetch_failed' }, {}],
  ['web search results', { name: 'google_web_search', effect: 'network' }, { search: true }],
  [
    'a file outside the workspace',
    { name: 'run_shell_command', effect: 'execute', check: 'outside_workspace' },
    { file: true, outside: 'a file outside the workspace' },
  ],
  ['a file only written outside', { name: 'write_file', effect: 'write', check: 'outside_workspace' }, {}],
  ['a file of keys', { name: 'read_file', check: 'keys' }, { file: true, key: 'a file that may hold keys' }],
  ['a result with a redacted key', { name: 'mine', text: 'k=[redacted]' }, { key: 'a key, in a result of mine' }],
  ['a call that was denied', { name: 'read_file', check: 'keys', errorType: 'denied' }, {}],
  ['a call that a rule denied', { ...fetch, errorType: 'policy_violation' }, {}],
])('%s', (_, call, expected) => {
  expect(seenAfter(call)).toEqual({ ...nothingSeen, ...expected });
});

test('a session keeps what it has seen and describes the first item', () => {
  const seen = seenAfter(fetch, { name: 'read_file' }, { ...fetch, args: { url: 'http://b.example/' } });
  expect(seen).toMatchObject({ outside: 'a page of docs.example:8443', hosts: ['docs.example:8443', 'b.example'] });
});
