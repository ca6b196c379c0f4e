import type { Context, LlmRequest, LlmResponse } from '@google/adk';
import type { Content, GenerateContentConfig } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { SafetyFilter, type ScreenFinding } from './safety-filter.ts';

const SECRET = 'hunter2-hunter2';
const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/gu;
const tags = '\u{E0068}\u{E0069}';
const callbackContext = {} as Context;

/** A filter, what it tells, and how often it has looked at a text. */
function open(): {
  readonly filter: SafetyFilter;
  readonly told: ScreenFinding[];
  readonly looked: string[];
} {
  const told: ScreenFinding[] = [];
  const looked: string[] = [];
  const filter = new SafetyFilter({
    strip: (text) => {
      looked.push(text);
      return text.replace(HIDDEN, '');
    },
    redact: (text) => text.replaceAll(SECRET, '[redacted]'),
    onFinding: (finding) => told.push(finding),
  });
  return { filter, told, looked };
}

async function send(
  filter: SafetyFilter,
  contents: readonly Content[],
  config: GenerateContentConfig = {},
): Promise<LlmRequest> {
  const llmRequest: LlmRequest = { contents: [...contents], config, liveConnectConfig: {}, toolsDict: {} };
  expect(await filter.beforeModelCallback({ callbackContext, llmRequest })).toBeUndefined();
  return llmRequest;
}

async function receive(filter: SafetyFilter, llmResponse: LlmResponse): Promise<LlmResponse> {
  expect(await filter.afterModelCallback({ callbackContext, llmResponse })).toBeUndefined();
  return llmResponse;
}

const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
const result = (response: Record<string, unknown>): Content => ({
  role: 'user',
  parts: [{ functionResponse: { id: '1', name: 'read_file', response } }],
});

describe('what goes to the model', () => {
  test('is screened in what is said and in the results of tools, at any depth', async () => {
    const { filter, told } = open();
    const { contents } = await send(filter, [
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
      { where: 'what was said to the model', what: 'hidden characters' },
      { where: 'the result of read_file', what: 'a secret' },
      { where: 'the result of read_file', what: 'hidden characters' },
      { where: 'what the model said', what: 'a secret' },
    ]);
  });

  test('has no secret that hidden characters cut in two', async () => {
    const { filter, told } = open();
    const { contents } = await send(filter, [user(`hunter2${tags}-hunter2`)]);
    expect(contents).toEqual([user('[redacted]')]);
    expect(told.map(({ what }) => what)).toEqual(['hidden characters', 'a secret']);
  });

  test('is not empty when nothing of a text is left', async () => {
    const { contents } = await send(open().filter, [user(tags)]);
    expect(contents).toEqual([user('[left out: characters that nobody sees]')]);
  });

  test('is the very same content when there is nothing to leave out', async () => {
    const given = [user('a'), result({ output: 'b' }), { role: 'model' }];
    const { contents } = await send(open().filter, given);
    for (const [n, content] of given.entries()) expect(contents[n]).toBe(content);
  });

  test('is never changed in the history itself', async () => {
    const given = [user(`a${tags}`), result({ output: SECRET })];
    const before = structuredClone(given);
    await send(open().filter, given);
    expect(given).toEqual(before);
  });

  test('leaves calls as they are, and thoughts that are signed', async () => {
    const { filter } = open();
    const given: Content[] = [
      {
        role: 'model',
        parts: [
          { text: `thought${tags}`, thought: true, thoughtSignature: 'signed' },
          { functionCall: { name: 'write_file', args: { content: `${SECRET}${tags}` } } },
          { inlineData: { mimeType: 'image/png', data: SECRET } },
        ],
      },
    ];
    const { contents } = await send(filter, given);
    expect(contents[0]).toBe(given[0]);
    const unsigned = await send(filter, [{ role: 'model', parts: [{ text: `t${tags}`, thought: true }] }]);
    expect(unsigned.contents).toEqual([{ role: 'model', parts: [{ text: 't', thought: true }] }]);
  });

  test('is screened in the instruction and in what is said of tools', async () => {
    const { filter, told, looked } = open();
    const config = (): GenerateContentConfig => ({
      temperature: 1,
      systemInstruction: `Obey.${tags} The key is ${SECRET}`,
      tools: [{ functionDeclarations: [declaration, clean] }, { googleSearch: {} }],
    });
    const schema = (description: string): object => ({ type: 'object', properties: { a: { description } } });
    const declaration = { name: 'x', description: `Does x${tags}`, parametersJsonSchema: schema(`a\u202E`) };
    const clean = { name: 'y', description: 'Does y' };
    const { config: screened } = await send(filter, [], config());
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
      { where: 'the instruction', what: 'hidden characters' },
      { where: 'the instruction', what: 'a secret' },
      { where: 'the description of x', what: 'hidden characters' },
    ]);
    const before = looked.length;
    expect((await send(filter, [], config())).config).toEqual(screened);
    expect([told.length, looked.length]).toEqual([3, before]);
  });

  test('keeps its config when there is nothing to leave out', async () => {
    const config = { systemInstruction: 'Obey.', tools: [{ functionDeclarations: [{ name: 'y' }] }] };
    expect((await send(open().filter, [], config)).config).toBe(config);
  });
});

describe('a step', () => {
  test('screens only what is new, and sends the same objects again', async () => {
    const { filter, told, looked } = open();
    const history = Array.from({ length: 2000 }, (_, n) => (n % 2 === 0 ? user(`text ${n}`) : user(`${n}${tags}`)));
    const first = await send(filter, history);
    expect([looked.length, told.length]).toEqual([2000, 1000]);
    history.push(user('new'), user(`new${tags}`));
    const second = await send(filter, history);
    expect([looked.length, told.length]).toEqual([2002, 1001]);
    for (const [n, content] of first.contents.entries()) expect(second.contents[n]).toBe(content);
  });

  test('that leaves out what came first still knows the rest', async () => {
    const { filter, looked } = open();
    const history = [user('old'), user(`a${tags}`), user('b')];
    const first = await send(filter, history);
    const second = await send(filter, [user('summary'), ...history.slice(1)]);
    const third = await send(filter, history.slice(1));
    expect(looked).toHaveLength(4);
    for (const { contents } of [second, third]) expect(contents.slice(-2)).toEqual([user('a'), user('b')]);
    expect(third.contents[0]).toBe(first.contents[1]);
  });

  test('is not changed by what becomes of the request of another', async () => {
    const { filter } = open();
    const history = [user(`a${tags}`)];
    const { contents } = await send(filter, history);
    contents[0] = user(SECRET);
    expect((await send(filter, history)).contents).toEqual([user('a')]);
  });

  test('tells once of what is copied for each step', async () => {
    const { filter, told } = open();
    for (let step = 0; step < 3; step += 1) await send(filter, [user(`a${tags}`), result({ output: SECRET })]);
    expect(told).toHaveLength(2);
  });

  test('that sends back what was screened does not screen it again', async () => {
    const { filter, looked } = open();
    const { contents } = await send(filter, [user(`a${tags}`)]);
    const again = await send(filter, contents);
    expect(again.contents[0]).toBe(contents[0]);
    expect(looked).toHaveLength(1);
  });
});

describe('what comes from the model', () => {
  test('is screened in deltas, in silence, and in the whole, which is told of', async () => {
    const { filter, told } = open();
    const delta = await receive(filter, {
      content: { role: 'model', parts: [{ text: `a${tags} ${SECRET}` }] },
      partial: true,
    });
    expect(delta).toEqual({ content: { role: 'model', parts: [{ text: 'a [redacted]' }] }, partial: true });
    expect(told).toEqual([]);
    const call = { functionCall: { name: 'x', args: { a: tags } } };
    const whole = await receive(filter, {
      content: { role: 'model', parts: [{ text: `a${tags} ${SECRET}`, thoughtSignature: 's' }, call] },
      partial: false,
      turnComplete: true,
    });
    expect(whole).toEqual({
      content: { role: 'model', parts: [{ text: 'a [redacted]', thoughtSignature: 's' }, call] },
      partial: false,
      turnComplete: true,
    });
    expect(told).toEqual([
      { where: "the model's answer", what: 'hidden characters' },
      { where: "the model's answer", what: 'a secret' },
    ]);
  });

  test('has a secret that deltas cut in two left out of the whole', async () => {
    const { filter } = open();
    const deltas = [SECRET.slice(0, 5), SECRET.slice(5)];
    const shown = [];
    for (const text of deltas) {
      const { content } = await receive(filter, { content: { role: 'model', parts: [{ text }] }, partial: true });
      shown.push(content?.parts?.[0]?.text);
    }
    expect(shown).toEqual(deltas);
    const { content } = await receive(filter, { content: { role: 'model', parts: [{ text: deltas.join('') }] } });
    expect(content?.parts).toEqual([{ text: '[redacted]' }]);
  });

  test('is left alone when there is nothing in it, and when there is nothing', async () => {
    const { filter } = open();
    const content = { role: 'model', parts: [{ text: 'fine' }] };
    expect((await receive(filter, { content })).content).toBe(content);
    expect(await receive(filter, { errorCode: 'MODEL_QUOTA' })).toEqual({ errorCode: 'MODEL_QUOTA' });
    const nothing = await receive(filter, { content: { role: 'model', parts: [{ text: tags }] }, partial: true });
    expect(nothing.content?.parts).toEqual([{ text: '' }]);
  });
});
