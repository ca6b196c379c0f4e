import { afterEach, describe, expect, test } from 'vitest';
import { answer } from '../scripted-model/answer.ts';
import type { ModelScript, ScriptedStep } from '../model-script.ts';
import { askWire, type HandWire } from './ask-wire.ts';
import { openModelServer, type ModelServer, type ModelServerOptions } from './model-server.ts';

const opened: ModelServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function open(script: ModelScript | readonly ScriptedStep[], options?: ModelServerOptions): Promise<ModelServer> {
  const server = await openModelServer(script, options);
  opened.push(server);
  return server;
}

/** All text in the events of any wire. */
function toTexts(events: readonly unknown[]): string {
  const found = events.map((event) => {
    const { choices, delta } = event as {
      readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[];
      readonly delta?: string | { readonly text?: string };
    };
    return choices?.[0]?.delta?.content ?? (typeof delta === 'string' ? delta : delta?.text) ?? '';
  });
  return found.join('');
}

const errors: Readonly<Record<HandWire, (status: number) => object>> = {
  'openai-chat': () => ({ error: { message: 'no', type: 'server_error', param: null, code: null } }),
  'openai-responses': () => ({ error: { message: 'no', type: 'server_error', param: null, code: null } }),
  anthropic: (status) => ({
    type: 'error',
    error: { type: status === 529 ? 'overloaded_error' : 'api_error', message: 'no' },
    request_id: 'req_scripted',
  }),
};
/** The marker at the end of a stream. */
const lastWords: Readonly<Record<HandWire, string>> = {
  'openai-chat': '[DONE]',
  'openai-responses': 'response.completed',
  anthropic: 'message_stop',
};
const wires: readonly HandWire[] = ['openai-chat', 'openai-responses', 'anthropic'];

describe.each(wires)('a scripted model server with the %s wire', (wire) => {
  test('streams its text and then the end marker', async () => {
    const server = await open([answer.text('Hello', ', ', 'you.')]);
    const { status, headers, text, events } = await askWire(server, wire);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(toTexts(events)).toBe('Hello, you.');
    expect(text.trimEnd()).toContain(lastWords[wire]);
    expect([server.left(), server.faults]).toEqual([0, []]);
    expect(server.requests).toMatchObject([{ wire, action: 'streamGenerateContent', model: 'm' }]);
  });

  test.each([500, 529])('fails with HTTP %i in the error format of the wire', async (status) => {
    const server = await open([answer.httpError(status, { message: 'no', headers: { 'x-other': 'a' } })]);
    const reply = await askWire(server, wire);
    expect([reply.status, reply.headers.get('x-other')]).toEqual([status, 'a']);
    expect(JSON.parse(reply.text)).toEqual(errors[wire](status));
  });

  test('turns the retry delay of a quota into headers', async () => {
    const server = await open([answer.quota({ retryDelay: '1.2s' }), answer.quota()]);
    const { status, headers } = await askWire(server, wire);
    expect([status, headers.get('retry-after-ms'), headers.get('retry-after')]).toEqual([429, '1200', '2']);
    expect((await askWire(server, wire)).headers.has('retry-after')).toBe(false);
  });

  test('reports a daily quota if the API can express it', async () => {
    const server = await open([answer.quota({ quotaId: 'RequestsPerDay' })]);
    const { text } = await askWire(server, wire);
    expect(text.includes('insufficient_quota')).toBe(wire !== 'anthropic');
  });

  test('fails with a page that is not JSON, or with a body from the script', async () => {
    const body = { error: 'mine' };
    const server = await open([answer.httpError(502, { body: '<html>' }), answer.httpError(400, { body })]);
    expect(await askWire(server, wire)).toMatchObject({ status: 502, text: '<html>' });
    expect(await askWire(server, wire)).toMatchObject({ status: 400, text: JSON.stringify(body) });
  });

  test('fails in the middle of a stream in the error format of the wire', async () => {
    const raw = { error: { code: 500, message: 'no', status: 'INTERNAL' } };
    const server = await open([{ chunks: [{ text: 'a' }, { raw }] }]);
    const { events, text } = await askWire(server, wire);
    expect(toTexts(events)).toBe('a');
    const words = { type: 'error', message: 'no', param: null, code: null, sequence_number: 5 };
    expect(events.at(-1)).toEqual(wire === 'openai-responses' ? words : errors[wire](500));
    expect(text).not.toContain(lastWords[wire]);
  });

  test('sends a raw chunk unchanged', async () => {
    const raw = { type: 'news', value: 1 };
    const server = await open([{ chunks: [{ raw }, { text: 'a' }] }]);
    const { text, events } = await askWire(server, wire);
    expect(text).toContain('event: news\ndata: {"type":"news","value":1}\n\n');
    expect(toTexts(events)).toBe('a');
    expect(text).toContain(lastWords[wire]);
  });

  test('cuts the connection before the headers, or after the chunks', async () => {
    const server = await open([answer.cut(), { cut: true, chunks: [{ text: 'a' }, { delayMs: 30 }] }]);
    await expect(askWire(server, wire)).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
    const { events, error, text } = await askWire(server, wire);
    expect(toTexts(events)).toBe('a');
    expect(error).toMatchObject({ message: 'terminated' });
    expect(text).not.toContain(lastWords[wire]);
  });

  test('sends half a document, or garbage, without streaming', async () => {
    const server = await open([{ cut: true, chunks: [{ text: 'abc' }, { delayMs: 30 }] }, answer.garbage()]);
    const { text, error } = await askWire(server, wire, { stream: false });
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(error).toMatchObject({ message: 'terminated' });
    expect((await askWire(server, wire, { stream: false })).text).toBe('{"candidates": [{"content": {"parts": [{"te');
  });

  test('sends data that is not JSON', async () => {
    const server = await open([answer.garbage('a'), { garbage: 'nonsense' }]);
    const { events, text } = await askWire(server, wire);
    expect(toTexts(events)).toBe('a');
    expect(events.at(-1)).toMatch(/^\{"candidates"/);
    expect(text).not.toContain(lastWords[wire]);
    expect((await askWire(server, wire)).events).toEqual(['nonsense']);
  });

  test('hangs before the headers until the caller aborts', async () => {
    const server = await open([answer.hang()]);
    const controller = new AbortController();
    const reply = askWire(server, wire, { signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('sends each chunk when it is due, and then hangs until the caller aborts', async () => {
    const server = await open([answer.hang('so far')]);
    const controller = new AbortController();
    const onText = (text: string): void => {
      if (text.includes('so far')) controller.abort();
    };
    const { events, error } = await askWire(server, wire, { signal: controller.signal, onText });
    expect(toTexts(events)).toBe('so far');
    expect(error).toMatchObject({ name: 'AbortError' });
  });

  test('waits for the delays of the script', async () => {
    const server = await open([{ delayHeadersMs: 20, chunks: [{ text: 'a' }, { text: 'b', delayMs: 20 }] }]);
    const start = performance.now();
    expect(toTexts((await askWire(server, wire)).events)).toBe('ab');
    expect(performance.now() - start).toBeGreaterThan(35);
  });

  test('ends the stream without a marker if the script has no finish reason', async () => {
    const server = await open([answer.finish(null, 'a'), answer.finish(null)]);
    const { events, text, error } = await askWire(server, wire);
    expect([toTexts(events), error]).toEqual(['a', undefined]);
    expect(text).not.toContain(lastWords[wire]);
    expect((await askWire(server, wire)).text).toBe('');
  });

  test('sends the finish reason but not the end marker if a fault follows', async () => {
    const server = await open([{ cut: true, finishReason: 'STOP', chunks: [{ text: 'a' }, { delayMs: 30 }] }]);
    const { text } = await askWire(server, wire);
    expect(text).toMatch(/"finish_reason":"stop"|response\.completed|"stop_reason":"end_turn"/);
    expect(text).not.toMatch(/\[DONE\]|message_stop/);
  });

  test('splits its bytes in the middle of characters', async () => {
    const step = answer.text('naïve ', '😀😀');
    const server = await open([{ ...step, splitBytes: 1 }]);
    expect(toTexts((await askWire(server, wire)).events)).toBe('naïve 😀😀');
  });

  test('sends a chunk of several megabytes, and thousands of chunks', async () => {
    const huge = 'x'.repeat(4_000_000);
    const many = Array.from({ length: 4000 }, (_, n) => `${n} `);
    const server = await open([answer.text(huge), answer.text(...many)]);
    expect(toTexts((await askWire(server, wire)).events) === huge).toBe(true);
    expect(toTexts((await askWire(server, wire)).events)).toBe(many.join(''));
  });

  test('reserves steps for a model and for the text of the user', async () => {
    const server = await open({
      steps: [answer.text('plain')],
      rules: [
        { model: 'flash', contains: 'route', steps: [answer.text('routed')] },
        { model: 'flash', steps: [answer.text('flash')] },
      ],
    });
    const heard: string[] = [];
    for (const [model, text] of [
      ['flash', 'hi'],
      ['pro', 'route'],
      ['flash', 'route this'],
    ] as const)
      heard.push(toTexts((await askWire(server, wire, { model, text })).events));
    expect(heard).toEqual(['flash', 'plain', 'routed']);
    expect([server.left(), server.faults]).toEqual([0, []]);
  });

  test('reports a used-up script in the error format of the wire and in its faults', async () => {
    const server = await open([]);
    const { status, text } = await askWire(server, wire, { text: 'more' });
    const fault = 'model called 1 times, the script has 0 steps (m was asked: more)';
    expect(status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ error: { message: `scripted model server: ${fault}` } });
    expect(server.faults).toEqual([fault]);
  });

  test('rejects a request without a model, and one that is not JSON', async () => {
    const server = await open([answer.text('a')]);
    expect((await askWire(server, wire, { more: { model: 1 } })).status).toBe(400);
    const path = server.requests[0]?.path ?? '';
    expect((await fetch(`${server.url}${path}`, { method: 'POST', body: 'nonsense' })).status).toBe(400);
    expect(server.faults).toEqual([`POST ${path} names no model`, `the body of POST ${path} is not JSON`]);
    expect(server.left()).toBe(1);
  });

  test('generates a unique id for calls without one', async () => {
    const server = await open([answer.calls({ name: 'a' }, { name: 'a' })], { repeat: true });
    const texts = [await askWire(server, wire), await askWire(server, wire)].map(({ text }) => text);
    const ids = texts.flatMap((text) => [...text.matchAll(/call_\d+_\d+/g)].map(([id]) => id));
    expect(new Set(ids).size).toBe(4);
  });
});

describe('a scripted model server', () => {
  test('serves every wire from one script', async () => {
    const server = await open([answer.text('1'), answer.text('2'), answer.text('3'), answer.text('4')]);
    const heard: string[] = [];
    for (const wire of wires) heard.push(toTexts((await askWire(server, wire)).events));
    const path = `${server.url}/v1beta/models/m:generateContent`;
    heard.push(await (await fetch(path, { method: 'POST', body: '{}' })).text());
    expect(heard).toEqual(['1', '2', '3', expect.stringContaining('"text":"4"')]);
    expect(server.requests.map(({ wire }) => wire)).toEqual([...wires, 'gemini']);
  });

  test.each<[string, HandWire, object]>([
    [
      'parts of a chat message',
      'openai-chat',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'so blue' }] }] },
    ],
    [
      'tool results in a chat',
      'openai-chat',
      {
        messages: [
          { role: 'user', content: 'red' },
          { role: 'assistant', content: null, tool_calls: [] },
          { role: 'tool', tool_call_id: '1', content: 'blue' },
          { role: 'tool', tool_call_id: '2', content: 'green' },
        ],
      },
    ],
    ['a plain text input', 'openai-responses', { input: 'blue' }],
    [
      'tool results in an input',
      'openai-responses',
      {
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'red' }] },
          { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
          { type: 'function_call_output', call_id: '1', output: '{"colour":"blue"}' },
          { type: 'function_call_output', call_id: '2', output: [{ type: 'input_text', text: 'green' }] },
        ],
      },
    ],
    [
      'tool results in a message',
      'anthropic',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'blue' }] },
              { type: 'text', text: 'green' },
            ],
          },
        ],
      },
    ],
  ])('finds the text of a rule in %s', async (_, wire, more) => {
    const server = await open({ rules: [{ contains: 'blue', steps: [answer.text('a')] }] });
    expect((await askWire(server, wire, { more })).status).toBe(200);
  });

  test.each<[HandWire, object]>([
    [
      'openai-chat',
      { messages: [{ role: 'user', content: 'blue' }, { role: 'assistant' }, { role: 'user', content: 'red' }] },
    ],
    [
      'openai-responses',
      { input: [{ role: 'user', content: 'blue' }, { type: 'reasoning' }, { role: 'user', content: 'red' }] },
    ],
    [
      'anthropic',
      { messages: [{ role: 'user', content: 'blue' }, { role: 'assistant' }, { role: 'user', content: 'red' }] },
    ],
  ])('ignores text before the last message of the model, as %s', async (wire, more) => {
    const server = await open({
      steps: [answer.text('plain')],
      rules: [{ contains: 'blue', steps: [answer.text('a')] }],
    });
    expect(toTexts((await askWire(server, wire, { more })).events)).toBe('plain');
  });

  test.each<{
    readonly api: string;
    readonly path: string;
    readonly list: object;
    readonly headers?: Record<string, string>;
  }>([
    {
      api: 'Gemini',
      path: '/v1beta/models',
      list: { models: [{ name: 'models/one' }, { name: 'models/two' }] },
    },
    {
      api: 'OpenAI',
      path: '/v1/models',
      list: { object: 'list', data: [{ id: 'one', object: 'model' }, { id: 'two' }] },
    },
    {
      api: 'Anthropic',
      path: '/v1/models',
      headers: { 'anthropic-version': '2023-06-01' },
      list: { data: [{ type: 'model', id: 'one' }, { id: 'two' }], has_more: false, first_id: 'one', last_id: 'two' },
    },
  ])('lists models in the format of $api, without using a step', async ({ path, headers = {}, list }) => {
    const server = await open([answer.text('a')], { models: ['one', 'two'] });
    expect(await (await fetch(`${server.url}${path}`, { headers })).json()).toMatchObject(list);
    expect(server.requests).toMatchObject([{ action: 'listModels', model: null }]);
    expect([server.left(), server.faults]).toEqual([1, []]);
  });

  test('stores no keys of any provider', async () => {
    const server = await open([]);
    const headers = { authorization: 'Bearer secret', 'x-api-key': 'secret', 'api-key': 'secret' };
    await fetch(`${server.url}/v1/models`, { headers });
    expect(JSON.stringify(server.requests)).not.toContain('secret');
  });
});
