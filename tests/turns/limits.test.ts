import { answer as step } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { echo, openStage } from './play.ts';
import { quickRetries } from './test-models.ts';

const call = step.calls({ name: 'look', args: { text: 'a' } });
const usage = { promptTokenCount: 1000, candidatesTokenCount: 100 };
const { tool } = echo('look', 'read');
const prices = { scripted: { input: 1, cachedInput: 0.1, output: 10 } };

test('a ceiling on tokens ends the turn before a request that would go over it', async () => {
  const stage = await openStage([{ ...call, usage }, { ...call, usage }, step.text('never')], {
    tools: [tool],
    limits: { maxTurns: 50, maxTokens: 2500 },
  });
  const lines = await stage.play('go');
  expect(lines.slice(-2)).toEqual(['warning MAX_TOKENS', 'agent_end max_tokens']);
  expect(stage.model.requests).toHaveLength(2);
  // What is left is also the most that an answer may have.
  expect(stage.model.requests.map(({ config }) => config.maxOutputTokens)).toEqual([2500, 400]);
});

test('a ceiling on cost does the same, and counts failures and questions on the side', async () => {
  const stage = await openStage([{ ...step.finish(null, 'half'), usage }, { ...call, usage }, step.text('never')], {
    tools: [tool],
    limits: { maxTurns: 50, maxCost: 0.005 },
    models: { prices, policy: quickRetries },
  });
  const lines = await stage.play('go');
  expect(lines.at(-1)).toBe('agent_end max_cost');
  expect(stage.model.requests).toHaveLength(2);
  const costs = stage.heard.flatMap((event) => (event.type === 'usage' ? [event.usage.cost] : []));
  expect(costs).toEqual([0.002, 0.002]);
});

test('a ceiling on cost that cannot be held is refused before anything is asked', async () => {
  const stage = await openStage([step.text('never')], { limits: { maxTurns: 50, maxCost: 1 } });
  expect((await stage.play('go')).slice(-2)).toEqual(['error MODEL_BAD_REQUEST', 'agent_end failed']);
  expect(stage.model.requests).toEqual([]);
  expect(stage.heard.find((event) => event.type === 'error')).toMatchObject({
    hint: expect.stringContaining('prices') as string,
  });
});

test('a turn begins with nothing spent', async () => {
  const stage = await openStage(
    [
      { ...step.text('a'), usage },
      { ...step.text('b'), usage },
    ],
    {
      limits: { maxTurns: 50, maxTokens: 1200 },
    },
  );
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
});
