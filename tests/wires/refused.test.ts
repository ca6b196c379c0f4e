import { createMessage, type AgentEvent, type AgentSend, type AgentSession, type ContentPart } from '@bowline/protocol';
import { all, answer, outline, type ScriptedStep } from '@bowline/testkit';
import { defineTool, succeed } from '@bowline/tools';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { toSentLines } from './sent-lines.ts';
import {
  openWiredSession,
  wiredModels,
  type WiredName,
  type WiredOptions,
  type WiredSession,
} from './wired-session.ts';

const names = Object.keys(wiredModels) as WiredName[];

/** An error in the format of the provider, including its code. */
const refusal = (name: WiredName, message: string, code: string | null = null): ScriptedStep => {
  switch (name) {
    case 'gemini':
      return answer.httpError(400, { body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } });
    case 'anthropic':
      return answer.httpError(400, { body: { type: 'error', error: { type: 'invalid_request_error', message } } });
    case 'responses':
    case 'chat':
    case 'compatible':
      return answer.httpError(400, { body: { error: { message, type: 'invalid_request_error', param: null, code } } });
  }
};

const openai = 'You uploaded an unsupported image. Please make sure your image is valid.';
const imageWords: Readonly<Record<WiredName, string>> = {
  gemini: 'Unable to process input image. Please retry or report in https://developers.generativeai.google',
  anthropic: 'Could not process image',
  responses: openai,
  chat: openai,
  compatible: 'this model does not support image input',
};
const longWords: Readonly<Record<WiredName, readonly [message: string, code?: string]>> = {
  gemini: ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
  anthropic: ['prompt is too long: 204241 tokens > 200000 maximum'],
  responses: ['Your input exceeds the context window of this model.', 'context_length_exceeded'],
  chat: ["This model's maximum context length is 128000 tokens.", 'context_length_exceeded'],
  compatible: ['the request exceeds the available context size. try increasing the context size'],
};

const toPicture = (text: string): ContentPart => ({
  type: 'media',
  mimeType: 'image/png',
  data: Buffer.from(text).toString('base64'),
});
const shown = (text: string): string => `image: data:image/png;base64,${Buffer.from(text).toString('base64')}`;
const show = (text: string, ...pictures: readonly string[]): AgentSend => ({
  message: { content: [{ type: 'text', text }, ...pictures.map(toPicture)] },
});

async function open(
  name: WiredName,
  script: Parameters<typeof openWiredSession>[0],
  options: Partial<WiredOptions> = {},
): Promise<WiredSession> {
  const tools = { isBuiltIn: false };
  const wired = await openWiredSession(script, { model: wiredModels[name].model, tools, ...options });
  onTestFinished(wired.close);
  return wired;
}

/** The history in each request of a turn, without side requests. */
const sentBy = (name: WiredName, { server }: WiredSession): readonly (readonly string[])[] =>
  server.requests
    .map(({ body }) => toSentLines(wiredModels[name].wire, body))
    .filter((lines) => !lines.some((line) => line.includes('TRANSCRIPT')));

const play = async (session: AgentSession, send: AgentSend): Promise<readonly AgentEvent[]> =>
  await all(session.sendStream(send));
/** The durable events of a turn, without usage. */
const keptLines = (events: readonly AgentEvent[]): readonly string[] =>
  outline(events).filter((line) => !/^(?:~|usage|\.\.\.)/.test(line));

describe.each(names)('a picture rejected over %s', (name) => {
  const { model } = wiredModels[name];
  const note = (words = imageWords[name]): string => `user: [image omitted because the provider rejected it: ${words}]`;

  test('is omitted and reported, and the turn continues; a resumed session omits it too', async () => {
    const wired = await open(name, [
      refusal(name, imageWords[name]),
      answer.text('No picture here.'),
      answer.text('Still none.'),
      answer.text('A new one.'),
    ]);
    const events = await play(wired.session, show('What is this?', 'broken'));
    expect(keptLines(events)).toEqual([
      'agent_start',
      'user: What is this?',
      `session_update ${model}`,
      'error MODEL_BAD_REQUEST (goes on)',
      'warning PART_SET_ASIDE',
      'agent: No picture here.',
      'agent_end completed',
    ]);
    expect(events.find(({ type }) => type === 'notice')).toMatchObject({
      text: `image omitted because the provider rejected it: ${imageWords[name]}`,
    });
    const again = await wired.reopen();
    await play(again, createMessage('And?'));
    await play(again, show('And this?', 'fine'));
    const left = ['user: What is this?', note()];
    const later = [...left, 'model: No picture here.', 'user: And?'];
    expect(sentBy(name, wired)).toEqual([
      ['user: What is this?', shown('broken')],
      left,
      later,
      [...later, 'model: Still none.', 'user: And this?', shown('fine')],
    ]);
    expect(wired.server.faults).toEqual([]);
    expect(wired.server.left()).toBe(0);
  });

  test('is taken to be the newest if none is named, then the next; the turn fails when none is left', async () => {
    const refused = refusal(name, imageWords[name]);
    const wired = await open(name, [refused, refused, refused, answer.text('Words alone.')]);
    const events = await play(wired.session, show('What are these?', 'first', 'second'));
    expect(keptLines(events).slice(-6)).toEqual([
      'error MODEL_BAD_REQUEST (goes on)',
      'warning PART_SET_ASIDE',
      'error MODEL_BAD_REQUEST (goes on)',
      'warning PART_SET_ASIDE',
      'error MODEL_BAD_REQUEST',
      'agent_end failed',
    ]);
    expect(sentBy(name, wired)).toEqual([
      ['user: What are these?', shown('first'), shown('second')],
      ['user: What are these?', shown('first'), note()],
      ['user: What are these?', note(), note()],
    ]);
    const next = await play(await wired.reopen(), createMessage('Then without?'));
    expect(keptLines(next).at(-1)).toBe('agent_end completed');
    expect(sentBy(name, wired).at(-1)).toEqual(['user: What are these?', note(), note(), 'user: Then without?']);
  });
});

const looks = defineTool({
  name: 'look',
  description: 'Shows two pictures',
  effect: 'read',
  input: z.object({}),
  run: async () => ({
    ...succeed('two'),
    content: [{ type: 'text', text: 'two' }, toPicture('left'), toPicture('right')],
  }),
});

test.each<[WiredName, string]>([
  ['anthropic', 'messages.2.content.1.image.source.base64: image exceeds 5 MB maximum: 7204356 bytes > 5242880 bytes'],
  ['gemini', "Invalid value at 'contents[3].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed"],
  ['chat', "Invalid 'messages[4].content[0].image_url'. Expected a valid image."],
])('%s names a picture from a tool result: that one is omitted, and the other is not', async (name, words) => {
  const wired = await open(
    name,
    [answer.calls({ name: 'look', args: {} }), refusal(name, words), answer.text('One is fine.')],
    { tools: { isBuiltIn: false, own: [looks] } },
  );
  const events = await play(wired.session, createMessage('Look.'));
  expect(keptLines(events).at(-1)).toBe('agent_end completed');
  const before = ['user: Look.', 'call 1: look {}', 'result 1: two'];
  const note = `user: [image omitted because the provider rejected it: ${words}]`;
  expect(sentBy(name, wired).slice(1)).toEqual([
    [...before, shown('left'), shown('right')],
    [...before, note, shown('right')],
  ]);
});

test('a file of a type that Gemini names is omitted, even if there is a newer one', async () => {
  const wired = await open('gemini', [refusal('gemini', 'Unsupported MIME type: image/bmp'), answer.text('Fine.')]);
  const older: ContentPart = { type: 'media', mimeType: 'image/bmp', data: 'b2xkZXI=' };
  await play(wired.session, { message: { content: [{ type: 'text', text: 'These?' }, older, toPicture('newer')] } });
  expect(sentBy('gemini', wired).at(-1)).toEqual([
    'user: These?',
    'user: [image omitted because the provider rejected it: Unsupported MIME type: image/bmp]',
    shown('newer'),
  ]);
});

const summary = answer.text(JSON.stringify({ goal: 'to count', facts: ['the port is 4711'] }));
const checked = answer.text(JSON.stringify({ missing: [], wrong: [] }));
const long = (word: string): AgentSend => createMessage(`${word} ${'and so on, line after line; '.repeat(400)}`);

describe.each(names)('a prompt that is too long over %s', (name) => {
  const tooLong = refusal(name, ...longWords[name]);

  test('is compacted and sent again, once; a resumed session has the summary', async () => {
    const wired = await open(name, [
      answer.text('One.'),
      answer.text('Two.'),
      tooLong,
      summary,
      checked,
      answer.text('Three.'),
      answer.text('Four.'),
    ]);
    await play(wired.session, long('first'));
    await play(wired.session, long('second'));
    const events = await play(wired.session, createMessage('third'));
    expect(keptLines(events).filter((line) => !line.startsWith('session_update'))).toEqual([
      'agent_start',
      'user: third',
      'error CONTEXT_OVERFLOW (goes on)',
      'info CONTEXT_COMPACTED',
      'agent: Three.',
      'agent_end completed',
    ]);
    await play(await wired.reopen(), createMessage('fourth'));
    const [sent = [], later = []] = sentBy(name, wired).slice(-2);
    expect(sent[0]).toContain('the port is 4711');
    expect(sent.at(-1)).toBe('user: third');
    expect(later).toEqual([...sent, 'model: Three.', 'user: fourth']);
    expect(wired.server.faults).toEqual([]);
    expect(wired.server.left()).toBe(0);
  });

  test('ends the turn with a hint if a summary does not help; the next message can try again', async () => {
    const wired = await open(name, [
      answer.text('One.'),
      answer.text('Two.'),
      tooLong,
      summary,
      checked,
      tooLong,
      answer.text('Back.'),
    ]);
    await play(wired.session, long('first'));
    await play(wired.session, long('second'));
    const events = await play(wired.session, createMessage('third'));
    expect(keptLines(events).slice(-4)).toEqual([
      'error CONTEXT_OVERFLOW (goes on)',
      'info CONTEXT_COMPACTED',
      'error CONTEXT_OVERFLOW',
      'agent_end failed',
    ]);
    expect(events.findLast(({ type }) => type === 'error')).toMatchObject({
      fatal: true,
      hint: expect.stringContaining('Rewind') as string,
    });
    const next = await play(await wired.reopen(), createMessage('fourth'));
    expect(keptLines(next).at(-1)).toBe('agent_end completed');
  });

  test('ends the turn at once if there is nothing to summarize', async () => {
    const wired = await open(name, [tooLong]);
    const events = await play(wired.session, createMessage('all of it'));
    expect(keptLines(events).slice(-2)).toEqual(['error CONTEXT_OVERFLOW', 'agent_end failed']);
    expect(wired.server.requests).toHaveLength(1);
  });
});
