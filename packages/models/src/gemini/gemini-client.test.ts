import { GoogleGenAI, type Content, type GenerateContentConfig } from '@google/genai';
import { answer, openGeminiServer, type GeminiServer, type ScriptedStep } from '@bowline/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttp } from '../http/create-http.ts';
import type { ModelChunk } from '../model-client.ts';
import { openGeminiClient } from './gemini-client.ts';

let server: GeminiServer;
afterEach(async () => {
  await server.close();
});

const hello: Content[] = [{ role: 'user', parts: [{ text: 'hello' }] }];

async function ask(
  steps: readonly ScriptedStep[],
  more: { contents?: Content[]; config?: GenerateContentConfig; signal?: AbortSignal } = {},
): Promise<ModelChunk[]> {
  server = await openGeminiServer(steps);
  const { contents = hello, config = {}, signal = new AbortController().signal } = more;
  const chunks: ModelChunk[] = [];
  for await (const chunk of openGeminiClient({ apiKey: 'k', baseUrl: server.url }).stream(
    { model: 'm', contents, config },
    signal,
  ))
    chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: readonly ModelChunk[]): string =>
  chunks.map((chunk) => chunk.content?.parts?.map((part) => part.text).join('') ?? '').join('');

test('yields an answer as sent, with its finish reason and usage', async () => {
  const chunks = await ask([answer.thought('hm', 'one ', 'two')]);
  const parts = chunks.flatMap((chunk) => chunk.content?.parts ?? []);
  expect(parts).toEqual([{ text: 'hm', thought: true }, { text: 'one ' }, { text: 'two' }]);
  expect(chunks.at(-1)).toMatchObject({
    finishReason: 'STOP',
    usage: { promptTokenCount: expect.any(Number) as number },
  });
});

test('joins characters that were split on the wire', async () => {
  const text = 'ζωή 二 🪢 '.repeat(40);
  expect(textOf(await ask([{ ...answer.text(text), splitBytes: 7 }]))).toBe(text);
});

test("sends the same request as Google's own client", async () => {
  const contents: Content[] = [
    { role: 'user', parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }] },
    {
      role: 'model',
      parts: [
        { text: 'hm', thought: true, thoughtSignature: 'c2ln' },
        { functionCall: { name: 'f', args: { a: [1, { b: null }] } } },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'x' } } }] },
  ];
  const config: GenerateContentConfig = {
    systemInstruction: 'Be brief.',
    temperature: 0.5,
    topP: 0.9,
    topK: 3,
    maxOutputTokens: 100,
    stopSequences: ['END'],
    thinkingConfig: { includeThoughts: true, thinkingBudget: 100 },
    tools: [
      {
        functionDeclarations: [
          {
            name: 'f',
            description: 'd',
            parametersJsonSchema: { type: 'object', properties: { a: { type: 'array' } } },
          },
        ],
      },
    ],
  };
  await ask([answer.text('a'), answer.text('b')], { contents, config });
  const theirs = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url } });
  const answered = await theirs.models.generateContentStream({ model: 'm', contents, config });
  await answered.next();
  const [ours, expected] = server.requests;
  const { systemInstruction, ...body } = expected?.body as { systemInstruction: { parts: unknown[] } };
  expect(ours?.body).toEqual({ ...body, systemInstruction: { parts: systemInstruction.parts } });
  expect([ours?.method, ours?.path]).toEqual([expected?.method, expected?.path]);
});

test('omits the ids that we assigned to calls, and sends those of a provider', async () => {
  const call = (id: string): Content => ({ role: 'model', parts: [{ functionCall: { id, name: 'f', args: {} } }] });
  await ask([answer.text('a')], { contents: [...hello, call('call_1'), call('theirs')] });
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).not.toContain('call_1');
  expect(sent).toContain('theirs');
});

test('sends the headers of a gateway, and no key if there is none', async () => {
  server = await openGeminiServer([answer.text('a')]);
  const client = openGeminiClient({ baseUrl: `${server.url}/`, headers: { 'x-gateway': 'yes' } });
  for await (const chunk of client.stream({ model: 'm', contents: hello, config: {} }, new AbortController().signal))
    expect(textOf([chunk])).toBe('a');
  const [request] = server.requests;
  expect(request?.path).toMatch(/^\/v1beta\//);
  expect(request?.headers).toMatchObject({ 'x-gateway': 'yes' });
  expect(request?.headers).not.toHaveProperty('x-goog-api-key');
});

test('does not retry with a rejected key', async () => {
  await expect(ask([answer.httpError(401)])).rejects.toMatchObject({ code: 'MODEL_AUTH', details: { status: 401 } });
  expect(server.requests).toHaveLength(1);
});

test('names the proxy in an error, without its password', async () => {
  server = await openGeminiServer([]);
  const { host } = new URL(server.url);
  await server.close();
  const http = createHttp({ env: { HTTPS_PROXY: `http://me:hidden@${host}` } });
  const chunks = openGeminiClient({ apiKey: 'k', http }).stream(
    { model: 'm', contents: hello, config: {} },
    new AbortController().signal,
  );
  const thrown: unknown = await chunks[Symbol.asyncIterator]()
    .next()
    .catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code: 'MODEL_UNREACHABLE', hint: expect.stringContaining(host) as string });
  expect(String(thrown) + (thrown as { hint: string }).hint).not.toContain('hidden');
});

describe('an error has a code, a hint and whether to retry, for', () => {
  test.each<[string, ScriptedStep, string, boolean]>([
    ['400', answer.httpError(400), 'MODEL_BAD_REQUEST', false],
    ['401', answer.httpError(401), 'MODEL_AUTH', false],
    ['403', answer.httpError(403), 'MODEL_FORBIDDEN', false],
    ['404', answer.httpError(404), 'MODEL_NOT_FOUND', false],
    ['429', answer.quota(), 'MODEL_QUOTA', true],
    ['500', answer.httpError(500), 'MODEL_UNAVAILABLE', true],
    [
      'an HTML page of a gateway',
      answer.httpError(502, { body: '<html>bad gateway</html>' }),
      'MODEL_UNAVAILABLE',
      true,
    ],
    [
      'an error in the middle of a stream',
      { chunks: [{ text: 'a' }, { raw: { error: { code: 503, message: 'overloaded' } } }] },
      'MODEL_UNAVAILABLE',
      true,
    ],
    ['garbage', answer.garbage('a'), 'MODEL_INVALID_ANSWER', true],
    ['a cut connection', answer.cut(), 'MODEL_UNREACHABLE', true],
  ])('%s', async (...[, step, code, retryable]) => {
    await expect(ask([step])).rejects.toMatchObject({ code, retryable, hint: expect.any(String) as string });
  });

  test('a server that does not listen', async () => {
    server = await openGeminiServer([]);
    const { url } = server;
    await server.close();
    const chunks = openGeminiClient({ apiKey: 'k', baseUrl: url }).stream(
      { model: 'm', contents: hello, config: {} },
      new AbortController().signal,
    );
    await expect(chunks[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
  });
});

test('an abort ends the answer at once without an error', async () => {
  server = await openGeminiServer([answer.hang('a')]);
  const stop = new AbortController();
  const client = openGeminiClient({ apiKey: 'k', baseUrl: server.url });
  const chunks = client.stream({ model: 'm', contents: hello, config: {} }, stop.signal)[Symbol.asyncIterator]();
  expect(await chunks.next()).toMatchObject({ done: false, value: { content: { parts: [{ text: 'a' }] } } });
  const next = chunks.next();
  const start = performance.now();
  stop.abort();
  expect((await next).done).toBe(true);
  expect(performance.now() - start).toBeLessThan(1000);
});
