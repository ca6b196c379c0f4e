import { answer, scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { ModelHealth } from '../availability/model-health.ts';
import type { ModelConfigs } from '../config/model-configs.ts';
import { ScreenedClient } from '../screening/screened-client.ts';
import { searchWithGrounding } from './search-with-grounding.ts';

const FLASH = 'gemini-3.5-flash';
const LITE = 'gemini-3.1-flash-lite';
const { signal } = new AbortController();
const found = answer.grounded('A knot.', {
  groundingChunks: [{ web: { title: 'knots.example', uri: 'https://knots.example/' } }],
  groundingSupports: [{ segment: { endIndex: 7 }, groundingChunkIndices: [0] }],
});
const cited = { text: 'A knot.[1]', sources: [{ title: 'knots.example', url: 'https://knots.example/' }] };

function open(...steps: readonly ScriptedStep[]) {
  const client = scriptedModel(steps);
  const used: string[] = [];
  const onUsage = async (model: string): Promise<void> => {
    used.push(model);
  };
  return {
    client,
    used,
    parts: {
      client: new ScreenedClient(client, { strip: (text) => text, redact: (text) => text }),
      configs: {} as ModelConfigs,
      health: new ModelHealth(),
      onUsage,
    },
  };
}

test('sends the query to Gemini with Google search, and returns the answer with sources', async () => {
  const { client, used, parts } = open(found);
  expect(await searchWithGrounding('bowline', parts, signal)).toEqual(cited);
  expect(client.requests).toMatchObject([
    {
      model: FLASH,
      contents: [{ role: 'user', parts: [{ text: 'bowline' }] }],
      config: { temperature: 0, tools: [{ googleSearch: {} }] },
    },
  ]);
  expect(used).toEqual([FLASH]);
});

test('uses the model of the alias web-search', async () => {
  const { client, parts } = open(found);
  const configs = { customAliases: { 'web-search': { extends: 'base', modelConfig: { model: 'gemini-x' } } } };
  await searchWithGrounding('bowline', { ...parts, configs }, signal);
  expect(client.requests.map(({ model }) => model)).toEqual(['gemini-x']);
});

test('tries the next model of the chain after a failure', async () => {
  const { client, parts } = open(answer.httpError(503), found);
  expect(await searchWithGrounding('bowline', parts, signal)).toEqual(cited);
  expect(client.requests.map(({ model }) => model)).toEqual([FLASH, LITE]);
});

test('throws the last error if no model is left', async () => {
  const { parts } = open(answer.httpError(503), answer.blocked('SAFETY'));
  await expect(searchWithGrounding('bowline', parts, signal)).rejects.toMatchObject({ code: 'MODEL_BAD_REQUEST' });
});

test('tries no other model after a search was stopped', async () => {
  const { client, parts } = open(found, found);
  await expect(searchWithGrounding('bowline', parts, AbortSignal.abort())).rejects.toMatchObject({
    code: 'MODEL_TIMEOUT',
  });
  expect(client.requests).toEqual([]);
});
