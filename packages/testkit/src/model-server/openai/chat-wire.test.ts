import { afterEach, describe, expect, test } from 'vitest';
import { answer } from '../../scripted-model/answer.ts';
import type { ScriptedStep } from '../../model-script.ts';
import { askWire } from '../ask-wire.ts';
import { openModelServer, type ModelServer } from '../model-server.ts';

const opened: ModelServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function open(...steps: readonly ScriptedStep[]): Promise<ModelServer> {
  const server = await openModelServer(steps);
  opened.push(server);
  return server;
}

interface Chunk {
  readonly object: string;
  readonly choices: readonly { readonly delta: object; readonly finish_reason: string | null }[];
  readonly usage?: object | null;
}

async function ask(step: ScriptedStep, more: object = {}): Promise<readonly unknown[]> {
  return (await askWire(await open(step), 'openai-chat', { more })).events;
}

async function askWhole(step: ScriptedStep): Promise<unknown> {
  return JSON.parse((await askWire(await open(step), 'openai-chat', { stream: false })).text);
}

/** Each chunk as its delta, or as the finish reason. */
const toOutline = (events: readonly unknown[]): readonly unknown[] =>
  events.map((event) => {
    if (typeof event === 'string') return event;
    const { choices, usage } = event as Chunk;
    return choices[0] === undefined ? usage : (choices[0].finish_reason ?? choices[0].delta);
  });

const usage = { promptTokenCount: 100, cachedContentTokenCount: 80, candidatesTokenCount: 20, thoughtsTokenCount: 7 };
const counts = {
  prompt_tokens: 100,
  completion_tokens: 27,
  total_tokens: 127,
  prompt_tokens_details: { cached_tokens: 80 },
  completion_tokens_details: { reasoning_tokens: 7 },
};
const full: ScriptedStep = {
  usage,
  chunks: [
    { thought: { text: 'hm', signature: 's' } },
    { text: 'Hello' },
    { text: ' you' },
    {
      calls: [
        { name: 'read', args: { path: 'a' }, id: 'c1' },
        { name: 'list', id: 'c2', signature: 't' },
      ],
    },
  ],
};
const signed = { extra_content: { google: { thought_signature: 't' } } };

describe('a chat completion', () => {
  test('streams thoughts, text and parallel calls, then its finish reason and usage', async () => {
    expect(toOutline(await ask(full, { stream_options: { include_usage: true } }))).toEqual([
      { role: 'assistant', content: null },
      { reasoning_content: 'hm' },
      { content: 'Hello' },
      { content: ' you' },
      { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'read', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"path' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '":"a"}' } }] },
      { tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'list', arguments: '' }, ...signed }] },
      { tool_calls: [{ index: 1, function: { arguments: '{' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '}' } }] },
      'tool_calls',
      counts,
      '[DONE]',
    ]);
  });

  test('has its id and model in every chunk, and a usage only on request', async () => {
    const chunks = (await ask(answer.text('a'))).slice(0, -1) as readonly Chunk[];
    expect(chunks).toHaveLength(3);
    for (const chunk of chunks) {
      expect(chunk).toMatchObject({ id: 'chatcmpl-0', object: 'chat.completion.chunk', model: 'm' });
      expect(chunk.usage).toBeUndefined();
    }
    const asked = (await ask(answer.text('a'), { stream_options: { include_usage: true } })) as readonly Chunk[];
    expect(asked.slice(0, 3).map((chunk) => chunk.usage)).toEqual([null, null, null]);
  });

  test.each<[ScriptedStep, string]>([
    [answer.text('a'), 'stop'],
    [answer.finish('MAX_TOKENS', 'a'), 'length'],
    [answer.finish('SAFETY', 'a'), 'content_filter'],
    [answer.finish('PROHIBITED_CONTENT'), 'content_filter'],
    [answer.finish('MALFORMED_FUNCTION_CALL'), 'malformed_function_call'],
  ])('%j ends with %s', async (step, reason) => {
    expect(toOutline(await ask(step)).at(-2)).toBe(reason);
  });

  test('has a refusal as text when the prompt is refused', async () => {
    expect(toOutline(await ask(answer.blocked('SAFETY')))).toEqual([
      { role: 'assistant', content: null },
      { refusal: 'The prompt was refused: SAFETY.' },
      'stop',
      '[DONE]',
    ]);
  });

  test('is one document without streaming', async () => {
    expect(await askWhole(full)).toEqual({
      id: 'chatcmpl-0',
      object: 'chat.completion',
      created: expect.any(Number) as unknown,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Hello you',
            refusal: null,
            reasoning_content: 'hm',
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } },
              { id: 'c2', type: 'function', function: { name: 'list', arguments: '{}' }, ...signed },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: counts,
    });
  });

  test('is a document with a refusal, or without a finish reason', async () => {
    expect(await askWhole(answer.blocked('SAFETY'))).toMatchObject({
      choices: [{ message: { content: null, refusal: 'The prompt was refused: SAFETY.' }, finish_reason: 'stop' }],
    });
    expect(await askWhole(answer.finish(null, 'a'))).toMatchObject({ choices: [{ finish_reason: null }] });
  });
});
