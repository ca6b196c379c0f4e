import type { AgentError } from '@bowline/protocol';
import { answer, scriptedModel, type ModelScript, type ScriptedModel, type ScriptedStep } from '@bowline/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ModelHealth } from '../availability/model-health.ts';
import { defaultRetryPolicy } from '../retry/retry-policy.ts';
import { ScreenedClient } from '../screening/screened-client.ts';
import { createAskModel, type UtilityCall, type UtilityParts } from './ask-model.ts';

const LITE = 'gemini-3.1-flash-lite';
const FLASH = 'gemini-3.5-flash';
const PRO = 'gemini-2.5-pro';
const schema = z.object({ word: z.string() });
const yes = answer.text('{"word":"yes"}');

interface Bench {
  readonly model: ScriptedModel;
  readonly health: ModelHealth;
  readonly calls: UtilityCall[];
  readonly ask: (signal?: AbortSignal) => Promise<{ word: string } | undefined>;
  readonly asked: () => string[];
}

/** A question to a scripted model, with short pauses. */
function open(script: ModelScript | readonly ScriptedStep[], more: Partial<UtilityParts> = {}): Bench {
  return openFor({}, script, more);
}

/** The same with limits for the answer. */
function openFor(
  worth: { readonly tries?: number },
  script: ModelScript | readonly ScriptedStep[],
  more: Partial<UtilityParts> = {},
): Bench {
  const model = scriptedModel(script);
  const health = more.health ?? new ModelHealth();
  const calls: UtilityCall[] = [];
  const ask = createAskModel({
    client: new ScreenedClient(model, { strip: (text) => text, redact: (text) => text }),
    configs: {},
    health,
    policy: { ...defaultRetryPolicy, baseMs: 1 },
    rules: { fallback: 'switch', onQuota: 'wait' },
    tier: () => 'flash-lite',
    onCall: async (call) => {
      calls.push(call);
    },
    mayAsk: () => true,
    ...more,
  });
  const contents = [{ role: 'user', parts: [{ text: 'well?' }] }];
  return {
    model,
    health,
    calls,
    ask: async (signal = new AbortController().signal) =>
      await ask({ purpose: 'summary', instruction: 'Say it.', contents, schema, signal, ...worth }),
    asked: () => model.requests.map((request) => request.model),
  };
}

const codesOf = (calls: readonly UtilityCall[]): (AgentError['code'] | undefined)[] =>
  calls.map(({ error }) => error?.code);
const stepsOf = (...rules: readonly (readonly [string, ...ScriptedStep[]])[]): ModelScript => ({
  rules: rules.map(([model, ...steps]) => ({ model, steps })),
});

describe('an answer is found in', () => {
  test.each<[string, ScriptedStep]>([
    ['plain JSON', yes],
    ['pieces', answer.text('{"wo', 'rd":"y', 'es"}')],
    ['a code fence', answer.text('```json\n{"word": "yes"}\n```')],
    ['text around it', answer.text('Here it is:\n{"word":"yes"}\nAnything else?')],
    ['an object with additional fields', answer.text('{"word":"yes","why":{"a":1}}')],
    ['text after a thought', answer.thought('{"word":"no"}', '{"word":"yes"}')],
  ])('%s', async (_, step) => {
    const { ask, model } = open([step]);
    expect(await ask()).toEqual({ word: 'yes' });
    expect(model.left).toBe(0);
  });
});

describe('a utility request', () => {
  test('has the question, the config of its purpose and the schema of the answer', async () => {
    const configs = {
      customAliases: { summary: { extends: 'base', modelConfig: { generateContentConfig: { topK: 3 } } } },
    };
    const { ask, model } = open([yes], { configs });
    await ask();
    expect(model.requests).toEqual([
      {
        model: LITE,
        contents: [{ role: 'user', parts: [{ text: 'well?' }] }],
        config: {
          temperature: 0,
          topP: 1,
          topK: 3,
          systemInstruction: 'Say it.',
          responseMimeType: 'application/json',
          responseJsonSchema: z.toJSONSchema(schema),
        },
      },
    ]);
  });

  test('has the config of a retry', async () => {
    const match = { overrideScope: 'summary', isRetry: true };
    const configs = { customOverrides: [{ match, modelConfig: { generateContentConfig: { temperature: 1 } } }] };
    const { ask, model } = open([answer.text('hm'), yes], { configs });
    await ask();
    expect(model.requests.map(({ config }) => config.temperature)).toEqual([0, 1]);
  });

  test.each<[string, Partial<UtilityParts>, string]>([
    ['the model of the alias', { configs: { customAliases: { summary: { modelConfig: { model: 'x/y' } } } } }, 'x/y'],
    [
      'the model of an override',
      { configs: { customOverrides: [{ match: { overrideScope: 'summary' }, modelConfig: { model: 'x/z' } }] } },
      'x/z',
    ],
    ['the model of the tier', { tier: () => 'flash' }, FLASH],
    ['the model with that name', { tier: () => 'openai/gpt-5' }, 'openai/gpt-5'],
    ['the smallest model of a family', { tier: () => 'auto-gemini-2.5' }, 'gemini-2.5-flash-lite'],
  ])('goes to %s', async (_, parts, name) => {
    const { ask, asked } = open([yes], parts);
    await ask();
    expect(asked()).toEqual([name]);
  });

  test('has no Gemini defaults for another provider', async () => {
    const { ask, model } = open([yes], { tier: () => 'openai/gpt-5' });
    await ask();
    expect(model.requests[0]?.config).not.toHaveProperty('temperature');
  });

  test('has the overrides of its model', async () => {
    const configs = {
      customOverrides: [{ match: { model: LITE }, modelConfig: { generateContentConfig: { topK: 1 } } }],
    };
    const { ask, model } = open([yes], { configs });
    await ask();
    expect(model.requests[0]?.config).toHaveProperty('topK', 1);
  });
});

describe('a failed request', () => {
  test.each<[string, ScriptedStep]>([
    ['without JSON', answer.text('I would say yes')],
    ['with broken JSON', answer.text('{"word":')],
    ['with JSON of another shape', answer.text('{"word":3}')],
    ['with an empty answer', answer.nothing()],
    ['with a cut answer', answer.cut('{"wo')],
    ['with a 500', answer.httpError(500)],
    ['with a short delay', answer.quota({ retryDelay: '0.001s' })],
  ])('%s is retried with the same model', async (_, step) => {
    const { ask, asked, calls, health } = open([step, yes]);
    expect(await ask()).toEqual({ word: 'yes' });
    expect(asked()).toEqual([LITE, LITE]);
    expect(calls).toHaveLength(2);
    expect(health.isAvailable(LITE)).toBe(true);
  });

  test('is not retried if only one try is allowed', async () => {
    const { model, ask } = openFor({ tries: 1 }, [answer.text('hm'), yes]);
    expect(await ask()).toBeUndefined();
    expect(model.left).toBe(1);
  });

  test('falls back to the next models after too many failures', async () => {
    const busy = answer.httpError(503);
    const { ask, asked, model } = open(stepsOf([LITE, busy, busy, busy], [FLASH, busy, busy, busy], [PRO, yes]));
    expect(await ask()).toEqual({ word: 'yes' });
    expect(asked()).toEqual([LITE, LITE, LITE, FLASH, FLASH, FLASH, PRO]);
    expect(model.left).toBe(0);
  });

  test('with the last model returns no answer', async () => {
    const { ask, asked } = open({ default: answer.httpError(404) });
    expect(await ask()).toBeUndefined();
    expect(asked()).toEqual([LITE, FLASH, PRO]);
  });

  test.each<[string, ScriptedStep, number]>([
    ['a bad key', answer.httpError(401), 1],
    ['a bad request', answer.httpError(400), 1],
    ['no network', answer.cut(), defaultRetryPolicy.attempts.unreachable],
  ])('with %s is not sent to another model', async (_, step, times) => {
    const { ask, asked } = open({ default: step });
    expect(await ask()).toBeUndefined();
    expect(asked()).toEqual(Array(times).fill(LITE));
  });

  test('is not sent to another model if the rules forbid it', async () => {
    const { ask, asked } = open({ default: answer.httpError(404) }, { rules: { fallback: 'never', onQuota: 'wait' } });
    expect(await ask()).toBeUndefined();
    expect(asked()).toEqual([LITE]);
  });

  test('never asks the user', async () => {
    const rules = { fallback: 'ask', onQuota: 'wait' } as const;
    const { ask, asked } = open(stepsOf([LITE, answer.httpError(404)], [FLASH, yes]), { rules });
    expect(await ask()).toEqual({ word: 'yes' });
    expect(asked()).toEqual([LITE, FLASH]);
  });

  test('is not retried after a long delay', async () => {
    const { ask, asked, health } = open([answer.quota({ retryDelay: '10s' })]);
    expect(await ask()).toBeUndefined();
    expect(asked()).toEqual([LITE]);
    expect(health.isAvailable(LITE)).toBe(true);
  });
});

describe('an outage', () => {
  const perDay = answer.quota({ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' });
  const full = answer.httpError(503, { details: [{ reason: 'MODEL_CAPACITY_EXHAUSTED' }] });
  test.each<[string, readonly ScriptedStep[], string]>([
    ['because the model is missing', [answer.httpError(404)], 'missing'],
    ['because the daily quota is used up', [perDay], 'quota'],
    ['because of no capacity', [full, full, full], 'capacity'],
  ])('%s is remembered for the next request', async (_, steps, outage) => {
    const health = new ModelHealth();
    const { ask } = open(stepsOf([LITE, ...steps], [FLASH, yes]), { health });
    expect(await ask()).toEqual({ word: 'yes' });
    expect(health.outageOf(LITE)).toMatchObject({ outage });
    expect(health.outageOf(LITE)?.until === null).toBe(outage === 'missing'); // the other outages have a known end
    const next = open([yes], { health });
    expect(await next.ask()).toEqual({ word: 'yes' });
    expect(next.asked()).toEqual([FLASH]);
  });

  test('of all models sends no request', async () => {
    const health = new ModelHealth();
    for (const name of [LITE, FLASH, PRO]) health.fail(name, 'quota');
    const { ask, asked } = open([], { health });
    expect(await ask()).toBeUndefined();
    expect(asked()).toEqual([]);
  });
});

describe('the cost', () => {
  test('is reported for each request, successful or not', async () => {
    const usage = { promptTokenCount: 10, candidatesTokenCount: 2 };
    const script = stepsOf([LITE, { ...answer.text('hm'), usage }, answer.httpError(404)], [FLASH, { ...yes, usage }]);
    const { ask, calls } = open(script);
    await ask();
    const spent = { ...usage, totalTokenCount: 12 };
    expect(calls).toMatchObject([
      { purpose: 'summary', model: LITE, usage: spent, error: { code: 'MODEL_INVALID_ANSWER' } },
      { purpose: 'summary', model: LITE, usage: undefined, error: { code: 'MODEL_NOT_FOUND' } },
      { purpose: 'summary', model: FLASH, usage: spent, error: undefined },
    ]);
  });

  test('is reported from any chunk of the answer', async () => {
    const begin = {
      candidates: [{ content: { parts: [{ text: '{"word":' }] } }],
      usageMetadata: { promptTokenCount: 7 },
    };
    const { ask, calls } = open([{ chunks: [{ raw: begin }, { text: '"yes"}' }], usage: null }]);
    expect(await ask()).toEqual({ word: 'yes' });
    expect(calls).toMatchObject([{ usage: { promptTokenCount: 7 } }]);
  });

  test('is zero if a ceiling allows no request', async () => {
    const { ask, asked, calls } = open([yes], { mayAsk: () => false });
    expect(await ask()).toBeUndefined();
    expect([asked(), calls]).toEqual([[], []]);
  });

  test('is checked again before each request', async () => {
    const { ask, asked } = open(stepsOf([LITE, answer.httpError(404)], [FLASH, yes]), {
      mayAsk: (name) => name === LITE,
    });
    expect(await ask()).toBeUndefined();
    expect(asked()).toEqual([LITE]);
  });

  test('that cannot be recorded is an error', async () => {
    const onCall = async (): Promise<void> => {
      throw new Error('disk full');
    };
    await expect(open([yes], { onCall }).ask()).rejects.toThrow('disk full');
  });
});

describe('an abort', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('before the request sends nothing', async () => {
    const { ask, asked, calls } = open([yes]);
    expect(await ask(AbortSignal.abort())).toBeUndefined();
    expect([asked(), calls]).toEqual([[], []]);
  });

  test.each<[string, ScriptedStep]>([
    ['before the answer', answer.hang()],
    ['in the middle of the answer', answer.hang('{"wo')],
  ])('%s ends the request without a retry', async (_, step) => {
    const stop = new AbortController();
    const { ask, asked, model } = open([step, yes]);
    const asking = ask(stop.signal);
    await vi.waitUntil(() => model.requests.length === 1);
    stop.abort();
    expect(await asking).toBeUndefined();
    expect(asked()).toEqual([LITE]);
  });

  test('during a pause ends the pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = new AbortController();
    const { ask, asked } = open([answer.quota({ retryDelay: '2s' }), yes]);
    const asking = ask(stop.signal);
    await vi.waitFor(() => {
      expect(vi.getTimerCount()).toBe(1);
    });
    stop.abort();
    expect(await asking).toBeUndefined();
    expect([asked(), vi.getTimerCount()]).toEqual([[LITE], 0]);
  });

  test('is not followed by a pause, and is not an error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = new AbortController();
    const { ask, model, calls } = open([answer.hang()], { policy: { ...defaultRetryPolicy, baseMs: 2000 } });
    const asking = ask(stop.signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(model.requests).toHaveLength(1);
    stop.abort();
    await vi.advanceTimersByTimeAsync(0);
    const left = vi.getTimerCount();
    await vi.advanceTimersByTimeAsync(5000);
    await asking;
    expect(left).toBe(0);
    expect(codesOf(calls)).toEqual([undefined]);
  });
});
