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

interface Event {
  readonly type: string;
  readonly sequence_number: number;
  readonly response?: object;
  readonly [field: string]: unknown;
}

async function ask(step: ScriptedStep): Promise<readonly Event[]> {
  return (await askWire(await open(step), 'openai-responses')).events as readonly Event[];
}

/** Each event as its name, without `response.`, and its content. */
const toOutline = (events: readonly Event[]): readonly unknown[] =>
  events.map(({ type, item_id: id, delta, item, part, text, arguments: args, refusal }) => {
    const said = delta ?? item ?? part ?? text ?? args ?? refusal;
    const name = type.replace('response.', '');
    return said === undefined ? name : id === undefined ? [name, said] : [name, id, said];
  });

const usage = { promptTokenCount: 100, cachedContentTokenCount: 80, candidatesTokenCount: 20, thoughtsTokenCount: 7 };
const counts = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 80 },
  output_tokens: 27,
  output_tokens_details: { reasoning_tokens: 7 },
  total_tokens: 127,
};
const full: ScriptedStep = {
  usage,
  chunks: [
    { thought: 'h' },
    { thought: { text: 'm', signature: 's' } },
    { text: 'Hello' },
    { text: ' you' },
    {
      calls: [
        { name: 'read', args: { path: 'a' }, id: 'c1' },
        { name: 'list', id: 'c2' },
      ],
    },
  ],
};
const thought = {
  id: 'rs_0_0',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'hm' }],
  encrypted_content: 's',
};
const said = { type: 'output_text', text: 'Hello you', annotations: [] };
const message = { id: 'msg_0_1', type: 'message', status: 'completed', role: 'assistant', content: [said] };
const read = {
  id: 'fc_0_2',
  type: 'function_call',
  status: 'completed',
  call_id: 'c1',
  name: 'read',
  arguments: '{"path":"a"}',
};
const list = { id: 'fc_0_3', type: 'function_call', status: 'completed', call_id: 'c2', name: 'list', arguments: '{}' };

describe('a response', () => {
  test('streams its items one at a time, each opened and closed', async () => {
    expect(toOutline(await ask(full))).toEqual([
      'created',
      'in_progress',
      ['output_item.added', { ...thought, summary: [], encrypted_content: null }],
      ['reasoning_summary_part.added', 'rs_0_0', { type: 'summary_text', text: '' }],
      ['reasoning_summary_text.delta', 'rs_0_0', 'h'],
      ['reasoning_summary_text.delta', 'rs_0_0', 'm'],
      ['reasoning_summary_text.done', 'rs_0_0', 'hm'],
      ['reasoning_summary_part.done', 'rs_0_0', { type: 'summary_text', text: 'hm' }],
      ['output_item.done', thought],
      ['output_item.added', { ...message, status: 'in_progress', content: [] }],
      ['content_part.added', 'msg_0_1', { ...said, text: '' }],
      ['output_text.delta', 'msg_0_1', 'Hello'],
      ['output_text.delta', 'msg_0_1', ' you'],
      ['output_text.done', 'msg_0_1', 'Hello you'],
      ['content_part.done', 'msg_0_1', said],
      ['output_item.done', message],
      ['output_item.added', { ...read, status: 'in_progress', arguments: '' }],
      ['function_call_arguments.delta', 'fc_0_2', '{"path'],
      ['function_call_arguments.delta', 'fc_0_2', '":"a"}'],
      ['function_call_arguments.done', 'fc_0_2', '{"path":"a"}'],
      ['output_item.done', read],
      ['output_item.added', { ...list, status: 'in_progress', arguments: '' }],
      ['function_call_arguments.delta', 'fc_0_3', '{'],
      ['function_call_arguments.delta', 'fc_0_3', '}'],
      ['function_call_arguments.done', 'fc_0_3', '{}'],
      ['output_item.done', list],
      'completed',
    ]);
  });

  test('numbers its events, positions its items and ends with the complete response', async () => {
    const events = await ask(full);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, n) => n));
    const places = events.flatMap(({ output_index: index }) => (index === undefined ? [] : [index]));
    expect([...new Set(places)]).toEqual([0, 1, 2, 3]);
    const started = { id: 'resp_0', object: 'response', status: 'in_progress', model: 'm', output: [], usage: null };
    expect(events[0]?.response).toMatchObject(started);
    expect(events.at(-1)?.response).toEqual({
      ...started,
      status: 'completed',
      created_at: expect.any(Number) as unknown,
      error: null,
      incomplete_details: null,
      output: [thought, message, read, list],
      usage: counts,
    });
  });

  test.each<[ScriptedStep, string, object]>([
    [answer.text('a'), 'response.completed', { status: 'completed' }],
    [
      answer.finish('MAX_TOKENS', 'a'),
      'response.incomplete',
      { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    ],
    [
      answer.finish('SAFETY', 'a'),
      'response.incomplete',
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    ],
    [
      answer.finish('MALFORMED_FUNCTION_CALL'),
      'response.failed',
      { status: 'failed', error: { code: 'server_error', message: 'The model ended with MALFORMED_FUNCTION_CALL.' } },
    ],
    [
      { finishReason: 'OTHER', finishMessage: 'no' },
      'response.failed',
      { status: 'failed', error: { code: 'server_error', message: 'no' } },
    ],
  ])('%j ends with %s', async (step, type, response) => {
    expect((await ask(step)).at(-1)).toMatchObject({ type, response });
  });

  test('has a refusal as text when the prompt is refused', async () => {
    const refusal = 'The prompt was refused: SAFETY.';
    expect(toOutline(await ask(answer.blocked('SAFETY')))).toEqual([
      'created',
      'in_progress',
      ['output_item.added', { ...message, id: 'msg_0_0', status: 'in_progress', content: [] }],
      ['content_part.added', 'msg_0_0', { type: 'refusal', refusal: '' }],
      ['refusal.delta', 'msg_0_0', refusal],
      ['refusal.done', 'msg_0_0', refusal],
      ['content_part.done', 'msg_0_0', { type: 'refusal', refusal }],
      ['output_item.done', { ...message, id: 'msg_0_0', content: [{ type: 'refusal', refusal }] }],
      'completed',
    ]);
  });

  test('has no summary for an empty thought', async () => {
    const item = { ...thought, summary: [] };
    expect(toOutline(await ask({ chunks: [{ thought: { text: '', signature: 's' } }] }))).toEqual([
      'created',
      'in_progress',
      ['output_item.added', { ...item, encrypted_content: null }],
      ['output_item.done', item],
      'completed',
    ]);
  });

  test('leaves its last item open when the stream ends without a finish', async () => {
    expect(toOutline(await ask(answer.finish(null, 'a'))).at(-1)).toEqual(['output_text.delta', 'msg_0_0', 'a']);
  });

  test('is one document without streaming', async () => {
    const server = await open(full, answer.finish(null, 'a'));
    const { text } = await askWire(server, 'openai-responses', { stream: false });
    expect(JSON.parse(text)).toMatchObject({
      status: 'completed',
      output: [thought, message, read, list],
      usage: counts,
    });
    const { text: unfinished } = await askWire(server, 'openai-responses', { stream: false });
    expect(JSON.parse(unfinished)).toMatchObject({ status: 'incomplete', incomplete_details: null });
  });
});
