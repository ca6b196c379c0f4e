import { setImmediate as nextTurn } from 'node:timers/promises';
import { answer as step } from '@bowline/testkit';
import { defineTool, fail } from '@bowline/tools';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createGate, echo, openStage } from './play.ts';
import { quickRetries } from './test-models.ts';

afterEach(() => {
  vi.useRealTimers();
});

const call = step.calls({ name: 'look', args: { text: 'a' } });
const usage = { promptTokenCount: 1000, candidatesTokenCount: 100 };
const { tool } = echo('look', 'read');
const prices = { scripted: { input: 1, cachedInput: 0.1, output: 10 } };

test('a token limit ends the turn before a request that would exceed it', async () => {
  const stage = await openStage([{ ...call, usage }, { ...call, usage }, step.text('never')], {
    tools: [tool],
    limits: { maxSteps: 50, maxTokens: 2500 },
  });
  const lines = await stage.play('go');
  expect(lines.slice(-2)).toEqual(['warning MAX_TOKENS', 'agent_end max_tokens']);
  expect(stage.model.requests).toHaveLength(2);
  // The rest of the limit also caps the length of the answer.
  const [first = 0, second] = stage.model.requests.map(({ config }) => config.maxOutputTokens);
  expect(second).toBe(400);
  expect(first).toBeLessThan(2500);
  expect(first).toBeGreaterThan(2000);
});

test.each([
  ['max_tokens', { maxTokens: 20 }, 'the next request would go over the limit of 20 tokens (--max-tokens)'],
  ['max_cost', { maxCost: 0.000_01 }, 'the next request would go over the limit of $0.00001 (--max-cost)'],
])('%s applies before the first request, by estimate', async (reason, limit, words) => {
  const stage = await openStage([step.text('never')], { limits: { maxSteps: 50, ...limit }, models: { prices } });
  const lines = await stage.play('a prompt that takes more than that '.repeat(20));
  expect(lines.at(-1)).toBe(`agent_end ${reason}`);
  expect(stage.model.requests).toEqual([]);
  const told = stage.heard.flatMap((event) => (event.type === 'notice' ? [event.text] : []));
  expect(told.join('\n')).toContain(words);
});

test('a cost limit does the same, and counts failed requests', async () => {
  const stage = await openStage([{ ...step.finish(null, 'half'), usage }, { ...call, usage }, step.text('never')], {
    tools: [tool],
    limits: { maxSteps: 50, maxCost: 0.005 },
    models: { prices, policy: quickRetries },
  });
  const lines = await stage.play('go');
  expect(lines.at(-1)).toBe('agent_end max_cost');
  expect(stage.model.requests).toHaveLength(2);
  const costs = stage.heard.flatMap((event) => (event.type === 'usage' ? [event.usage.cost] : []));
  expect(costs).toEqual([0.002, 0.002]);
});

test('a cost limit without known prices is rejected before any request', async () => {
  const stage = await openStage([step.text('never')], { limits: { maxSteps: 50, maxCost: 1 } });
  expect((await stage.play('go')).slice(-2)).toEqual(['error MODEL_BAD_REQUEST', 'agent_end failed']);
  expect(stage.model.requests).toEqual([]);
  expect(stage.heard.find((event) => event.type === 'error')).toMatchObject({
    hint: expect.stringContaining('prices') as string,
  });
});

test('each turn starts counting from zero', async () => {
  const stage = await openStage(
    [
      { ...step.text('a'), usage },
      { ...step.text('b'), usage },
    ],
    {
      limits: { maxSteps: 50, maxTokens: 1200 },
    },
  );
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
});

test('a time limit stops running calls and ends the turn with its own reason', async () => {
  const gate = createGate();
  const slow = defineTool({
    name: 'slow',
    description: '',
    effect: 'execute',
    input: z.object({}),
    async run(_, { signal }) {
      signal.addEventListener('abort', gate.open);
      await gate.opened;
      return fail('aborted', 'stopped');
    },
  });
  const limits = { maxSteps: 50, maxSeconds: 0.3 };
  const stage = await openStage([step.calls({ name: 'slow' }), step.text('never')], { tools: [slow], limits });
  const lines = await stage.play('go');
  expect(lines.slice(-3)).toEqual(['<- slow error stopped', 'warning MAX_TIME', 'agent_end max_time']);
  expect(stage.model.left).toBe(1);
});

test('an answer that exceeds the time limit keeps the text so far', async () => {
  const limits = { maxSteps: 50, maxSeconds: 0.3 };
  const stage = await openStage([step.hang('half')], { limits });
  expect((await stage.play('go')).slice(-3)).toEqual(['agent: half', 'warning MAX_TIME', 'agent_end max_time']);
});

test('waiting for the user does not count as time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const limits = { maxSteps: 50, maxSeconds: 0.4 };
  const { tool: write } = echo('write', 'write');
  const stage = await openStage([step.calls({ name: 'write', args: { text: 'a' } }), step.text('done')], {
    tools: [write],
    limits,
    decide: async () => ({ verdict: 'ask' }),
  });
  await stage.say('go');
  const question = await stage.asked('write');
  for (let turns = 0; vi.getTimerCount() > 0 && turns < 1000; turns += 1) await nextTurn();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(600);
  await stage.answer(question, { outcome: 'once' });
  expect((await stage.until('agent_end')).reason).toBe('completed');
});
