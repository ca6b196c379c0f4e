import { encodeRecord, GENESIS, placeGroups, sessionFold, type NewRecord, type PlacedRecord } from '@bowline/log';
import { decodeRecord, toSummary } from '@bowline/log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSummary, encodeSummary, reduceSummary } from './session-summary.ts';

const at = '2026-01-01T00:00:00.000Z';
const request = { kind: 'text', inputId: 'q', title: 'what?' } as const;
const content = [{ type: 'text' as const, text: 'hello' }];
const started = { sessionId: 's', workspace: '/w', agent: 'main', versions: {}, settings: {} };

const anyRecord = fc.constantFrom<NewRecord>(
  { type: 'session_started', body: started },
  { type: 'session_forked', body: { sessionId: 'f', from: 's', at: 1, hash: 'h' } },
  { type: 'stream_started', body: {}, streamId: 'x' },
  { type: 'stream_ended', body: { reason: 'completed' }, streamId: 'x' },
  { type: 'user_message', body: { messageId: 'm', content }, streamId: 'x' },
  { type: 'steering_message', body: { messageId: 'n', content }, streamId: 'x' },
  { type: 'title_changed', body: { title: 'a title' } },
  { type: 'mode_changed', body: { mode: 'plan' } },
  { type: 'model_requested', body: { model: 'm' } },
  { type: 'input_requested', body: { request } },
  { type: 'input_resolved', body: { inputId: 'q', outcome: { kind: 'text', text: 'that' } } },
  { type: 'input_expired', body: { inputId: 'q', reason: 'late' } },
  { type: 'tool_started', body: { callId: 'c', key: 'k' } },
  { type: 'notice', body: { level: 'info', code: 'A', text: 'b' } },
);

function place(records: readonly NewRecord[]): readonly PlacedRecord[] {
  const fields = records.map((record) => encodeRecord(record, at));
  return placeGroups([{ records: fields, after: null }], { seq: 0, hash: GENESIS }).records;
}

test('updating the saved summary batch by batch gives the same result as folding all records', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { minLength: 1 }), fc.integer({ min: 1, max: 5 }), (records, size) => {
      const placed = place(records);
      let known = { state: sessionFold.initial, isKnown: true };
      for (let n = 0; n < placed.length; n += size) {
        known = reduceSummary(known, placed.slice(n, n + size));
        known = { ...known, state: decodeSummary(encodeSummary(known.state), known.state.updatedAt) };
      }
      const folded = placed
        .map((record) => decodeRecord(record, record.seq, record.hash))
        .reduce(sessionFold.reduce, sessionFold.initial);
      expect(toSummary('s', known.state, placed.length)).toEqual(toSummary('s', folded, placed.length));
      expect(known.isKnown).toBe(true);
    }),
  );
});

test('after a rewind, the summary shows nothing open and is marked as unknown', () => {
  const records = place([
    { type: 'stream_started', body: {}, streamId: 'x' },
    { type: 'input_requested', body: { request } },
    { type: 'rewound', body: { to: 1 } },
  ]);
  const { state, isKnown } = reduceSummary({ state: sessionFold.initial, isKnown: true }, records);
  expect(state).toMatchObject({ activeStreamId: null, pending: [] });
  expect(isKnown).toBe(false);
});

test('the summary omits what lists do not need', () => {
  const records = place([
    { type: 'user_message', body: { messageId: 'm', content }, streamId: 'x' },
    { type: 'memory_loaded', body: { files: [{ path: '/a', text: 'b' }] } },
  ]);
  const { state } = reduceSummary({ state: sessionFold.initial, isKnown: true }, records);
  expect([state.recent, state.memory]).toEqual([[], []]);
});
