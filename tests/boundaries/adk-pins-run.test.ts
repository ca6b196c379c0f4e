import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Event } from '@google/adk';
import { FinishReason } from '@google/genai';
import { all } from '@bowline/testkit';
import { describe, expect, test } from 'vitest';
import { calling, CountedTool, createRig, LookingProcessor, piece, whole } from './adk-pins-rig.ts';

const texts = (events: readonly Event[]): unknown[] => events.map(({ content }) => content?.parts?.[0]?.text);
const one = (): CountedTool => new CountedTool({ name: 'one', description: '' });

describe('an ADK step', () => {
  test('needs a message, which must have parts', async () => {
    const { model, runner, sessions } = createRig({ answers: [[whole('a')]] });
    const ids = { userId: 'u', sessionId: 's' };
    expect(await all(runner.runAsync({ ...ids } as Parameters<typeof runner.runAsync>[0]))).toEqual([]);
    await expect(all(runner.runAsync({ ...ids, newMessage: { parts: [] } }))).rejects.toThrow('No parts');
    expect(model.requests).toEqual([]);
    expect(sessions.appended).toEqual([]);
  });

  test('appends the message first, as an event of the user', async () => {
    const { run, sessions } = createRig({ answers: [[whole('a')]] });
    await all(run());
    expect(sessions.appended.map(({ author, partial }) => [author, partial])).toEqual([
      ['user', undefined],
      ['main', false],
    ]);
  });

  test('stops at the calls when set to pause: the tool does not run and there is no second request', async () => {
    const tool = one();
    const { model, run, sessions } = createRig({
      answers: [[calling('one', 'c1')], [whole('never')]],
      agent: { tools: [tool] },
    });
    const events = await all(run());
    expect(events.map(({ content }) => content?.parts?.[0]?.functionCall?.name)).toEqual(['one']);
    expect(sessions.appended).toHaveLength(2);
    expect(tool.runs).toBe(0);
    expect(model.requests).toHaveLength(1);
  });

  test('then prepares one more request, with endInvocation set, and does not send it', async () => {
    const { agent, model, run } = createRig({ answers: [[calling('one', 'c1')]], agent: { tools: [one()] } });
    const ends: (boolean | undefined)[] = [];
    agent.requestProcessors.push(new LookingProcessor((_, { endInvocation }) => ends.push(endInvocation)));
    await all(run());
    expect(ends.map((end) => end === true)).toEqual([false, true]);
    expect(model.requests).toHaveLength(1);
  });

  test('pauses on a call of an unknown tool as on any other', async () => {
    const { run } = createRig({ answers: [[calling('nobody', 'c1')]] });
    const [event] = await all(run());
    expect(event?.errorCode).toBeUndefined();
    expect(event?.content?.parts?.[0]?.functionCall).toEqual({ id: 'c1', name: 'nobody', args: {} });
  });

  test('runs tools itself when not set to pause', async () => {
    const tool = one();
    const { model, run } = createRig({
      answers: [[calling('one', 'c1')], [whole('done')]],
      agent: { tools: [tool] },
    });
    await all(run({ pauseOnToolCalls: false }));
    expect(tool.runs).toBe(1);
    expect(model.requests).toHaveLength(2);
  });

  test('forwards partial responses, and appends only the complete one', async () => {
    const { run, sessions } = createRig({ answers: [[piece('a'), piece('b'), whole('ab')]] });
    const events = await all(run());
    expect(texts(events)).toEqual(['a', 'b', 'ab']);
    expect(events.map(({ partial }) => partial)).toEqual([true, true, false]);
    expect(texts(sessions.appended)).toEqual(['go', 'ab']);
  });

  test('appends an event before it yields it', async () => {
    const order: string[] = [];
    const { run } = createRig({
      answers: [[whole('a')]],
      onAppend: ({ author }) => order.push(`appended ${author ?? ''}`),
    });
    for await (const { author } of run()) order.push(`yielded ${author ?? ''}`);
    expect(order).toEqual(['appended user', 'appended main', 'yielded main']);
  });

  test('rejects with the same error that appendEvent throws', async () => {
    const thrown = new TypeError('the store has failed');
    const { run } = createRig({
      answers: [[whole('a')]],
      onAppend: ({ author }) => {
        if (author === 'main') throw thrown;
      },
    });
    await expect(all(run())).rejects.toBe(thrown);
  });

  test('ends on a response with an errorCode, with an event that has the code, message and metadata', async () => {
    const customMetadata = { hint: 'wait', retryable: true };
    const { model, run, sessions } = createRig({
      answers: [[piece('a'), { errorCode: 'MODEL_QUOTA', errorMessage: 'too many', customMetadata }], [whole('never')]],
    });
    const events = await all(run());
    expect(events.at(-1)).toMatchObject({ errorCode: 'MODEL_QUOTA', errorMessage: 'too many', customMetadata });
    expect(sessions.appended.at(-1)).toMatchObject({ author: 'main', errorCode: 'MODEL_QUOTA', customMetadata });
    expect(model.requests).toHaveLength(1);
  });

  test('turns an error of the model into a bare error event that keeps only the message', async () => {
    const { run } = createRig({
      generate: async function* () {
        throw new TypeError('broken');
      },
    });
    expect(await all(run())).toMatchObject([{ errorCode: 'UNKNOWN_ERROR', errorMessage: 'broken' }]);
  });

  test('has finish reason and usage on the event of a complete answer', async () => {
    const more = { finishReason: FinishReason.MAX_TOKENS, usageMetadata: { promptTokenCount: 3 } };
    const { run } = createRig({ answers: [[{ ...whole('a'), ...more }]] });
    expect(await all(run())).toMatchObject([more]);
  });

  test('has no event for an answer without parts', async () => {
    const { run, sessions } = createRig({ answers: [[{ content: { role: 'model', parts: [] }, partial: false }]] });
    expect(await all(run())).toEqual([]);
    expect(sessions.appended).toHaveLength(1);
  });

  test('has an event for an answer with usage and no content', async () => {
    const { run } = createRig({ answers: [[{ usageMetadata: { promptTokenCount: 3 }, partial: false }]] });
    expect(await all(run())).toMatchObject([{ author: 'main', usageMetadata: { promptTokenCount: 3 } }]);
  });

  test('keeps the ids of calls, and generates one for a call without', async () => {
    const { run } = createRig({ answers: [[calling('one', 'call_1')], [calling('one')]] });
    const id = (events: Event[]): string => events[0]?.content?.parts?.[0]?.functionCall?.id ?? '';
    expect(id(await all(run()))).toBe('call_1');
    expect(id(await all(run()))).toMatch(/^adk-/);
  });

  test('has no limit on model calls if maxLlmCalls is 0, also past the default of 500, and otherwise the given one', async () => {
    const answers = [...Array.from({ length: 501 }, (_, n) => [calling('one', `c${n}`)]), [whole('done')]];
    const unlimited = createRig({ answers, agent: { tools: [one()] } });
    expect((await all(unlimited.run({ pauseOnToolCalls: false }))).at(-1)).toMatchObject(whole('done'));
    expect(unlimited.model.requests).toHaveLength(502);

    const few = createRig({ answers: [[calling('one', 'c1')], [whole('b')]], agent: { tools: [one()] } });
    const events = await all(few.run({ pauseOnToolCalls: false, maxLlmCalls: 1 }));
    expect(events.at(-1)?.errorMessage).toContain('exceeded');
    expect(few.model.requests).toHaveLength(1);
  });

  test('requests a stream in SSE mode only', async () => {
    const streams: boolean[] = [];
    const generate = async function* (_: unknown, stream: boolean): AsyncIterable<ReturnType<typeof whole>> {
      streams.push(stream);
      yield whole('a');
    };
    const { run, runner } = createRig({ generate });
    await all(run());
    await all(runner.runAsync({ userId: 'u', sessionId: 's', newMessage: { parts: [{ text: 'go' }] } }));
    expect(streams).toEqual([true, false]);
  });

  test('passes the signal to the model, and emits no event after an abort', async () => {
    const controller = new AbortController();
    const { run, sessions } = createRig({
      async *generate(_, _stream, signal) {
        expect(signal).toBe(controller.signal);
        yield piece('a');
        yield whole('too late');
      },
    });
    const seen: unknown[] = [];
    for await (const event of run({}, controller.signal)) {
      seen.push(event.content?.parts?.[0]?.text);
      controller.abort();
    }
    expect(seen).toEqual(['a']);
    expect(texts(sessions.appended)).toEqual(['go']);
  });

  test('sends no request if it is aborted before', async () => {
    const { model, run, sessions } = createRig({ answers: [[whole('a')]] });
    expect(await all(run({}, AbortSignal.abort()))).toEqual([]);
    expect(model.requests).toEqual([]);
    expect(sessions.appended).toEqual([]);
  });

  test('logs to stdout until setLogger(null)', { timeout: 60_000 }, async () => {
    const script = `
      const { PluginManager, BasePlugin, setLogger } = await import('@google/adk');
      class Quiet extends BasePlugin {}
      new PluginManager([new Quiet('loud')]);
      setLogger(null);
      new PluginManager([new Quiet('silent')]);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
    });
    expect(stdout).toContain("Plugin 'loud' registered");
    expect(stdout).not.toContain('silent');
  });
});
