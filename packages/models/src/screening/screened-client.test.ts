import type { Content, GenerateContentConfig } from '@google/genai';
import { answer, scriptedModel } from '@bowline/testkit';
import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../model-client.ts';
import { ScreenedClient } from './screened-client.ts';
import type { Finding } from '@bowline/protocol';

const SECRET = 'hunter2-hunter2';
const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/gu;
const tags = '\u{E0068}\u{E0069}';
const { signal } = new AbortController();

/** A client, its findings, the texts it has screened, and a function to send. */
function open(): {
  readonly told: Finding[];
  readonly looked: string[];
  readonly send: (contents: readonly Content[], config?: GenerateContentConfig) => Promise<ModelRequest>;
} {
  const told: Finding[] = [];
  const looked: string[] = [];
  const sent: ModelRequest[] = [];
  const inner = {
    stream: (request: ModelRequest, stop: AbortSignal) => {
      sent.push(request);
      return scriptedModel([answer.text('done')]).stream(request, stop);
    },
  };
  const screen = {
    strip: (text: string) => {
      looked.push(text);
      return text.replace(HIDDEN, '');
    },
    redact: (text: string) => text.replaceAll(SECRET, '[redacted]'),
  };
  const client = new ScreenedClient(inner, screen, (finding) => told.push(finding));
  return {
    told,
    looked,
    send: async (contents, config = {}) => {
      for await (const _ of client.stream({ model: 'm', contents, config }, signal));
      const request = sent.at(-1);
      if (request === undefined) throw new TypeError('nothing was sent');
      return request;
    },
  };
}

const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
const result = (response: Record<string, unknown>): Content => ({
  role: 'user',
  parts: [{ functionResponse: { id: '1', name: 'read_file', response } }],
});

describe('a request to the model', () => {
  test('is screened in messages and tool results, at any depth', async () => {
    const { send, told } = open();
    const { contents } = await send([
      user(`do${tags} it`),
      result({ output: `password: ${SECRET}`, more: [{ deep: 'a\u202Eb' }, 1, null] }),
      { role: 'model', parts: [{ text: `I saw ${SECRET}` }] },
    ]);
    expect(contents).toEqual([
      user('do it'),
      result({ output: 'password: [redacted]', more: [{ deep: 'ab' }, 1, null] }),
      { role: 'model', parts: [{ text: 'I saw [redacted]' }] },
    ]);
    expect(told).toEqual([
      { check: 'hidden_text', severity: 'warning', message: 'hidden characters removed from the message to the model' },
      { check: 'secret', severity: 'warning', message: 'a secret removed from the result of read_file' },
      { check: 'hidden_text', severity: 'warning', message: 'hidden characters removed from the result of read_file' },
      { check: 'secret', severity: 'warning', message: "a secret removed from the model's answer" },
    ]);
  });

  test('contains no secret that was split by hidden characters', async () => {
    const { send, told } = open();
    const { contents } = await send([user(`hunter2${tags}-hunter2`)]);
    expect(contents).toEqual([user('[redacted]')]);
    expect(told.map(({ check }) => check)).toEqual(['hidden_text', 'secret']);
  });

  test('has a placeholder for a text that becomes empty', async () => {
    const { contents } = await open().send([user(tags)]);
    expect(contents).toEqual([user('[removed: invisible characters]')]);
  });

  test('has the same content objects if there is nothing to remove', async () => {
    const given = [user('a'), result({ output: 'b' }), { role: 'model' }];
    const { contents } = await open().send(given);
    for (const [n, content] of given.entries()) expect(contents[n]).toBe(content);
  });

  test('does not change the history itself', async () => {
    const given = [user(`a${tags}`), result({ output: SECRET })];
    const before = structuredClone(given);
    await open().send(given);
    expect(given).toEqual(before);
  });

  test('is screened in calls and files, except for signed thoughts', async () => {
    const { send } = open();
    const signed = { text: `thought${tags}`, thought: true, thoughtSignature: 'signed' };
    const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo' } };
    const { contents } = await send([
      {
        role: 'model',
        parts: [
          signed,
          { text: `t${tags}`, thought: true },
          { functionCall: { name: 'write_file', args: { content: [`${SECRET}${tags}`] } }, thoughtSignature: 's' },
          image,
          { inlineData: { mimeType: 'image/png', data: `iVBOR${SECRET}` } },
        ],
      },
    ]);
    expect(contents[0]?.parts).toEqual([
      signed,
      { text: 't', thought: true },
      { functionCall: { name: 'write_file', args: { content: ['[redacted]'] } }, thoughtSignature: 's' },
      image,
      { text: '[removed: a file that holds a secret]' },
    ]);
  });

  test('is screened in all other parameters', async () => {
    const { send } = open();
    const { config } = await send([], {
      responseJsonSchema: { description: `a${tags}` },
      systemInstruction: { parts: [{ text: SECRET }] },
      stopSequences: [SECRET],
    });
    expect(config).toEqual({
      responseJsonSchema: { description: 'a' },
      systemInstruction: { parts: [{ text: '[redacted]' }] },
      stopSequences: ['[redacted]'],
    });
  });

  test('is screened in the instruction and in tool descriptions', async () => {
    const { send, told, looked } = open();
    const config = (): GenerateContentConfig => ({
      temperature: 1,
      systemInstruction: `Obey.${tags} The key is ${SECRET}`,
      tools: [{ functionDeclarations: [declaration, clean] }, { googleSearch: {} }],
    });
    const schema = (description: string): object => ({ type: 'object', properties: { a: { description } } });
    const declaration = { name: 'x', description: `Does x${tags}`, parametersJsonSchema: schema(`a\u202E`) };
    const clean = { name: 'y', description: 'Does y' };
    const { config: screened } = await send([], config());
    expect(screened).toEqual({
      temperature: 1,
      systemInstruction: 'Obey. The key is [redacted]',
      tools: [
        { functionDeclarations: [{ name: 'x', description: 'Does x', parametersJsonSchema: schema('a') }, clean] },
        { googleSearch: {} },
      ],
    });
    expect(declaration.description).toBe(`Does x${tags}`);
    expect(told).toEqual([
      { check: 'hidden_text', severity: 'warning', message: 'hidden characters removed from the instruction' },
      { check: 'secret', severity: 'warning', message: 'a secret removed from the instruction' },
      { check: 'hidden_text', severity: 'warning', message: 'hidden characters removed from the description of x' },
    ]);
    const before = looked.length;
    expect((await send([], config())).config).toEqual(screened);
    expect([told.length, looked.length]).toEqual([3, before]);
  });

  test('has the same config object if there is nothing to remove', async () => {
    const config = { systemInstruction: 'Obey.', tools: [{ functionDeclarations: [{ name: 'y' }] }] };
    expect((await open().send([], config)).config).toBe(config);
  });
});

describe('a step', () => {
  test('screens only new contents, and sends the same objects again', async () => {
    const { send, told, looked } = open();
    const history = Array.from({ length: 2000 }, (_, n) => (n % 2 === 0 ? user(`text ${n}`) : user(`${n}${tags}`)));
    const first = await send(history);
    expect([looked.length, told.length]).toEqual([2000, 1000]);
    history.push(user('new'), user(`new${tags}`));
    const second = await send(history);
    expect([looked.length, told.length]).toEqual([2002, 1001]);
    for (const [n, content] of first.contents.entries()) expect(second.contents[n]).toBe(content);
  });

  test('without the first contents still recognizes the rest', async () => {
    const { send, looked } = open();
    const history = [user('old'), user(`a${tags}`), user('b')];
    const first = await send(history);
    const second = await send([user('summary'), ...history.slice(1)]);
    const third = await send(history.slice(1));
    expect(looked).toHaveLength(4);
    for (const { contents } of [second, third]) expect(contents.slice(-2)).toEqual([user('a'), user('b')]);
    expect(third.contents[0]).toBe(first.contents[1]);
  });

  test('is not affected by changes to an earlier request', async () => {
    const { send } = open();
    const history = [user(`a${tags}`)];
    const { contents } = await send(history);
    (contents as Content[])[0] = user(SECRET);
    expect((await send(history)).contents).toEqual([user('a')]);
  });

  test('reports a text once, even if it is copied for each step', async () => {
    const { send, told } = open();
    for (let step = 0; step < 3; step += 1) await send([user(`a${tags}`), result({ output: SECRET })]);
    expect(told).toHaveLength(2);
  });
});
