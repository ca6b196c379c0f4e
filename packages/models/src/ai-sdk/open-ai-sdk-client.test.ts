import type { Content, Part } from '@google/genai';
import { answer, openModelServer, type ModelServer, type ScriptedStep } from '@bowline/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelChunk, ModelRequest } from '../model-client.ts';
import { loadProvider, type packages } from './load-provider.ts';
import { openAiSdkClient, type AiSdkKind, type AiSdkOptions } from './open-ai-sdk-client.ts';

let server: ModelServer;
afterEach(async () => {
  await server.close();
});

const kinds = ['openai', 'openai-chat', 'anthropic', 'openai-compatible'] as const;
const hello: Content[] = [{ role: 'user', parts: [{ text: 'hello' }] }];
const never = new AbortController().signal;
const models: Readonly<Record<AiSdkKind, string>> = {
  openai: 'gpt-5',
  'openai-chat': 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  'openai-compatible': 'some',
};
const toRequest = (kind: AiSdkKind, contents = hello): ModelRequest => ({ model: models[kind], contents, config: {} });

async function open(steps: readonly ScriptedStep[], options: Pick<AiSdkOptions, 'kind'> & Partial<AiSdkOptions>) {
  server = await openModelServer(steps);
  return openAiSdkClient({ provider: 'p', apiKey: 'k', baseUrl: `${server.url}/v1`, ...options });
}

async function all(stream: AsyncIterable<ModelChunk>): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const ask = async (kind: AiSdkKind, step: ScriptedStep): Promise<ModelChunk[]> =>
  await all((await open([step], { kind })).stream(toRequest(kind), never));

const partsOf = (chunks: readonly ModelChunk[]): Part[] => chunks.flatMap((chunk) => chunk.content?.parts ?? []);
const textOf = (chunks: readonly ModelChunk[]): string =>
  partsOf(chunks)
    .map(({ text = '' }) => text)
    .join('');

describe.each(kinds)('%s', (kind) => {
  test.each<[string, ScriptedStep, string, boolean, object]>([
    ['400', answer.httpError(400), 'MODEL_BAD_REQUEST', false, { details: { status: 400 } }],
    ['401', answer.httpError(401), 'MODEL_AUTH', false, { details: { status: 401 } }],
    ['404', answer.httpError(404), 'MODEL_NOT_FOUND', false, { details: { status: 404 } }],
    [
      '429 with a retry delay',
      answer.httpError(429, { headers: { 'retry-after': '7' } }),
      'MODEL_QUOTA',
      true,
      { retryAfter: 7000, details: { status: 429 } },
    ],
    ['500', answer.httpError(500), 'MODEL_UNAVAILABLE', true, { details: { status: 500 } }],
    ['529', answer.httpError(529), 'MODEL_UNAVAILABLE', true, { details: { status: 529 } }],
    [
      'an HTML page of a gateway',
      answer.httpError(502, { body: '<html>bad gateway</html>' }),
      'MODEL_UNAVAILABLE',
      true,
      { details: { status: 502 } },
    ],
    ['garbage at the start', answer.garbage(), 'MODEL_INVALID_ANSWER', true, {}],
    ['garbage after some text', answer.garbage('a'), 'MODEL_INVALID_ANSWER', true, {}],
    ['a connection cut before headers', answer.cut(), 'MODEL_UNREACHABLE', true, {}],
    ['a connection cut in the body', answer.cut('a'), 'MODEL_UNREACHABLE', true, {}],
  ])('reports %s with a code, a hint and whether to retry', async (...[, step, code, retryable, facts]) => {
    await expect(ask(kind, step)).rejects.toMatchObject({
      ...{ code, retryable, ...facts },
      message: expect.stringContaining(models[kind]) as string,
      hint: expect.any(String) as string,
    });
  });

  test('reports a missing server as a network error with its address', async () => {
    const client = await open([], { kind });
    await server.close();
    await expect(all(client.stream(toRequest(kind), never))).rejects.toMatchObject({
      code: 'MODEL_UNREACHABLE',
      hint: expect.stringContaining(`Nothing listens at ${new URL(server.url).host}`) as string,
    });
  });

  test('sends nothing if it is aborted before it starts', async () => {
    const client = await open([answer.text('a')], { kind });
    expect(await all(client.stream(toRequest(kind), AbortSignal.abort()))).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test('joins characters that were split on the wire', async () => {
    const text = 'ζωή 二 🪢 '.repeat(40);
    expect(textOf(await ask(kind, { ...answer.text(text), splitBytes: 7 }))).toBe(text);
  });

  test('yields parts that arrive together as one chunk', async () => {
    const chunks = await ask(kind, answer.text(...Array.from({ length: 500 }, (_, n) => `${n} `)));
    expect(textOf(chunks)).toBe(Array.from({ length: 500 }, (_, n) => `${n} `).join(''));
    expect(chunks.length).toBeLessThan(30);
  });

  test('continues a conversation with our ids instead of those of the provider', async () => {
    const calls = [
      { name: 'read', args: { path: 'a' } },
      { name: 'read', args: { path: 'b' } },
    ];
    const client = await open([{ chunks: [{ thought: 'hm' }, { calls }] }, answer.text('both')], { kind });
    const said = partsOf(await all(client.stream(toRequest(kind), never)));
    const ours = said.map((part, n) =>
      part.functionCall === undefined ? part : { ...part, functionCall: { ...part.functionCall, id: `call_${n}` } },
    );
    const responses = ours.flatMap(({ functionCall: call }): Part[] =>
      call === undefined ? [] : [{ functionResponse: { id: call.id ?? '', name: 'read', response: { output: 'x' } } }],
    );
    const contents = [...hello, { role: 'model', parts: ours }, { role: 'user', parts: responses }];
    const chunks = await all(client.stream(toRequest(kind, contents), never));
    expect(textOf(chunks)).toBe('both');
    expect(chunks.at(-1)).toMatchObject({
      finishReason: 'STOP',
      usage: { promptTokenCount: expect.any(Number) as number },
    });
    expect([server.faults, server.left()]).toEqual([[], 0]);
  });

  test('uses the given fetch with its headers, and sends no key if there is none', async () => {
    const seen: [string, Headers][] = [];
    const client = await open([answer.text('a')], {
      kind,
      apiKey: undefined,
      headers: { 'x-own': 'yes' },
      fetch: async (url, init) => {
        seen.push([url instanceof Request ? url.url : String(url), new Headers(init?.headers)]);
        return await fetch(url, init);
      },
    });
    await all(client.stream(toRequest(kind), never));
    const [[url, headers] = ['', new Headers()]] = seen;
    expect(url.startsWith(server.url)).toBe(true);
    expect([headers.get('x-own'), headers.get('authorization'), headers.get('x-api-key')]).toEqual(['yes', null, null]);
  });

  test('reports a missing package with an install hint', async () => {
    const client = await open([], { kind });
    expect(client).toBeDefined();
    const missing = async (): Promise<never> => await Promise.reject(new Error('Cannot find package'));
    const none: typeof packages = { openai: missing, anthropic: missing, compatible: missing };
    const name = {
      openai: 'openai',
      'openai-chat': 'openai',
      anthropic: 'anthropic',
      'openai-compatible': 'openai-compatible',
    }[kind];
    await expect(loadProvider({ provider: 'p', kind, baseUrl: server.url }, none)).rejects.toMatchObject({
      code: 'MODEL_NOT_FOUND',
      hint: `Run npm install @ai-sdk/${name}`,
    });
  });
});

test('a compatible provider without a base URL is an error', async () => {
  const client = await open([], { kind: 'openai-compatible', baseUrl: undefined });
  await expect(all(client.stream(toRequest('openai-compatible'), never))).rejects.toMatchObject({
    code: 'MODEL_BAD_REQUEST',
    hint: expect.stringContaining('baseUrl') as string,
  });
});
