import { AgentError } from '@bowline/protocol';
import { all, answer, scriptedModel, type ScriptedModel, type ScriptedStep } from '@bowline/testkit';
import { describe, expect, test } from 'vitest';
import type { ModelChunk, ModelClient } from '../model-client.ts';
import { openProviders } from './open-providers.ts';
import { knownProviders } from './provider-table.ts';

const { signal } = new AbortController();

async function ask(client: ModelClient, model: string): Promise<ModelChunk[]> {
  return await all(client.stream({ model, contents: [], config: {} }, signal));
}

/** Providers that all answer from their own scripts, and the list of opened ones. */
function open(...steps: readonly ScriptedStep[]) {
  const models = new Map<string, ScriptedModel>();
  const opened: string[] = [];
  const client = openProviders({
    providers: knownProviders,
    open: async (name) => {
      opened.push(name);
      const model = scriptedModel(steps);
      models.set(name, model);
      return model;
    },
  });
  return { client, opened, asked: (name: string) => models.get(name)?.requests.map(({ model }) => model) };
}

test('opens no provider before the first request, and each only once', async () => {
  const { client, opened, asked } = open(answer.text('a'), answer.text('b'), answer.text('c'));
  expect(opened).toEqual([]);
  await ask(client, 'gemini-2.5-pro');
  await Promise.all([ask(client, 'openai/gpt-5'), ask(client, 'openai/gpt-5-mini')]);
  await ask(client, 'gemini/gemini-2.5-flash');
  expect(opened).toEqual(['gemini', 'openai']);
  expect(asked('gemini')).toEqual(['gemini-2.5-pro', 'gemini-2.5-flash']);
  expect(asked('openai')).toEqual(['gpt-5', 'gpt-5-mini']);
});

test('passes the rest of the name, including slashes, to the provider', async () => {
  const { client, asked } = open(answer.text('a'));
  expect((await ask(client, 'openrouter/google/gemini-2.5-pro'))[0]?.content?.parts).toEqual([{ text: 'a' }]);
  expect(asked('openrouter')).toEqual(['google/gemini-2.5-pro']);
});

test('opens a provider again after a failure', async () => {
  const keys: string[] = [];
  let count = 0;
  const client = openProviders({
    providers: knownProviders,
    open: async () => {
      count += 1;
      if (keys.length === 0) throw new AgentError('MODEL_AUTH', 'no key');
      return scriptedModel([answer.text('a')]);
    },
  });
  const together = await Promise.allSettled([ask(client, 'openai/a'), ask(client, 'openai/b')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(count).toBe(1);
  await expect(ask(client, 'openai/a')).rejects.toMatchObject({ code: 'MODEL_AUTH' });
  keys.push('k');
  expect(await ask(client, 'openai/a')).toHaveLength(1);
  expect(count).toBe(3);
});

describe('an unknown provider', () => {
  test.each([
    ['opnai/gpt-5', 'opnai', 'Did you mean openai? Known providers: gemini, vertex, '],
    ['antropic/claude', 'antropic', 'Did you mean anthropic? '],
    ['something-else/x', 'something-else', 'Known providers: gemini, vertex, openai, anthropic, '],
    ['/x', '', 'Known providers: gemini, '],
  ])('(%s) is reported with the known ones', async (model, name, hint) => {
    const { client, opened } = open();
    const error = { code: 'MODEL_NOT_FOUND', retryable: false, message: `Unknown provider: ${name}` };
    await expect(ask(client, model)).rejects.toMatchObject({ ...error, hint: expect.stringContaining(hint) as string });
    expect(opened).toEqual([]);
  });

  test('is reported even if it is a property of every object', async () => {
    await expect(ask(open().client, 'constructor/x')).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });
});

describe('an unknown model', () => {
  test.each([
    ['gemini-2.5-prp', /^Did you mean gemini-2\.5-pro( or |\?)/],
    ['falsh', /^Did you mean flash\?/],
    ['gemini-2.5-pro', /^Did you mean (?!gemini-2\.5-pro( |\?))/],
    ['gemini-9', /^Check the name of the model/],
    ['openrouter/gemini-2.5-prp', /^Check the name of the model/],
  ])('(%s) is reported with a suggestion or a hint', async (model, hint) => {
    const { client } = open(answer.httpError(404, { message: 'not found' }));
    const error: unknown = await ask(client, model).catch((thrown: unknown) => thrown);
    const message = `${model.replace('openrouter/', '')}: not found`;
    expect(error).toMatchObject({ code: 'MODEL_NOT_FOUND', message, details: { status: 404 } });
    expect(AgentError.from(error).hint).toMatch(hint);
  });

  test('is reported with at most three suggestions', async () => {
    const { client } = open(answer.httpError(404));
    const error = AgentError.from(await ask(client, 'gemini-2.5-flash-preview').catch((thrown: unknown) => thrown));
    expect(error.hint?.split(' or ')).toHaveLength(3);
  });
});

test('passes AgentErrors on unchanged, and wraps other errors', async () => {
  await expect(ask(open(answer.quota({ retryDelay: '2s' })).client, 'm')).rejects.toMatchObject({
    code: 'MODEL_QUOTA',
    retryable: true,
    retryAfter: 2000,
  });
  const broken: ModelClient = {
    stream: () => {
      throw new Error('bug');
    },
  };
  const client = openProviders({ providers: knownProviders, open: async () => broken });
  await expect(ask(client, 'm')).rejects.toMatchObject({ code: 'INTERNAL', message: 'bug' });
});
