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
    'session_started sets the origin of the session',
    [{ type: 'session_started', body: { sessionId: 's', workspace: '/w', agent: 'main', versions: {}, settings: {} } }],
    { sessionId: 's', workspace: '/w', createdAt: at, parent: null },
  ],
  ['a started stream is active', [{ type: 'stream_started', body: {}, streamId: 'x' }], { activeStreamId: 'x' }],
  [
    'an ended stream is not active, and leaves no open calls or questions',
    [
      { type: 'stream_started', body: {}, streamId: 'x' },
      requested,
      asked,
      { type: 'stream_ended', body: { reason: 'aborted' } },
    ],
    { activeStreamId: null, openCalls: [], pending: [] },
  ],
  ['a question is pending', [requested, asked], { pending: [request] }],
  [
    'an answered question is not pending',
    [asked, { type: 'input_resolved', body: { inputId: 'i', outcome: { kind: 'declined' } } }],
    { pending: [] },
  ],
  ['nor is an expired one', [asked, { type: 'input_expired', body: { inputId: 'i', reason: 'r' } }], { pending: [] }],
  [
    'a started call is marked as started',
    [requested, { type: 'tool_started', body: { callId: 'c', key: 'k' } }],
    { openCalls: [{ callId: 'c', name: 'w', effect: 'write', isStarted: true }] },
  ],
  [
    'a finished call is no longer open',
    [requested, { type: 'tool_finished', body: { callId: 'c', name: 'w', content: [], isError: false } }],
    { openCalls: [] },
  ],
  [
    'a rewind ends the stream and removes open calls and questions',
    [{ type: 'stream_started', body: {}, streamId: 'x' }, requested, asked, { type: 'rewound', body: { to: 1 } }],
    { activeStreamId: null, pending: [], openCalls: [] },
  ],
  [
    'the preview is the first message as displayed',
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

test('a total cost is known only if every part of it is', () => {
  const none = { inputTokens: 0, outputTokens: 0 };
  const priced = addUsage(none, { inputTokens: 10, outputTokens: 1, cost: 0.5 });
  expect(priced).toMatchObject({ inputTokens: 10, outputTokens: 1, cost: 0.5 });
  expect(addUsage(priced, { inputTokens: 5, outputTokens: 5 })).not.toHaveProperty('cost');
  expect(addUsage(priced, undefined)).toBe(priced);
});
