import type { ModelChunk, ModelRequest } from '@bowline/models';
import { AgentError } from '@bowline/protocol';
import { describe, expect, test } from 'vitest';
import { all } from '../all.ts';
import { answer } from './answer.ts';
import type { ScriptedStep } from '../model-script.ts';
import { scriptedModel, type ScriptedModel } from './scripted-model.ts';

const request: ModelRequest = { model: 'm', contents: [{ role: 'user', parts: [{ text: 'hi' }] }], config: {} };
const never = new AbortController().signal;
const ask = (model: ScriptedModel, signal = never): Promise<readonly ModelChunk[]> =>
  all(model.stream(request, signal));

async function fail(step: ScriptedStep): Promise<{ readonly texts: readonly unknown[]; readonly error: unknown }> {
  const texts: unknown[] = [];
  try {
    for await (const chunk of scriptedModel([step]).stream(request, never)) texts.push(chunk.content?.parts?.[0]?.text);
  } catch (error) {
    return { texts, error };
  }
  return { texts, error: undefined };
}

describe('a scripted model', () => {
  test('yields a response for each chunk, with finish reason and usage on the last', async () => {
    const model = scriptedModel([answer.thought('hm', 'Hello', ' you')]);
    expect(await ask(model)).toEqual([
      { content: { role: 'model', parts: [{ text: 'hm', thought: true }] } },
      { content: { role: 'model', parts: [{ text: 'Hello' }] } },
      {
        content: { role: 'model', parts: [{ text: ' you' }] },
        finishReason: 'STOP',
        usage: { promptTokenCount: 11, candidatesTokenCount: 2, thoughtsTokenCount: 1, totalTokenCount: 14 },
      },
    ]);
    expect(model.left).toBe(0);
  });

  test('makes calls with the ids and signatures of the script', async () => {
    const calls = [{ name: 'a', args: { n: 1 }, id: 'c1', signature: 's' }, { name: 'b' }];
    const [chunk] = await ask(scriptedModel([answer.calls(...calls)]));
    expect(chunk?.content?.parts).toEqual([
      { functionCall: { name: 'a', args: { n: 1 }, id: 'c1' }, thoughtSignature: 's' },
      { functionCall: { name: 'b', args: {} } },
    ]);
  });

  test.each<[string, ScriptedStep, Partial<ModelChunk>[]]>([
    ['an empty answer', answer.nothing(), [{ content: { role: 'model' }, finishReason: 'STOP' }]],
    ['a stream without a reason', answer.finish(null, 'a'), [{ content: { role: 'model', parts: [{ text: 'a' }] } }]],
    ['a stream without events', answer.finish(null), []],
    ['a refused prompt', answer.blocked('SAFETY'), [{ blockReason: 'SAFETY' }]],
    [
      'an unchanged raw chunk',
      { chunks: [{ raw: { candidates: [{ finishReason: 'NEW' }] } }] },
      [{ finishReason: 'NEW' }],
    ],
  ])('can yield %s', async (_, step, expected) => {
    expect(await ask(scriptedModel([{ usage: null, ...step }]))).toEqual(expected);
  });

  test('uses the usage in the script and adds it up', async () => {
    const usage = { promptTokenCount: 100, cachedContentTokenCount: 80 };
    const [chunk] = await ask(scriptedModel([{ ...answer.text('abcd'), usage }]));
    expect(chunk?.usage).toEqual({ ...usage, candidatesTokenCount: 1, totalTokenCount: 101 });
  });

  test('stores requests as they were when they arrived', async () => {
    const model = scriptedModel([answer.text('a')]);
    const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
    await all(model.stream({ ...request, contents }, never));
    contents.length = 0;
    expect(model.requests).toEqual([request]);
  });

  test('throws when the script is used up', async () => {
    const model = scriptedModel([answer.text('a')]);
    await ask(model);
    await expect(ask(model)).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'model called 2 times, the script has 1 steps',
    });
  });

  test.each([
    [answer.httpError(400), 'MODEL_BAD_REQUEST', false],
    [answer.httpError(401), 'MODEL_AUTH', false],
    [answer.httpError(403), 'MODEL_FORBIDDEN', false],
    [answer.httpError(404), 'MODEL_NOT_FOUND', false],
    [answer.quota(), 'MODEL_QUOTA', true],
    [answer.httpError(503), 'MODEL_UNAVAILABLE', true],
    [answer.cut(), 'MODEL_UNREACHABLE', true],
    [answer.garbage(), 'MODEL_INVALID_ANSWER', true],
    [{ chunks: [{ raw: { error: { code: 503, message: 'overloaded' } } }] }, 'MODEL_UNAVAILABLE', true],
  ])('turns %j into %s', async (step, code, retryable) => {
    const { error } = await fail(step);
    expect(AgentError.is(error)).toBe(true);
    expect(error).toMatchObject({ code, retryable });
  });

  test('reports the retry delay of a quota', async () => {
    const { error } = await fail(answer.quota({ retryDelay: '0.2s' }));
    expect(error).toMatchObject({ retryAfter: 200, details: { status: 429 } });
  });

  test('yields the chunks before a cut', async () => {
    expect((await fail(answer.cut('a', 'b'))).texts).toEqual(['a', 'b']);
  });

  test.each<[string, ScriptedStep, number]>([
    ['a hang before the headers', answer.hang(), 0],
    ['a hang in the body', answer.hang('a'), 1],
    ['a delay before the headers', { ...answer.text('a'), delayHeadersMs: 1e6 }, 0],
    ['a delay between chunks', { chunks: [{ text: 'a' }, { text: 'b', delayMs: 1e6 }] }, 1],
  ])('ends at once when aborted in %s', async (_, step, count) => {
    const controller = new AbortController();
    const chunks = ask(scriptedModel([step]), controller.signal);
    setImmediate(() => {
      controller.abort();
    });
    expect(await chunks).toHaveLength(count);
  });

  test('stops between chunks when aborted, and makes no request when aborted before', async () => {
    const controller = new AbortController();
    const model = scriptedModel([answer.text('a', 'b', 'c'), answer.text('d')]);
    const texts: unknown[] = [];
    for await (const chunk of model.stream(request, controller.signal)) {
      texts.push(chunk.content?.parts?.[0]?.text);
      controller.abort();
    }
    expect(texts).toEqual(['a']);
    expect(await ask(model, controller.signal)).toEqual([]);
    expect(model.left).toBe(1);
  });
});
