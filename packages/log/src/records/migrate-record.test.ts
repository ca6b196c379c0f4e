import { expect, test } from 'vitest';
import { parseBody } from './log-record.ts';
import { migrateRecord, toCurrentType, type AnyRecord } from './migrate-record.ts';

const request = { kind: 'text', inputId: 'q', title: 'what?' };
const answer = (content: unknown): AnyRecord => ({
  type: 'model_answered',
  body: { messageId: 'm', model: 'x', content },
});
const parts = (...given: readonly object[]): AnyRecord => answer({ role: 'model', parts: given });

test.each<[string, AnyRecord, AnyRecord]>([
  ['a question', { type: 'confirmation_requested', body: { request } }, { type: 'input_requested', body: { request } }],
  [
    'an answer to a question',
    { type: 'confirmation_resolved', body: { inputId: 'q', outcome: { kind: 'text', text: 'that' } } },
    { type: 'input_resolved', body: { inputId: 'q', outcome: { kind: 'text', text: 'that' } } },
  ],
  [
    'an expired question',
    { type: 'confirmation_expired', body: { inputId: 'q', reason: 'late' } },
    { type: 'input_expired', body: { inputId: 'q', reason: 'late' } },
  ],
  [
    'the limit on model steps',
    { type: 'limit_reached', body: { limit: 'max_turns', value: 3, max: 3 } },
    { type: 'limit_reached', body: { limit: 'max_steps', value: 3, max: 3 } },
  ],
  [
    'a stream that ended at the limit',
    { type: 'stream_ended', body: { reason: 'max_turns' } },
    { type: 'stream_ended', body: { reason: 'max_steps' } },
  ],
  ['text', parts({ text: 'a' }), answer([{ type: 'text', text: 'a' }])],
  [
    'text with a signature and other data',
    parts({ text: '', thoughtSignature: 's', partMetadata: { a: 1 } }),
    answer([{ type: 'text', text: '', signature: 's', provider: { partMetadata: { a: 1 } } }]),
  ],
  [
    'a thought',
    parts({ text: 'hm', thoughtSignature: 's', thought: true }),
    answer([{ type: 'reasoning', text: 'hm', signature: 's' }]),
  ],
  [
    'calls',
    parts(
      { functionCall: { name: 'a', args: { b: [1] }, id: 'c' }, thoughtSignature: 's' },
      { functionCall: { name: 'a', willContinue: true } },
    ),
    answer([
      { type: 'call', callId: 'c', name: 'a', args: { b: [1] }, signature: 's' },
      { type: 'call', name: 'a', provider: { functionCall: { willContinue: true } } },
    ]),
  ],
  [
    'an image and a file',
    parts({ inlineData: { mimeType: 'image/png', data: 'AA==' } }, { fileData: { fileUri: 'gs://a' } }),
    answer([
      { type: 'media', mimeType: 'image/png', data: 'AA==' },
      { type: 'media', uri: 'gs://a' },
    ]),
  ],
  [
    'a part that only a provider understands',
    parts({ executableCode: { code: '1' }, thoughtSignature: 's' }),
    answer([{ type: 'other', provider: { executableCode: { code: '1' }, thoughtSignature: 's' } }]),
  ],
  ['an answer without parts', answer({}), answer([])],
])('migrates %s of an older format', (_, older, current) => {
  expect(migrateRecord(older)).toEqual(current);
  expect(parseBody(current.type, migrateRecord(older).body)).toEqual(current.body);
  expect(migrateRecord(current)).toBe(current);
  expect(toCurrentType(older.type)).toBe(current.type);
});

test.each<AnyRecord>([
  { type: 'stream_ended', body: { reason: 'max_tokens' } },
  { type: 'notice', body: { level: 'info', code: 'A', text: 'max_turns' } },
  { type: 'constructor', body: {} },
  { type: 'model_answered', body: null },
])('leaves %j unchanged', (record) => {
  expect(migrateRecord(record)).toBe(record);
});
