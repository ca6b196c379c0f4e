import type { InputOutcome } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import { expect, test } from 'vitest';
import { idleTurn, type TurnState } from './turn-state.ts';
import { reduceTurn, turnFold } from './reduce-turn.ts';

function fold(...records: readonly NewRecord[]): TurnState {
  return records.reduce(
    (state, record, n) => reduceTurn(state, { streamId: 's', ...record, seq: n + 1, id: `${n + 1}`, at: '', hash: '' }),
    idleTurn,
  );
}

const begun: NewRecord = { type: 'stream_started', body: {} };
const said: NewRecord = { type: 'user_message', body: { messageId: 'm', content: [] } };
const steered: NewRecord = { type: 'steering_message', body: { messageId: 'm', content: [] } };
const answered = (finishReason?: string): NewRecord => ({
  type: 'model_answered',
  body: { messageId: 'm', model: 'x', content: [], ...(finishReason === undefined ? {} : { finishReason }) },
});
const failed = (isFinal: boolean): NewRecord => ({
  type: 'model_failed',
  body: { model: 'x', code: 'X', message: 'it broke', retryable: true, isFinal },
});
const requested = (callId: string, after?: string[]): NewRecord => ({
  type: 'tool_requested',
  body: { callId, name: 'write', args: { a: 1 }, effect: 'write', executor: 'local', ...(after ? { after } : {}) },
});
const decided = (callId: string, verdict: 'allow' | 'ask' | 'deny'): NewRecord => ({
  type: 'tool_decided',
  body: { callId, verdict, findings: [] },
});
const asked = (callId: string): NewRecord => ({
  type: 'input_requested',
  body: {
    request: {
      kind: 'confirmation',
      inputId: `about ${callId}`,
      title: 't',
      callId,
      tool: 'write',
      args: {},
      effect: 'write',
      digest: 'd',
      findings: [],
    },
  },
});
const resolved = (callId: string, outcome: InputOutcome): NewRecord => ({
  type: 'input_resolved',
  body: { inputId: `about ${callId}`, outcome },
});
const confirmed = { kind: 'confirmation', outcome: 'once', digest: 'd' } as const;
const started = (callId: string): NewRecord => ({ type: 'tool_started', body: { callId, key: `key of ${callId}` } });
const finished = (callId: string): NewRecord => ({
  type: 'tool_finished',
  body: { callId, name: 'write', content: [], isError: false },
});
const blocked = (callId: string): NewRecord => ({
  type: 'tool_blocked',
  body: {
    callId,
    command: 'touch a',
    profile: 'observe',
    walls: [{ need: 'write', target: '/w/a', isInside: true }],
    content: [{ type: 'text', text: 'no' }],
  },
});
const interrupted = (callId: string): NewRecord => ({
  type: 'tool_interrupted',
  body: { callId, name: 'write', reason: 'r' },
});
const limited = (limit: string): NewRecord => ({ type: 'limit_reached', body: { limit, value: 1, max: 1 } });

const tooLong: NewRecord = {
  type: 'model_failed',
  body: { model: 'x', code: 'X', message: 'too long', retryable: false, isFinal: false, shortens: true },
};
const rejected: NewRecord = { type: 'compaction_rejected', body: { reason: 'r', tokens: 9 } };
const compacted: NewRecord = {
  type: 'context_compacted',
  body: { through: 1, summary: 's', tokensBefore: 9, tokensAfter: 1 },
};
const setAside: NewRecord = { type: 'part_set_aside', body: { record: 2, part: 0, kind: 'image', reason: 'r' } };

test.each<[string, NewRecord[], Partial<TurnState>]>([
  ['a request that was too long is marked', [begun, said, tooLong], { overflow: 'refused', failures: 0 }],
  ['a summary is tried once', [begun, said, tooLong, compacted], { overflow: 'tried' }],
  ['a rejected summary counts as tried too', [begun, said, tooLong, rejected], { overflow: 'tried' }],
  ['a summary for another reason does not count', [begun, said, compacted], { overflow: 'none' }],
  ['an answer resets it', [begun, said, tooLong, compacted, answered()], { overflow: 'none' }],
  [
    'a request without the rejected part counts as new',
    [begun, said, failed(false), setAside],
    { failures: 0, end: null },
  ],
  ['no stream is open at the start', [], { streamId: null }],
  ['a stream is open once it started', [begun], { streamId: 's', steps: 0, isModelOwed: false }],
  ['a message needs an answer', [begun, said], { isModelOwed: true }],
  [
    'an answer counts as a step and settles that',
    [begun, said, answered('STOP')],
    { isModelOwed: false, steps: 1, end: null },
  ],
  ['a message after an answer needs one too', [begun, said, answered(), steered], { isModelOwed: true }],
  [
    'the selected model is that of the stream',
    [begun, { type: 'model_selected', body: { model: 'x', config: {}, strategy: 's' } }],
    { model: 'x' },
  ],
  ['MAX_TOKENS ends it as max_output', [begun, said, answered('MAX_TOKENS')], { end: { reason: 'max_output' } }],
  ['ABORTED ends it as aborted', [begun, said, answered('ABORTED')], { end: { reason: 'aborted' } }],
  ['a final failure ends it', [begun, said, failed(true)], { end: { reason: 'failed', message: 'it broke' } }],
  ['a failure that is not final does not end it', [begun, said, failed(false)], { end: null, isModelOwed: true }],
  [
    'calls take precedence over a finish reason',
    [begun, said, answered('MAX_TOKENS'), requested('a')],
    { end: null, isModelOwed: false },
  ],
  [
    'a batch is done when all its calls are, and then the model needs their results',
    [begun, said, answered(), requested('a'), requested('b'), finished('b'), interrupted('a')],
    { batch: [], isModelOwed: true },
  ],
  [
    'the end of a stream resets the state',
    [begun, said, answered(), requested('a'), { type: 'stream_ended', body: { reason: 'aborted' } }],
    idleTurn,
  ],
  ['a rewind resets the state', [begun, said, { type: 'rewound', body: { to: 1 } }], idleTurn],
  [
    'a fork resets the state',
    [begun, said, { type: 'session_forked', body: { sessionId: 'x', from: 'y', at: 1, hash: 'h' } }],
    idleTurn,
  ],
  [
    'a new stream counts its steps from zero',
    [begun, said, answered(), { type: 'stream_ended', body: { reason: 'completed' } }, begun],
    { steps: 0 },
  ],
  [
    'a notice changes nothing',
    [begun, said, { type: 'notice', body: { level: 'info', code: 'N', text: '' } }],
    { isModelOwed: true },
  ],
])('%s', (_, records, state) => {
  expect(fold(...records)).toMatchObject(state);
});

test.each(['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'])(
  'finish reason %s ends it as refused, with a message',
  (finishReason) => {
    expect(fold(begun, said, answered(finishReason)).end).toEqual({ reason: 'refused', message: finishReason });
  },
);

test.each(['max_steps', 'max_tokens', 'max_cost', 'max_time'])('limit %s is its end reason', (limit) => {
  expect(fold(begun, said, limited(limit)).end).toEqual({ reason: limit });
});

test('an unknown limit ends it as failed', () => {
  expect(fold(begun, said, limited('max_moons')).end).toEqual({
    reason: 'failed',
    message: 'limit reached: max_moons',
  });
});

const fresh = {
  callId: 'a',
  at: '',
  name: 'write',
  args: { a: 1 },
  effect: 'write',
  executor: 'local',
  after: [],
  verdict: null,
  inputId: null,
  expiresAt: null,
  outcome: null,
  asked: [],
  attempts: 0,
  blocked: null,
  key: null,
  held: [],
  hostUntil: null,
  isFinished: false,
};

test.each<[string, NewRecord[], object]>([
  ['is undecided when it is requested', [], fresh],
  ['has its verdict once it is decided', [decided('a', 'deny')], { ...fresh, verdict: 'deny' }],
  ['has its approval request', [decided('a', 'ask'), asked('a')], { ...fresh, verdict: 'ask', inputId: 'about a' }],
  [
    'has the answer to its approval request',
    [decided('a', 'ask'), asked('a'), resolved('a', confirmed)],
    { ...fresh, verdict: 'ask', inputId: 'about a', outcome: confirmed },
  ],
  [
    'gets the arguments of an answer that edits it',
    [asked('a'), resolved('a', { ...confirmed, outcome: 'edited', args: { a: 2 } })],
    { ...fresh, inputId: 'about a', args: { a: 2 }, outcome: { ...confirmed, outcome: 'edited', args: { a: 2 } } },
  ],
  [
    'ignores the arguments of any other answer',
    [asked('a'), resolved('a', { ...confirmed, args: { a: 2 } })],
    { ...fresh, inputId: 'about a', outcome: { ...confirmed, args: { a: 2 } } },
  ],
  [
    'is refused when the user did not answer in time',
    [asked('a'), { type: 'input_expired', body: { inputId: 'about a', reason: 'r' } }],
    { ...fresh, inputId: 'about a', outcome: { kind: 'expired' } },
  ],
  ['has its key once its effect may have started', [started('a')], { ...fresh, key: 'key of a' }],
  ['is not changed by the answer for another call', [asked('b'), resolved('b', confirmed)], fresh],
  [
    'is undecided again if the sandbox blocked it, and runs under another key',
    [decided('a', 'allow'), started('a'), blocked('a')],
    { ...fresh, start: undefined, profile: undefined, attempts: 1, blocked: blocked('a').body },
  ],
])('a call %s', (_, records, call) => {
  expect(fold(begun, said, answered(), requested('a'), requested('b'), ...records).batch[0]).toEqual(call);
});

test('a call keeps the list of calls that it waits for', () => {
  expect(fold(begun, said, answered(), requested('a'), requested('b', ['a'])).batch[1]?.after).toEqual(['a']);
});

test('a question that is not about a call changes nothing', () => {
  const before = [begun, said, answered(), requested('a')];
  const question: NewRecord = {
    type: 'input_requested',
    body: { request: { kind: 'text', inputId: 'i', title: 't' } },
  };
  expect(fold(...before, question)).toEqual(fold(...before));
});

test('a snapshot restores the exact state', () => {
  const state = fold(begun, said, answered(), requested('a'), decided('a', 'ask'), asked('a'), started('a'));
  expect(turnFold.decode(turnFold.encode(state))).toEqual(state);
});
