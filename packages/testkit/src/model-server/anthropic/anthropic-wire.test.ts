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
  readonly index?: number;
  readonly content_block?: object;
  readonly delta?: object;
  readonly usage?: object;
}

async function ask(step: ScriptedStep): Promise<readonly Event[]> {
  return (await askWire(await open(step), 'anthropic')).events as readonly Event[];
}

async function askWhole(step: ScriptedStep): Promise<unknown> {
  return JSON.parse((await askWire(await open(step), 'anthropic', { stream: false })).text);
}

/** Each event as its name, its block and its content. */
const toOutline = (events: readonly Event[]): readonly unknown[] =>
  events.map(({ type, index, content_block: block, delta }) =>
    index === undefined ? (delta ?? type) : [type.replace('content_block_', ''), index, block ?? delta],
  );

const usage = { promptTokenCount: 100, cachedContentTokenCount: 80, candidatesTokenCount: 20, thoughtsTokenCount: 7 };
const input = { input_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 80 };
const counts = { ...input, output_tokens: 27, output_tokens_details: { thinking_tokens: 7 } };
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

describe('a message', () => {
  test('streams thoughts, text and parallel calls as blocks, then its stop reason', async () => {
    expect(toOutline(await ask(full))).toEqual([
      'message_start',
      'ping',
      ['start', 0, { type: 'thinking', thinking: '', signature: '' }],
      ['delta', 0, { type: 'thinking_delta', thinking: 'h' }],
      ['delta', 0, { type: 'thinking_delta', thinking: 'm' }],
      ['delta', 0, { type: 'signature_delta', signature: 's' }],
      ['stop', 0, undefined],
      ['start', 1, { type: 'text', text: '' }],
      ['delta', 1, { type: 'text_delta', text: 'Hello' }],
      ['delta', 1, { type: 'text_delta', text: ' you' }],
      ['stop', 1, undefined],
      ['start', 2, { type: 'tool_use', id: 'c1', name: 'read', input: {} }],
      ['delta', 2, { type: 'input_json_delta', partial_json: '{"path' }],
      ['delta', 2, { type: 'input_json_delta', partial_json: '":"a"}' }],
      ['stop', 2, undefined],
      ['start', 3, { type: 'tool_use', id: 'c2', name: 'list', input: {} }],
      ['delta', 3, { type: 'input_json_delta', partial_json: '{' }],
      ['delta', 3, { type: 'input_json_delta', partial_json: '}' }],
      ['stop', 3, undefined],
      { stop_reason: 'tool_use', stop_sequence: null },
      'message_stop',
    ]);
  });

  test('counts its input at the start and everything at the end, with cached input separate', async () => {
    const events = await ask(full);
    expect(events[0]).toEqual({
      type: 'message_start',
      message: {
        id: 'msg_0',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...input, output_tokens: 0 },
      },
    });
    expect(events.at(-2)?.usage).toEqual(counts);
  });

  test('has zero counts if the script has no usage, because usage is required', async () => {
    const events = await ask({ ...answer.text('a'), usage: null });
    const nothing = { ...input, input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };
    expect(events.at(-2)?.usage).toEqual(nothing);
  });

  test.each<[ScriptedStep, object]>([
    [answer.text('a'), { stop_reason: 'end_turn' }],
    [answer.finish('MAX_TOKENS', 'a'), { stop_reason: 'max_tokens' }],
    [
      answer.finish('SAFETY', 'a'),
      { stop_reason: 'refusal', stop_details: { type: 'refusal', category: null, explanation: 'scripted SAFETY' } },
    ],
    [
      { finishReason: 'RECITATION', finishMessage: 'no' },
      { stop_reason: 'refusal', stop_details: { type: 'refusal', category: null, explanation: 'no' } },
    ],
    [answer.finish('MALFORMED_FUNCTION_CALL'), { stop_reason: 'malformed_function_call' }],
    [answer.finish('pause_turn', 'a'), { stop_reason: 'pause_turn' }],
  ])('%j stops with %j', async (step, stop) => {
    expect((await ask(step)).at(-2)?.delta).toEqual({ stop_sequence: null, ...stop });
  });

  test('has no text when the prompt is refused', async () => {
    expect(toOutline(await ask(answer.blocked('SAFETY')))).toEqual([
      'message_start',
      'ping',
      {
        stop_reason: 'refusal',
        stop_sequence: null,
        stop_details: { type: 'refusal', category: null, explanation: 'scripted SAFETY' },
      },
      'message_stop',
    ]);
  });

  test('starts another thought after a signature', async () => {
    const thoughts = ['a', 'b'].map((text) => ({ thought: { text, signature: `of ${text}` } }));
    expect(await askWhole({ chunks: thoughts })).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'a', signature: 'of a' },
        { type: 'thinking', thinking: 'b', signature: 'of b' },
      ],
    });
  });

  test('leaves its last block open when the stream ends without a finish', async () => {
    const outline = toOutline(await ask(answer.finish(null, 'a')));
    expect(outline.at(-1)).toEqual(['delta', 0, { type: 'text_delta', text: 'a' }]);
  });

  test('is one document without streaming', async () => {
    expect(await askWhole(full)).toEqual({
      id: 'msg_0',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'Hello you' },
        { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } },
        { type: 'tool_use', id: 'c2', name: 'list', input: {} },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: counts,
    });
  });
});
