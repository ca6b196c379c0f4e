import type { InputRequest } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { NewRecord } from './log-record.ts';
import { addUsage, initialSessionState, reduceSession, type SessionState } from './session-state.ts';

const at = '2026-01-01T00:00:00.000Z';

function fold(...records: readonly NewRecord[]): SessionState {
  return records.reduce(
    (state, record, n) => reduceSession(state, { ...record, seq: n + 1, id: `${n}`, at, hash: '' }),
    initialSessionState,
  );
}

const request: InputRequest = {
  inputId: 'i',
  title: 't',
  kind: 'confirmation',
  callId: 'c',
  tool: 'w',
  args: {},
  effect: 'write',
  digest: 'd',
  findings: [],
};
const requested = {
  type: 'tool_requested',
  body: { callId: 'c', name: 'w', args: {}, effect: 'write', executor: 'local' },
} as const;
const asked = { type: 'input_requested', body: { request } } as const;

test.each<[string, NewRecord[], Partial<SessionState>]>([
  [
    'a session knows where it began',
    [{ type: 'session_started', body: { sessionId: 's', workspace: '/w', agent: 'main', versions: {}, settings: {} } }],
    { sessionId: 's', workspace: '/w', createdAt: at, parent: null },
  ],
  ['a stream is open', [{ type: 'stream_started', body: {}, streamId: 'x' }], { activeStreamId: 'x' }],
  [
    'a stream that ended is not, and leaves nothing open',
    [
      { type: 'stream_started', body: {}, streamId: 'x' },
      requested,
      asked,
      { type: 'stream_ended', body: { reason: 'aborted' } },
    ],
    { activeStreamId: null, openCalls: [], pending: [] },
  ],
  ['a question waits', [requested, asked], { pending: [request] }],
  [
    'an answered question does not',
    [asked, { type: 'input_resolved', body: { inputId: 'i', outcome: { kind: 'declined' } } }],
    { pending: [] },
  ],
  ['nor does an expired one', [asked, { type: 'input_expired', body: { inputId: 'i', reason: 'r' } }], { pending: [] }],
  [
    'a call that started may have had its effect',
    [requested, { type: 'tool_started', body: { callId: 'c', key: 'k' } }],
    { openCalls: [{ callId: 'c', name: 'w', effect: 'write', isStarted: true }] },
  ],
  [
    'a finished call is closed',
    [requested, { type: 'tool_finished', body: { callId: 'c', name: 'w', content: [], isError: false } }],
    { openCalls: [] },
  ],
  [
    'a rewind closes what was open',
    [{ type: 'stream_started', body: {}, streamId: 'x' }, requested, asked, { type: 'rewound', body: { to: 1 } }],
    { activeStreamId: null, pending: [], openCalls: [] },
  ],
  [
    'the first message is the preview, as it was shown',
    [
      {
        type: 'user_message',
        body: {
          messageId: 'm',
          content: [{ type: 'text', text: 'expanded' }],
          display: [{ type: 'text', text: ' typed ' }],
        },
      },
    ],
    { firstMessage: 'typed', messages: 1 },
  ],
])('%s', (_name, records, expected) => {
  expect(fold(...records)).toMatchObject(expected);
});

test('a cost is known only while every part of it is', () => {
  const none = { inputTokens: 0, outputTokens: 0 };
  const priced = addUsage(none, { inputTokens: 10, outputTokens: 1, cost: 0.5 });
  expect(priced).toMatchObject({ inputTokens: 10, outputTokens: 1, cost: 0.5 });
  expect(addUsage(priced, { inputTokens: 5, outputTokens: 5 })).not.toHaveProperty('cost');
  expect(addUsage(priced, undefined)).toBe(priced);
});
