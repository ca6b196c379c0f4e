import type { Content, GenerateContentConfig } from '@google/genai';
import { answer, openModelServer, type ModelServer } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openAiSdkClient, type AiSdkKind } from './open-ai-sdk-client.ts';
import { toSignature } from './signature.ts';

let server: ModelServer;
afterEach(async () => {
  await server.close();
});

const models: Readonly<Record<AiSdkKind, string>> = {
  openai: 'gpt-5',
  'openai-chat': 'gpt-4.1',
  anthropic: 'claude-sonnet-4-5',
  'openai-compatible': 'some',
};

/** Sends a request and returns the body that the server received. */
type Sending = (contents: Content[], config?: GenerateContentConfig) => Promise<Record<string, unknown>>;

async function open(kind: AiSdkKind): Promise<Sending> {
  server = await openModelServer({ default: answer.text('a') });
  const client = openAiSdkClient({ provider: 'p', kind, apiKey: 'k', baseUrl: `${server.url}/v1` });
  return async (contents, config = {}) => {
    const request = { model: models[kind], contents, config };
    for await (const _ of client.stream(request, new AbortController().signal));
    return JSON.parse(JSON.stringify(server.requests.at(-1)?.body)) as Record<string, unknown>;
  };
}

const own: Readonly<Record<AiSdkKind, Parameters<typeof toSignature>[1]>> = {
  openai: { itemId: 'rs_1', reasoningEncryptedContent: 'enc' },
  'openai-chat': { signature: 'unsigned' },
  anthropic: { signature: 'sig' },
  'openai-compatible': { field: 'reasoning_content' },
};

const user = (...parts: NonNullable<Content['parts']>): Content => ({ role: 'user', parts });
const model = (...parts: NonNullable<Content['parts']>): Content => ({ role: 'model', parts });

/** Text, an image, a document, thoughts of three models, two calls and their results in reverse order. */
const conversation = (kind: AiSdkKind): Content[] => [
  user(
    { text: 'look' },
    { inlineData: { mimeType: 'image/png', data: 'aW1n' } },
    { inlineData: { mimeType: 'application/pdf', data: 'cGRm' } },
  ),
  model(
    { text: 'of Gemini', thought: true, thoughtSignature: 'Z2VtaW5p' },
    { text: 'Yes.', thoughtSignature: 'Z2VtaW5p' },
  ),
  user({ text: 'and now?' }),
  model(
    { text: 'of another', thought: true, thoughtSignature: toSignature('q', own[kind]) },
    { text: 'own', thought: true, thoughtSignature: toSignature('p', own[kind]) },
    { text: 'I look.' },
    { functionCall: { id: 'call_000000001', name: 'read', args: { path: 'a' } } },
    { functionCall: { id: 'call_000000002', name: 'read', args: { path: 'b' } }, thoughtSignature: 'Z2VtaW5p' },
  ),
  user({ functionResponse: { id: 'call_000000002', name: 'read', response: { error: 'gone' } } }),
  user({ functionResponse: { id: 'call_000000001', name: 'read', response: { output: 'text of a' } } }),
];

const PNG = 'data:image/png;base64,aW1n';
const PDF = 'data:application/pdf;base64,cGRm';
const inputs = ['{"path":"a"}', '{"path":"b"}'];

test('openai: sends a complete conversation that stores and looks up nothing at the server', async () => {
  const body = await (
    await open('openai')
  )(conversation('openai'), {
    systemInstruction: 'Be brief.',
    thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
  });
  expect(body).toMatchObject({
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'medium', summary: 'auto' },
  });
  expect(body['input']).toEqual([
    { role: 'developer', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'look' },
        { type: 'input_image', image_url: PNG },
        { type: 'input_file', filename: 'part-2.pdf', file_data: PDF },
      ],
    },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: [{ type: 'input_text', text: 'and now?' }] },
    { type: 'reasoning', id: 'rs_1', encrypted_content: 'enc', summary: [{ type: 'summary_text', text: 'own' }] },
    { role: 'assistant', content: 'I look.' },
    { type: 'function_call', call_id: 'call_000000001', name: 'read', arguments: inputs[0] },
    { type: 'function_call', call_id: 'call_000000002', name: 'read', arguments: inputs[1] },
    { type: 'function_call_output', call_id: 'call_000000001', output: 'text of a' },
    { type: 'function_call_output', call_id: 'call_000000002', output: '{"error":"gone"}' },
  ]);
});

test('openai-chat: sends a conversation without thoughts', async () => {
  const body = await (
    await open('openai-chat')
  )(conversation('openai-chat'), {
    systemInstruction: { parts: [{ text: 'Be' }, { text: 'brief.' }] },
    thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
  });
  expect(body).toMatchObject({ store: false, stream_options: { include_usage: true } });
  expect(body).not.toHaveProperty('reasoning_effort');
  const calls = inputs.map((input, n) => ({
    ...{ id: `call_00000000${n + 1}`, type: 'function', function: { name: 'read', arguments: input } },
  }));
  expect(body['messages']).toEqual([
    { role: 'system', content: 'Be\nbrief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image_url', image_url: { url: PNG } },
        { type: 'file', file: { filename: 'part-2.pdf', file_data: PDF } },
      ],
    },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'and now?' },
    { role: 'assistant', content: 'I look.', tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_000000001', content: 'text of a' },
    { role: 'tool', tool_call_id: 'call_000000002', content: '{"error":"gone"}' },
  ]);
});

test('openai-compatible: returns thoughts to providers that require them, with ids that Mistral accepts', async () => {
  const contents = [...conversation('openai-compatible'), model({ functionCall: { id: 'c', name: 'read', args: {} } })];
  const body = await (await open('openai-compatible'))(contents);
  const messages = body['messages'] as Record<string, unknown>[];
  const [, , , called, first, second, last] = messages;
  const ids = (called?.['tool_calls'] as { id: string }[]).map(({ id }) => id);
  expect(ids).toEqual([expect.stringMatching(/^[a-z0-9]{9}$/), expect.stringMatching(/^[a-z0-9]{9}$/)]);
  expect(called).toMatchObject({ content: 'I look.', reasoning_content: 'own' });
  expect([first, second]).toEqual([
    { role: 'tool', tool_call_id: ids[0], content: 'text of a' },
    { role: 'tool', tool_call_id: ids[1], content: '{"error":"gone"}' },
  ]);
  expect(last).toMatchObject({ role: 'assistant', reasoning_content: '' });
  expect(messages[1]).toEqual({ role: 'assistant', content: 'Yes.' });
});

test('anthropic: sends a conversation with signed thoughts only, and with cache markers', async () => {
  const body = await (
    await open('anthropic')
  )(conversation('anthropic'), {
    systemInstruction: 'Be brief.',
    maxOutputTokens: 20_000,
    thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
  });
  const cache_control = { type: 'ephemeral' };
  expect(body).toMatchObject({ max_tokens: 20_000, thinking: { type: 'enabled', budget_tokens: 8192 } });
  expect(body['system']).toEqual([{ type: 'text', text: 'Be brief.', cache_control }]);
  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'cGRm' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
    { role: 'user', content: [{ type: 'text', text: 'and now?', cache_control }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'own', signature: 'sig' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'call_000000001', name: 'read', input: { path: 'a' } },
        { type: 'tool_use', id: 'call_000000002', name: 'read', input: { path: 'b' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_000000001', content: 'text of a' },
        { type: 'tool_result', tool_use_id: 'call_000000002', content: 'gone', is_error: true, cache_control },
      ],
    },
  ]);
});

test.each<[AiSdkKind, object]>([
  ['openai', { temperature: undefined, max_output_tokens: 100, tool_choice: 'required' }],
  ['openai-chat', { temperature: 0.5, top_p: 0.9, max_tokens: 100, stop: ['END'], seed: 7, tool_choice: 'required' }],
  ['anthropic', { temperature: 0.5, top_k: 3, max_tokens: 100, stop_sequences: ['END'], tool_choice: { type: 'any' } }],
  [
    'openai-compatible',
    { temperature: 0.5, top_p: 0.9, max_tokens: 100, stop: ['END'], seed: 7, tool_choice: 'required' },
  ],
])('%s: sends tools and parameters under its own names, and omits unsupported ones', async (kind, expected) => {
  const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  const body = await (
    await open(kind)
  )([user({ text: 'hello' })], {
    ...{ temperature: 0.5, topP: 0.9, topK: 3, maxOutputTokens: 100, stopSequences: ['END'], seed: 7 },
    toolConfig: { functionCallingConfig: { mode: 'ANY' as never } },
    tools: [
      { functionDeclarations: [{ name: 'files.read', description: 'd', parametersJsonSchema: schema }] },
      { googleSearch: {} },
    ],
  });
  expect(body).toMatchObject(JSON.parse(JSON.stringify(expected)) as object);
  expect(JSON.stringify(body['tools'])).toContain(JSON.stringify(schema));
  expect(JSON.stringify(body['tools'])).toContain('"name":"files_read"');
});

test.each<[AiSdkKind, (body: Record<string, unknown>) => unknown]>([
  ['openai', (body) => (body['text'] as { format: unknown }).format],
  ['openai-chat', (body) => (body['response_format'] as { json_schema: unknown }).json_schema],
  ['openai-compatible', (body) => (body['response_format'] as { json_schema: unknown }).json_schema],
  ['anthropic', (body) => (body['output_config'] as { format: unknown }).format],
])('%s: requests a JSON answer by its schema, strictly only if possible', async (kind, formatOf) => {
  const send = await open(kind);
  const properties = { ok: { type: 'boolean' } };
  const loose = { type: 'object', properties };
  const strict = { type: 'object', properties, required: ['ok'], additionalProperties: false };
  for (const responseJsonSchema of [loose, strict]) {
    const config = { responseMimeType: 'application/json', responseJsonSchema };
    const format = formatOf(await send([user({ text: 'hello' })], config));
    expect(format).toMatchObject({ schema: { properties } });
    if (kind !== 'anthropic') expect(format).toMatchObject({ strict: responseJsonSchema === strict });
  }
});

test.each<[AiSdkKind, boolean]>([
  ['openai', true],
  ['anthropic', true],
  ['openai-chat', false],
  ['openai-compatible', false],
])('%s: images of a tool are part of its response: %s', async (kind, isInside) => {
  const picture = { inlineData: { mimeType: 'image/png', data: 'aW1n' } };
  const response = { functionResponse: { id: 'c', name: 'see', response: { output: 'here' }, parts: [picture] } };
  const body = await (
    await open(kind)
  )([user({ text: 'look' }), model({ functionCall: { id: 'c', name: 'see', args: {} } }), user(response)]);
  const messages = (body['input'] ?? body['messages']) as { role?: string; content?: unknown }[];
  const last = JSON.stringify(messages.at(-1));
  expect(last).toContain('aW1n');
  expect(last.includes('here')).toBe(isInside);
  expect(JSON.stringify(body).split('aW1n')).toHaveLength(2);
});

test('replaces unsupported media with a note, and text files with their text', async () => {
  const body = await (
    await open('openai')
  )([
    user(
      { inlineData: { mimeType: 'audio/ogg', data: 'b2dn' } },
      { inlineData: { mimeType: 'text/markdown', data: Buffer.from('# hi').toString('base64') } },
      { fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'gs://bucket/b.mp4' } },
    ),
  ]);
  expect(body['input']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_text', text: '[a file of type audio/ogg omitted: this model does not support it]' },
        { type: 'input_text', text: '# hi' },
        { type: 'input_image', image_url: 'https://example.com/a.png' },
        { type: 'input_text', text: '[gs://bucket/b.mp4 omitted: this model does not support it]' },
      ],
    },
  ]);
});

test('does not convert contents again', async () => {
  const send = await open('openai-chat');
  let looks = 0;
  const contents = Array.from({ length: 50 }, (_, n) => {
    const content = n % 2 === 0 ? user({ text: `q${n}` }) : model({ text: `a${n}` });
    const { parts } = content;
    return Object.defineProperty(content, 'parts', {
      get: () => {
        looks++;
        return parts;
      },
    });
  });
  await send(contents);
  expect(looks).toBe(50);
  await send([...contents, user({ text: 'more' })]);
  expect(looks).toBe(50);
});
