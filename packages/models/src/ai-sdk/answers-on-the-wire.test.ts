import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Content, Part } from '@google/genai';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelChunk } from '../model-client.ts';
import { openAiSdkClient, type AiSdkKind } from './open-ai-sdk-client.ts';
import { toSignature } from './signature.ts';

type Answer = (response: ServerResponse) => void;

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function serve(answer: Answer): Promise<string> {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      answer(response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const hello: Content[] = [{ role: 'user', parts: [{ text: 'hello' }] }];
const models: Readonly<Record<AiSdkKind, string>> = {
  openai: 'gpt-5',
  'openai-chat': 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  'openai-compatible': 'some',
};

interface Watching {
  readonly signal?: AbortSignal;
  readonly onChunk?: () => void;
}

async function ask(kind: AiSdkKind, answer: Answer, { signal, onChunk }: Watching = {}): Promise<ModelChunk[]> {
  const client = openAiSdkClient({ provider: 'p', kind, baseUrl: await serve(answer) });
  const request = { model: models[kind], contents: hello, config: {} };
  const chunks: ModelChunk[] = [];
  for await (const chunk of client.stream(request, signal ?? new AbortController().signal)) {
    chunks.push(chunk);
    onChunk?.();
  }
  return chunks;
}

const sse = (events: readonly object[]): string => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const says =
  (...events: readonly object[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sse(events));
  };
const partsOf = (chunks: readonly ModelChunk[]): Part[] => chunks.flatMap((chunk) => chunk.content?.parts ?? []);

const kinds = ['openai', 'openai-chat', 'anthropic', 'openai-compatible'] as const;
type PerKind = Readonly<Record<AiSdkKind, readonly object[]>>;

const started = { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } };
const item = (output_index: number, of: object, ...between: object[]): object[] => [
  { type: 'response.output_item.added', output_index, item: of },
  ...between,
  { type: 'response.output_item.done', output_index, item: of },
];
const functionCall = (id: string, input: string): object => ({
  ...{ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'read', arguments: input, status: 'completed' },
});
const delta = (of: object, more: object = {}): object => ({ id: 'c', choices: [{ index: 0, delta: of, ...more }] });
const toolCall = (index: number, id: string, input: string): object => ({
  ...{ index, id, type: 'function', function: { name: 'read', arguments: input } },
});
const block = (index: number, content_block: object, ...deltas: object[]): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((of) => ({ type: 'content_block_delta', index, delta: of })),
  { type: 'content_block_stop', index },
];
const toolUse = (index: number, id: string, input: string): object[] =>
  block(index, { type: 'tool_use', id, name: 'read', input: {} }, { type: 'input_json_delta', partial_json: input });
const cached = { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 90, cache_creation_input_tokens: 5 };
const messageStart = { type: 'message_start', message: { id: 'm', model: 'm', usage: cached } };
const messageEnd = (stop_reason: string): object[] => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 30 } },
  { type: 'message_stop' },
];
const responsesUsage = {
  ...{ input_tokens: 100, output_tokens: 30 },
  ...{ input_tokens_details: { cached_tokens: 90 }, output_tokens_details: { reasoning_tokens: 10 } },
};
const chatUsage = {
  ...{ prompt_tokens: 100, completion_tokens: 30 },
  ...{ prompt_tokens_details: { cached_tokens: 90 }, completion_tokens_details: { reasoning_tokens: 10 } },
};

/** Some text without an end. */
const some: PerKind = {
  openai: [
    started,
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'some' },
  ],
  'openai-chat': [delta({ role: 'assistant', content: 'some' })],
  'openai-compatible': [delta({ role: 'assistant', content: 'some' })],
  anthropic: [
    messageStart,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'some' } },
  ],
};

/** The same with an end, with the finish reason of each provider. */
const ends = (openai: string, chat: string, anthropic: string): PerKind => ({
  openai: [
    ...some.openai,
    openai === ''
      ? { type: 'response.completed', response: {} }
      : { type: 'response.incomplete', response: { incomplete_details: { reason: openai } } },
  ],
  'openai-chat': [...some['openai-chat'], delta({}, { finish_reason: chat })],
  'openai-compatible': [...some['openai-compatible'], delta({}, { finish_reason: chat })],
  anthropic: [...some.anthropic, { type: 'content_block_stop', index: 0 }, ...messageEnd(anthropic)],
});

const reasoning = (encrypted_content: string): object => ({ type: 'reasoning', id: 'rs_1', encrypted_content });
const summary = (summary_index: number, text: string): object[] => [
  { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index },
  { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index, delta: text },
  { type: 'response.reasoning_summary_part.done', item_id: 'rs_1', summary_index },
];

/** A thought, text, two calls and usage. */
const whole: PerKind = {
  openai: [
    started,
    { type: 'response.output_item.added', output_index: 0, item: reasoning('half') },
    ...summary(0, 'hm'),
    ...summary(1, 'ah'),
    { type: 'response.output_item.done', output_index: 0, item: reasoning('enc') },
    ...item(
      1,
      { type: 'message', id: 'msg_1', phase: 'commentary' },
      { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'I look.' },
    ),
    ...item(2, functionCall('c1', '{"path":"a"}')),
    ...item(3, functionCall('c2', '{"path":"b"}')),
    { type: 'response.completed', response: { usage: responsesUsage } },
  ],
  'openai-chat': [
    delta({ role: 'assistant', content: 'I ' }),
    delta({ content: 'look.' }),
    delta({ tool_calls: [toolCall(0, 'c1', '{"path"')] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: ':"a"}' } }] }),
    delta({ tool_calls: [toolCall(1, 'c2', '{"path":"b"}')] }),
    delta({}, { finish_reason: 'tool_calls' }),
    { id: 'c', choices: [], usage: chatUsage },
  ],
  'openai-compatible': [
    delta({ role: 'assistant', reasoning_content: 'hm' }),
    delta({ content: 'I look.' }),
    delta({ tool_calls: [toolCall(0, 'c1', '{"path":"a"}'), toolCall(1, 'c2', '{"path":"b"}')] }),
    delta({}, { finish_reason: 'tool_calls' }),
    { id: 'c', choices: [], usage: chatUsage },
  ],
  anthropic: [
    messageStart,
    ...block(
      0,
      { type: 'thinking', thinking: '' },
      { type: 'thinking_delta', thinking: 'hm' },
      { type: 'signature_delta', signature: 'sig' },
    ),
    ...block(1, { type: 'redacted_thinking', data: 'hidden' }),
    ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'I look.' }),
    ...toolUse(3, 'c1', '{"path":"a"}'),
    ...toolUse(4, 'c2', '{"path":"b"}'),
    ...messageEnd('tool_use'),
  ],
};

const thought = (text: string, signature: Parameters<typeof toSignature>[1]): Part[] => [
  ...(text === '' ? [] : [{ text, thought: true }]),
  { text: '', thought: true, thoughtSignature: toSignature('p', signature) },
];
const calls: Part[] = ['a', 'b'].map((path, n) => ({
  functionCall: { id: `c${n + 1}`, name: 'read', args: { path } },
}));
const used = { promptTokenCount: 100, cachedContentTokenCount: 90, totalTokenCount: 130 };
const counted = { ...used, candidatesTokenCount: 20, thoughtsTokenCount: 10 };

test.each<[AiSdkKind, Part[], object]>([
  [
    'openai',
    [
      ...thought('hm', { itemId: 'rs_1' }),
      ...thought('ah', { itemId: 'rs_1', reasoningEncryptedContent: 'enc' }),
      { text: 'I look.' },
      { text: '', thoughtSignature: toSignature('p', { phase: 'commentary' }) },
    ],
    counted,
  ],
  ['openai-chat', [{ text: 'I look.' }], counted],
  ['openai-compatible', [...thought('hm', { field: 'reasoning_content' }), { text: 'I look.' }], counted],
  [
    'anthropic',
    [...thought('hm', { signature: 'sig' }), ...thought('', { redactedData: 'hidden' }), { text: 'I look.' }],
    { ...used, candidatesTokenCount: 30 },
  ],
])('%s: converts an answer to our format, with the data it requires back as signatures', async (kind, said, usage) => {
  const chunks = await ask(kind, says(...whole[kind]));
  expect(partsOf(chunks)).toEqual([...said, ...calls]);
  expect(chunks.at(-1)).toMatchObject({ finishReason: 'STOP', usage });
});

test('does not sign thoughts under a name that must not be sent back', async () => {
  const events = [delta({ reasoning: 'hm' }), ...ends('', 'stop', '')['openai-compatible']];
  expect(partsOf(await ask('openai-compatible', says(...events)))).toEqual([
    { text: 'hm', thought: true },
    { text: 'some' },
  ]);
});

test('yields empty chunks while a long call is being written', async () => {
  const [first = {}, second = {}, ...rest] = toolUse(0, 'c', '{"path":"a"}');
  const heard = Promise.withResolvers<undefined>();
  const answer: Answer = (response) => {
    response.write(sse([messageStart, first, second]));
    void heard.promise.then(() => response.end(sse([...rest, ...messageEnd('tool_use')])));
  };
  const onChunk = (): void => {
    heard.resolve(undefined);
  };
  const chunks = await ask('anthropic', answer, { onChunk });
  expect(chunks[0]).toEqual({});
  expect(partsOf(chunks)).toHaveLength(1);
});

const bad = '{"path';
const malformed: PerKind = {
  openai: [started, ...item(0, functionCall('c', bad)), { type: 'response.completed', response: {} }],
  'openai-chat': [delta({ tool_calls: [toolCall(0, 'c', bad)] }), delta({}, { finish_reason: 'tool_calls' })],
  'openai-compatible': [delta({ tool_calls: [toolCall(0, 'c', '[1]')] }), delta({}, { finish_reason: 'stop' })],
  anthropic: [messageStart, ...toolUse(0, 'c', bad), ...messageEnd('tool_use')],
};
const failed = (code: string): object => ({
  ...{ type: 'response.failed', sequence_number: 1, response: { error: { code, message: 'sorry' } } },
});
const inChat = (error: object): object => ({ error: { message: 'sorry', ...error } });
const inMessages = (type: string): object => ({ type: 'error', error: { type, message: 'sorry' } });
const errors: Readonly<Record<AiSdkKind, readonly [object, number][]>> = {
  openai: [
    [failed('server_error'), 500],
    [failed('rate_limit_exceeded'), 429],
    [{ type: 'error', sequence_number: 1, code: 'server_is_overloaded', message: 'sorry' }, 529],
    [inChat({ code: 503 }), 503],
  ],
  'openai-chat': [
    [inChat({ type: 'server_error' }), 500],
    [inChat({ code: 'rate_limit_exceeded' }), 429],
    [inChat({ type: 'overloaded_error' }), 529],
  ],
  'openai-compatible': [
    [inChat({ code: 502 }), 502],
    [inChat({ type: 'rate_limit_error' }), 429],
    [inChat({ type: 'overloaded_error' }), 529],
    [inChat({}), 500],
  ],
  anthropic: [
    [inMessages('overloaded_error'), 529],
    [inMessages('rate_limit_error'), 429],
    [inMessages('api_error'), 500],
    [inMessages('invalid_request_error'), 400],
  ],
};

describe.each(kinds)('%s', (kind) => {
  test.each<[string, PerKind, string | undefined]>([
    ['a normal end', ends('', 'stop', 'end_turn'), 'STOP'],
    ['a length limit', ends('max_output_tokens', 'length', 'max_tokens'), 'MAX_TOKENS'],
    ['a filter', ends('content_filter', 'content_filter', 'refusal'), 'SAFETY'],
    ['an unknown reason', ends('new', 'new', 'new'), 'OTHER'],
    ['arguments that are not an object', malformed, 'MALFORMED_FUNCTION_CALL'],
    ['a stream without an end', some, undefined],
  ])('has the finish reason for %s', async (_, events, reason) => {
    const chunks = await ask(kind, says(...events[kind]));
    expect(chunks.flatMap(({ finishReason }) => finishReason ?? [])).toEqual(reason === undefined ? [] : [reason]);
    expect(partsOf(chunks)).toEqual(events === malformed ? [] : [{ text: 'some' }]);
  });

  describe.each([
    ['at the start', []],
    ['in the middle', some[kind]],
  ])('an error in a stream, %s', (_, before) => {
    test.each(errors[kind])('%j has status %i and ends the request', async (error, status) => {
      const closed = Promise.withResolvers<undefined>();
      const asking = ask(kind, (response) => {
        response.on('close', () => {
          closed.resolve(undefined);
        });
        response.write(sse([...before, error]));
      });
      const message = `${models[kind]}: sorry`;
      await expect(asking).rejects.toMatchObject({ message, details: { status }, retryable: status !== 400 });
      await closed.promise;
    });
  });

  test.each(['before headers', 'in the body'])('is silent and closes the request when aborted %s', async (when) => {
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort();
    };
    const closed = Promise.withResolvers<undefined>();
    const answer: Answer = (response) => {
      response.on('close', () => {
        closed.resolve(undefined);
      });
      if (when === 'in the body') response.write(sse(some[kind]));
      else abort();
    };
    const chunks = await ask(kind, answer, { signal: controller.signal, onChunk: abort });
    expect(partsOf(chunks)).toEqual(when === 'in the body' ? [{ text: 'some' }] : []);
    await closed.promise;
  });
});
