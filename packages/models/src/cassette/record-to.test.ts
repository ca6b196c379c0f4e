import type { Content } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ModelChunk, ModelClient, ModelRequest } from '../model-client.ts';
import { cassetteEntrySchema, type CassetteEntry } from './cassette-line.ts';
import { recordTo } from './record-to.ts';
import { createRedactor } from './redactor.ts';

const secret = 'hunter2hunter2';
const at = '2026-01-02T03:04:05.000Z';
let lines: string[];
beforeEach(() => {
  lines = [];
});

const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
const request = (...contents: Content[]): ModelRequest => ({ model: 'm', contents, config: {} });
const says = (text: string): ModelChunk => ({ content: { role: 'model', parts: [{ text }] } });
const stop: ModelChunk = { finishReason: 'STOP' };

function client(chunks: readonly ModelChunk[], end?: () => void): ModelClient {
  return {
    async *stream() {
      yield* chunks;
      end?.();
    },
  };
}

function record(live: ModelClient): ModelClient {
  return recordTo(live, (line) => lines.push(line), { redact: createRedactor([secret]), now: () => new Date(at) });
}

async function ask(
  live: ModelClient,
  given = request(user('hi')),
  signal = new AbortController().signal,
): Promise<ModelChunk[]> {
  const heard: ModelChunk[] = [];
  for await (const chunk of record(live).stream(given, signal)) heard.push(chunk);
  return heard;
}

const entry = (): CassetteEntry => cassetteEntrySchema.parse(JSON.parse(lines[1] ?? ''));

test('an answer passes through unchanged and is written as one line, after a header', async () => {
  const heard = await ask(client([says('a'), says('b'), stop]));
  expect(heard).toEqual([says('a'), says('b'), stop]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { bowline: 'cassette', v: 1 },
    {
      v: 1,
      model: 'm',
      request: { digest: expect.stringMatching(/^[0-9a-f]{16}$/) as string, messages: 1, lastUser: 'hi' },
      chunks: [{ ...says('ab'), ...stop }],
      at,
    },
  ]);
});

test('nothing is written before the first request, and the header only once', async () => {
  const recorder = record(client([stop]));
  expect(lines).toEqual([]);
  for (let count = 0; count < 2; count += 1) {
    for await (const _ of recorder.stream(request(), new AbortController().signal));
  }
  expect(lines).toHaveLength(3);
});

describe('an answer without an end', () => {
  const error = new AgentError('MODEL_QUOTA', 'no more', { hint: 'wait', retryable: true, details: { seconds: 3 } });

  test('that failed is written with its error, which is rethrown', async () => {
    const fails = client([says('a')], () => {
      throw error;
    });
    await expect(ask(fails)).rejects.toBe(error);
    expect(entry()).toMatchObject({
      chunks: [says('a')],
      error: { code: 'MODEL_QUOTA', message: 'no more', hint: 'wait', retryable: true, details: { seconds: 3 } },
    });
    expect(entry().aborted).toBeUndefined();
  });

  test('that failed with another error still has a code', async () => {
    const boom = new TypeError('boom');
    const fails = client([], () => {
      throw boom;
    });
    await expect(ask(fails)).rejects.toBe(boom);
    expect(entry().error).toMatchObject({ code: 'INTERNAL', message: 'boom' });
  });

  test('that was aborted is marked as aborted', async () => {
    const stopping = new AbortController();
    await ask(
      client([says('a')], () => {
        stopping.abort();
      }),
      request(),
      stopping.signal,
    );
    expect(entry()).toMatchObject({ chunks: [says('a')], aborted: true });
    expect(entry().error).toBeUndefined();
  });

  test('that was not read to its end is marked as aborted', async () => {
    for await (const _ of record(client([says('a'), says('b'), stop])).stream(request(), new AbortController().signal))
      break;
    expect(entry()).toMatchObject({ chunks: [says('a')], aborted: true });
  });
});

test('an answer that was complete before the abort is not marked', async () => {
  const stopping = new AbortController();
  await ask(
    client([says('a'), stop], () => {
      stopping.abort();
    }),
    request(),
    stopping.signal,
  );
  expect(entry().aborted).toBeUndefined();
});

describe('the recorded request', () => {
  const previewOf = async (...contents: Content[]): Promise<string> => {
    lines = [];
    await ask(client([stop]), request(...contents));
    return entry().request.lastUser;
  };

  test('has the beginning of the last user message', async () => {
    const result: Content = { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'x' } } }] };
    expect(await previewOf(user('one'), user('two'), { role: 'model', parts: [{ text: 'three' }] }, result)).toBe(
      'two',
    );
    expect(await previewOf(user('x'.repeat(500)))).toBe('x'.repeat(200));
    expect(await previewOf(user(`${'x'.repeat(199)}🪢`))).toBe(`${'x'.repeat(199)}\ufffd`);
    expect(await previewOf()).toBe('');
  });

  test('has a digest, which differs between requests', async () => {
    await ask(client([stop]), request(user('a')));
    const first = entry().request.digest;
    lines = [];
    await ask(client([stop]), request(user('a')));
    expect(entry().request.digest).toBe(first);
    lines = [];
    await ask(client([stop]), request(user('b')));
    expect(entry().request.digest).not.toBe(first);
  });
});

describe('a secret is not written', () => {
  const key = ['sk', 'a1B2c3D4e5F6g7H8i9J0k1L2'].join('-');

  test.each<[string, ModelChunk[]]>([
    ['in text', [says(`a ${secret} b ${key}`), stop]],
    ['in text that came in pieces', [says('hunter2h'), { ...says('unter2'), usage: {} }, stop]],
    [
      'in text before a call in the same chunk',
      [says('hunter2'), { content: { role: 'model', parts: [{ text: 'hunter2' }, { functionCall: { name: 'f' } }] } }],
    ],
    ['in a thought', [{ content: { role: 'model', parts: [{ text: secret, thought: true }] } }]],
    [
      'in the arguments of a call, at any depth, and in their names',
      [
        {
          content: {
            role: 'model',
            parts: [{ functionCall: { name: 'f', args: { code: secret, a: [{ [key]: key, b: `x${secret}` }] } } }],
          },
        },
      ],
    ],
    ['in a finish message', [{ finishReason: 'OTHER', finishMessage: secret }]],
  ])('%s', async (_, chunks) => {
    await ask(client(chunks));
    expect(lines.join('\n')).not.toContain('hunter2');
    expect(lines.join('\n')).not.toContain(key);
    expect(JSON.stringify(entry().chunks)).toContain('[redacted]');
  });

  test('in a user message, even if it is cut off there', async () => {
    await ask(client([stop]), request(user(`${'x'.repeat(190)} ${secret}`)));
    expect(lines.join('\n')).not.toContain('hunter');
  });

  test('in an error', async () => {
    const fails = client([], () => {
      throw new AgentError('MODEL_AUTH', `no: ${secret}`, {
        hint: `not ${secret}`,
        details: { key, [secret]: 1, left: 0 },
      });
    });
    await expect(ask(fails)).rejects.toThrow(secret);
    expect(lines.join('\n')).not.toContain('hunter2');
    expect(entry().error).toMatchObject({
      code: 'MODEL_AUTH',
      message: 'no: [redacted]',
      hint: 'not [redacted]',
      details: { key: '[redacted]', left: 0 },
    });
  });

  test('and one that looks like a part of the format does not break it', async () => {
    const recorder = recordTo(client([says('content')]), (line) => lines.push(line), {
      redact: createRedactor(['content', 'message', 'chunks', 'MODEL_AUTH', 'functionCall']),
    });
    for await (const _ of recorder.stream(request(), new AbortController().signal));
    expect(entry().chunks).toEqual([says('[redacted]')]);
  });
});
