import * as fc from 'fast-check';
import { AgentError } from '@bowline/protocol';
import { describe, expect, test } from 'vitest';
import type { ModelChunk, ModelClient } from '../model-client.ts';
import type { CassetteEntry } from './cassette-line.ts';
import { replayFrom } from './replay-from.ts';

const header = '{"bowline":"cassette","v":1}';
const says = (text: string): ModelChunk => ({ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' });
const entry = (model: string, text: string, more: Partial<CassetteEntry> = {}): CassetteEntry => ({
  v: 1,
  model,
  request: { digest: 'd', messages: 1, lastUser: 'hi' },
  chunks: [says(text)],
  at: '2026-01-02T03:04:05.000Z',
  ...more,
});
const cassette = (...entries: readonly CassetteEntry[]): string =>
  `${[header, ...entries.map((one) => JSON.stringify(one))].join('\n')}\n`;

async function ask(client: ModelClient, model: string, signal = new AbortController().signal): Promise<string> {
  const heard: string[] = [];
  for await (const { content } of client.stream({ model, contents: [], config: {} }, signal))
    heard.push(...(content?.parts ?? []).map((part) => part.text ?? ''));
  return heard.join('');
}

test('each model answers in the order of the file, whatever the request', async () => {
  const replay = replayFrom(cassette(entry('a', '1'), entry('b', '2'), entry('a', '3'), entry('b', '4')));
  expect(replay.left()).toEqual(
    new Map([
      ['a', 2],
      ['b', 2],
    ]),
  );
  expect(await ask(replay, 'b')).toBe('2');
  expect(await ask(replay, 'a')).toBe('1');
  expect(await ask(replay, 'a')).toBe('3');
  expect(await ask(replay, 'b')).toBe('4');
  expect(replay.left().size).toBe(0);
});

test('a missing answer is an error that lists the unused ones', async () => {
  const replay = replayFrom(cassette(entry('a', '1'), entry('b', '2'), entry('b', '3')));
  await ask(replay, 'a');
  await expect(ask(replay, 'a')).rejects.toMatchObject({
    code: 'MODEL_BAD_REQUEST',
    retryable: false,
    message: 'The cassette has no more answers of a',
    hint: 'It still has 2 of b',
  });
  await ask(replay, 'b');
  await ask(replay, 'b');
  await expect(ask(replay, 'b')).rejects.toMatchObject({
    hint: expect.stringContaining('more requests than') as string,
  });
});

test('an error is thrown unchanged after the chunks before it', async () => {
  const error = { code: 'MODEL_QUOTA', message: 'no', hint: 'wait', retryable: true, details: { seconds: 3 } } as const;
  const chunks: ModelChunk[] = [];
  const failing = (async () => {
    const replay = replayFrom(cassette(entry('m', 'a', { error })));
    for await (const chunk of replay.stream({ model: 'm', contents: [], config: {} }, new AbortController().signal))
      chunks.push(chunk);
  })();
  const thrown: unknown = await failing.catch((caught: unknown) => caught);
  expect(AgentError.is(thrown)).toBe(true);
  expect(thrown).toMatchObject(error);
  expect(chunks).toEqual([says('a')]);
});

test('an error of an older recording has its facts as fields', async () => {
  const details = { status: 429, retryAfterMs: 7000, limit: 'day' };
  const error = { code: 'MODEL_QUOTA', message: 'no', retryable: false, details } as const;
  await expect(ask(replayFrom(cassette(entry('m', 'a', { error }))), 'm')).rejects.toMatchObject({
    retryAfter: 7000,
    quota: 'day',
  });
});

test('an aborted answer ends where it was cut off', async () => {
  expect(await ask(replayFrom(cassette(entry('m', 'half', { aborted: true }))), 'm')).toBe('half');
});

test('an abort ends an answer at once without an error', async () => {
  const stop = new AbortController();
  const error = { code: 'MODEL_QUOTA', message: 'no', retryable: true, details: {} } as const;
  const replay = replayFrom(cassette(entry('m', 'a', { chunks: [says('a'), says('b')], error })));
  const chunks: ModelChunk[] = [];
  for await (const chunk of replay.stream({ model: 'm', contents: [], config: {} }, stop.signal)) {
    chunks.push(chunk);
    stop.abort();
  }
  expect(chunks).toEqual([says('a')]);
});

test('two concatenated cassettes are read as one', async () => {
  const replay = replayFrom(`\uFEFF${cassette(entry('m', '1'))}\r\n${cassette(entry('m', '2'))}`);
  expect([await ask(replay, 'm'), await ask(replay, 'm')]).toEqual(['1', '2']);
});

describe('an invalid cassette is rejected with the line number', () => {
  const good = JSON.stringify(entry('m', 'a'));
  test.each<[string, string, string]>([
    ['nothing', '', 'Line 1 of the cassette is missing: the cassette is empty'],
    ['not JSON', 'hello', 'Line 1 of the cassette is not JSON'],
    ['a missing header', good, 'Line 1 of the cassette is not the header of a cassette of version 1'],
    [
      'a later version',
      '{"bowline":"cassette","v":2}',
      'Line 1 of the cassette is not the header of a cassette of version 1',
    ],
    ['a truncated line', `${header}\n${good}\n${good.slice(0, 40)}`, 'Line 3 of the cassette is not JSON'],
    ['another object', `${header}\n\n{"v":1}`, 'Line 3 of the cassette is not an entry: model is missing or wrong'],
    ['not an object', `${header}\n[]`, 'Line 2 of the cassette is not an entry'],
    [
      'invalid parts',
      `${header}\n${JSON.stringify({ ...entry('m', 'a'), chunks: [{ content: { parts: ['a'] } }] })}`,
      'Line 2 of the cassette is not an entry: chunks.0.content is missing or wrong',
    ],
    [
      'an unknown code',
      `${header}\n${JSON.stringify({ ...entry('m', 'a'), error: { code: 'X', message: '', retryable: false, details: {} } })}`,
      'Line 2 of the cassette is not an entry: error.code is missing or wrong',
    ],
  ])('%s', (_, text, message) => {
    expect(() => replayFrom(text)).toThrow(
      expect.objectContaining({ code: 'IMPORT_INVALID', message, hint: expect.any(String) as string }) as Error,
    );
  });

  test('for any content', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(header))), (lines) => {
        try {
          replayFrom(lines.join('\n'));
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'IMPORT_INVALID' });
        }
      }),
    );
  });
});
