import { ApiError, GoogleGenAI, type GenerateContentResponse } from '@google/genai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { answer } from '../../scripted-model/answer.ts';
import type { ModelScript, ScriptedStep } from '../../model-script.ts';
import { openModelServer, type ModelServer, type ModelServerOptions } from '../model-server.ts';

const opened: ModelServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function open(script: ModelScript | readonly ScriptedStep[], options?: ModelServerOptions) {
  const server = await openModelServer(script, options);
  opened.push(server);
  const client = new GoogleGenAI({ apiKey: 'secret', httpOptions: { baseUrl: server.url } });
  return { server, client };
}

interface Outcome {
  readonly chunks: readonly GenerateContentResponse[];
  readonly error: unknown;
}

interface Question {
  readonly model?: string;
  readonly text?: string;
  readonly abortSignal?: AbortSignal;
  readonly onChunk?: () => void;
}

async function ask(client: GoogleGenAI, { model = 'm', text = 'hi', ...question }: Question = {}): Promise<Outcome> {
  const chunks: GenerateContentResponse[] = [];
  const config = question.abortSignal === undefined ? {} : { abortSignal: question.abortSignal };
  try {
    for await (const chunk of await client.models.generateContentStream({ model, contents: text, config })) {
      chunks.push(chunk);
      question.onChunk?.();
    }
  } catch (error) {
    return { chunks, error };
  }
  return { chunks, error: undefined };
}

const texts = ({ chunks }: Outcome): readonly unknown[] => chunks.map(({ text }) => text);

async function readPieces({ url }: ModelServer): Promise<readonly Uint8Array[]> {
  const path = `${url}/v1/models/m:streamGenerateContent?alt=sse`;
  const { body } = await fetch(path, { method: 'POST', body: '{}' });
  const pieces: Uint8Array[] = [];
  if (body !== null) for await (const piece of body) pieces.push(piece);
  return pieces;
}

describe('a scripted Gemini server, called by the real client', () => {
  test('streams text in chunks, with finish and usage on the last', async () => {
    const { server, client } = await open([answer.text('Hello', ', ', 'you.')]);
    const outcome = await ask(client);
    expect(texts(outcome)).toEqual(['Hello', ', ', 'you.']);
    expect(outcome.chunks.map(({ candidates }) => candidates?.[0]?.finishReason)).toEqual([
      undefined,
      undefined,
      'STOP',
    ]);
    expect(outcome.chunks[2]?.usageMetadata).toMatchObject({ candidatesTokenCount: 3 });
    expect(outcome.chunks[0]?.modelVersion).toBe('m');
    expect([server.left(), server.faults]).toEqual([0, []]);
  });

  test('streams thoughts and their signatures', async () => {
    const { client } = await open([{ chunks: [{ thought: { text: 'hm', signature: 's' } }, { text: 'a' }] }]);
    const { chunks } = await ask(client);
    expect(chunks[0]?.candidates?.[0]?.content?.parts).toEqual([{ text: 'hm', thought: true, thoughtSignature: 's' }]);
    expect(chunks[1]?.usageMetadata?.thoughtsTokenCount).toBe(1);
  });

  test('makes parallel calls', async () => {
    const calls = [
      { name: 'read_file', args: { file_path: 'a' }, id: 'c1' },
      { name: 'read_file', args: { file_path: 'b' }, id: 'c2' },
    ];
    const { client } = await open([answer.calls(...calls)]);
    expect((await ask(client)).chunks[0]?.functionCalls).toEqual(calls);
  });

  test('responds to a call without streaming with the complete step', async () => {
    const { client } = await open([
      { chunks: [{ thought: 'hm' }, { text: 'Hel' }, { text: 'lo' }, { calls: [{ name: 'a' }] }] },
    ]);
    const { candidates, usageMetadata } = await client.models.generateContent({ model: 'm', contents: 'hi' });
    expect(candidates?.[0]).toMatchObject({
      content: {
        parts: [{ text: 'hm', thought: true }, { text: 'Hello' }, { functionCall: { name: 'a', args: {} } }],
      },
      finishReason: 'STOP',
    });
    expect(usageMetadata?.thoughtsTokenCount).toBe(1);
  });

  test('fails with the HTTP error and its details', async () => {
    const { server, client } = await open([answer.quota({ retryDelay: '0.2s', quotaId: 'RequestsPerDay' })]);
    const { error } = await ask(client);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429 });
    expect(JSON.parse((error as ApiError).message)).toEqual({
      error: {
        code: 429,
        message: 'You exceeded your current quota.',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'RequestsPerDay' }] },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.2s' },
        ],
      },
    });
    expect(server.requests).toHaveLength(1);
  });

  test('fails with a page that is not JSON', async () => {
    const { client } = await open([answer.httpError(502, { body: '<html>Bad gateway</html>' })]);
    const { error } = await ask(client);
    expect(error).toMatchObject({ status: 502 });
    expect((error as ApiError).message).toContain('<html>Bad gateway</html>');
  });

  test('fails in the middle of a stream', async () => {
    const raw = { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } };
    const { client } = await open([
      {
        chunks: [
          { text: 'a', delayMs: 1 },
          { raw, delayMs: 1 },
        ],
      },
    ]);
    const outcome = await ask(client);
    expect(texts(outcome)).toEqual(['a']);
    expect(outcome.error).toMatchObject({ name: 'ApiError', status: 503 });
  });

  test('cuts the connection before the headers, or after the chunks', async () => {
    const { client } = await open([answer.cut(), { cut: true, chunks: [{ text: 'a' }, { delayMs: 30 }] }]);
    expect((await ask(client)).error).toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } });
    const outcome = await ask(client);
    expect(texts(outcome)).toEqual(['a']);
    expect(outcome.error).toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } });
  });

  test('sends data that is not JSON', async () => {
    const { client } = await open([answer.garbage('a'), answer.garbage()]);
    const outcome = await ask(client);
    expect(texts(outcome)).toEqual(['a']);
    expect(outcome.error).toBeInstanceOf(SyntaxError);
    await expect(client.models.generateContent({ model: 'm', contents: 'hi' })).rejects.toBeInstanceOf(SyntaxError);
  });

  test.each<[string, ScriptedStep]>([
    ['before the headers', answer.hang()],
    ['during a delay', { ...answer.text('a'), delayHeadersMs: 1e6 }],
  ])('hangs %s until the caller aborts', async (_, step) => {
    const { server, client } = await open([step]);
    const controller = new AbortController();
    const outcome = ask(client, { abortSignal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await outcome).toMatchObject({ chunks: [], error: { name: 'AbortError' } });
  });

  test('hangs after its chunks until the caller aborts', async () => {
    const { client } = await open([answer.hang('a')]);
    const controller = new AbortController();
    const onChunk = (): void => {
      setImmediate(() => {
        controller.abort();
      });
    };
    const outcome = await ask(client, { abortSignal: controller.signal, onChunk });
    expect(texts(outcome)).toEqual(['a']);
    expect(outcome.error).toMatchObject({ name: 'AbortError' });
  });

  test('splits its bytes in the middle of characters', async () => {
    const step = { ...answer.text('naïve ', '😀😀'), splitBytes: 1 };
    const { server, client } = await open([step, step]);
    expect(texts(await ask(client))).toEqual(['naïve ', '😀😀']);
    const strict = new TextDecoder('utf-8', { fatal: true });
    const isBroken = (piece: Uint8Array): boolean => {
      try {
        return strict.decode(piece) === '';
      } catch {
        return true;
      }
    };
    expect((await readPieces(server)).some(isBroken)).toBe(true);
  });

  test('reports a used-up script over HTTP and in its faults', async () => {
    const { server, client } = await open([answer.text('a')]);
    await ask(client);
    const { error } = await ask(client, { text: 'more' });
    const fault = 'model called 2 times, the script has 1 steps (m was asked: more)';
    expect(error).toMatchObject({ status: 500 });
    expect((error as ApiError).message).toContain(fault);
    expect(server.faults).toEqual([fault]);
  });

  test('reserves steps for a model and for the text of the user', async () => {
    const { server, client } = await open({
      steps: [answer.text('plain')],
      rules: [
        { model: 'flash', contains: 'route', steps: [answer.text('routed')] },
        { model: 'flash', steps: [answer.text('flash')], repeat: true },
      ],
    });
    const heard: unknown[] = [];
    const questions = [
      ['flash', 'hi'],
      ['pro', 'route'],
      ['flash', 'route this'],
      ['flash', 'route this'],
    ] as const;
    for (const [model, text] of questions) heard.push(...texts(await ask(client, { model, text })));
    expect(heard).toEqual(['flash', 'plain', 'routed', 'flash']);
    expect([server.left(), server.faults]).toEqual([0, []]);
  });

  test('repeats its last step, or generates steps after the end of the script', async () => {
    const repeating = await open([answer.text('a')], { repeat: true });
    expect([...texts(await ask(repeating.client)), ...texts(await ask(repeating.client))]).toEqual(['a', 'a']);
    const generating = await open([answer.text('a')], {
      generate: ({ model }, n) => answer.text(`${model ?? ''} ${n}`),
    });
    expect([...texts(await ask(generating.client)), ...texts(await ask(generating.client))]).toEqual(['a', 'm 1']);
  });

  test('counts tokens without using up a step', async () => {
    const { server, client } = await open([answer.text('a')]);
    const count = async (contents: string) =>
      (await client.models.countTokens({ model: 'm', contents })).totalTokens ?? 0;
    expect((await count('x'.repeat(4000))) - (await count('x'.repeat(400)))).toBe(900);
    expect(server.left()).toBe(1);
  });

  test('rejects unknown requests and records them as faults', async () => {
    const { server, client } = await open([answer.text('a')]);
    await expect(client.models.embedContent({ model: 'm', contents: 'a' })).rejects.toMatchObject({ status: 404 });
    const send = (path: string, body: string) => fetch(`${server.url}${path}`, { method: 'POST', body });
    expect((await send('/v1/models/m:streamGenerateContent', '{}')).status).toBe(400);
    expect((await send('/v1/models/m:generateContent', 'nonsense')).status).toBe(400);
    expect((await send('/v1/models/%E0%A4%A:generateContent', '{}')).status).toBe(500);
    expect(server.faults).toEqual([
      'POST /v1beta/models/m:batchEmbedContents is not scripted',
      '/v1/models/m:streamGenerateContent is only scripted with ?alt=sse',
      'the body of POST /v1/models/m:generateContent is not JSON',
      'URI malformed',
    ]);
    expect(server.left()).toBe(1);
  });

  test('stores and logs requests without the key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
    const logFile = join(folder, 'requests.jsonl');
    const { server, client } = await open([answer.text('a')], { logFile });
    await ask(client, { model: 'tuned:one/two' });
    await fetch(`${server.url}/v1beta/models?key=secret`);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      model: 'tuned:one/two',
      action: 'streamGenerateContent',
      headers: { 'x-goog-api-key': '[redacted]' },
      body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    });
    const log = readFileSync(logFile, 'utf8');
    rmSync(folder, { recursive: true });
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(server.requests);
    expect(JSON.stringify(server.requests) + log).not.toContain('secret');
  });

  test('stores no bodies if told not to', async () => {
    const { server, client } = await open([answer.text('a')], { keepBodies: false });
    await ask(client);
    expect(server.requests.map(({ body }) => body)).toEqual([undefined]);
  });

  test('ends every connection when closed, including one that hangs', async () => {
    const { server, client } = await open([answer.hang()]);
    const outcome = ask(client);
    await expect.poll(() => server.requests.length).toBe(1);
    await server.close();
    await server.close();
    expect((await outcome).error).toMatchObject({ message: 'fetch failed' });
  });

  test('sends 16,000 chunks in linear time', async () => {
    const [few, many] = [1_000, 16_000].map((length) => ({
      chunks: Array.from({ length }, (_, n) => ({ text: `chunk ${n} ` })),
    }));
    const { server } = await open({ rules: [{ model: 'm', steps: [few, few, many, many] as ScriptedStep[] }] });
    const time = async (): Promise<number> => {
      const start = performance.now();
      await readPieces(server);
      return performance.now() - start;
    };
    await time();
    const small = await time();
    const big = Math.min(await time(), await time());
    expect(big / small).toBeLessThan(16 * 4);
    expect(server.faults).toEqual([]);
  });
});
