import { defineTool, succeed, type Tool } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createGate, echo, openStage, step, type Gate } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const done = ['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed'];

function gated(name: string, gate: Gate): Tool {
  return defineTool({
    name,
    description: '',
    effect: 'read',
    input: z.object({}),
    async run(_, { update }) {
      update('running');
      await gate.opened;
      return succeed('read');
    },
  });
}

test('a message sent while a tool runs is added at the next step, after the result of the tool', async () => {
  const gate = createGate();
  const stage = await openStage([step.calls({ name: 'read' }), step.text('done')], { tools: [gated('read', gate)] });
  const streamId = await stage.say('go');
  await stage.until('tool_update');
  expect(await stage.say('also this')).toBe(streamId);
  gate.open();
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {}',
    '~> running',
    'user: also this',
    '<- read read',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  const [first, second] = stage.model.requests.map(({ contents }) => contents);
  expect(second?.slice(0, 1)).toEqual(first);
  expect(second?.slice(2)).toEqual([
    { role: 'user', parts: [{ functionResponse: expect.objectContaining({ name: 'read' }) as unknown }] },
    { role: 'user', parts: [{ text: 'also this' }] },
  ]);
});

test('several messages sent while tools run keep their order', async () => {
  const gate = createGate();
  const { tool } = echo('fast');
  const stage = await openStage(
    [step.calls({ name: 'read' }, { name: 'fast', args: { text: 'a' } }), step.text('done')],
    { tools: [gated('read', gate), tool] },
  );
  await stage.say('go');
  await stage.say('one');
  await stage.until('tool_response', (event) => event.name === 'fast');
  await stage.say('two');
  gate.open();
  await stage.until('agent_end');
  expect(stage.model.left).toBe(0);
  const texts = stage.model.requests[1]?.contents.flatMap(({ parts = [] }) => parts.flatMap(({ text }) => text ?? []));
  expect(texts).toEqual(['go', 'one', 'two']);
});

test('a message sent while an approval is pending does not answer it, and follows the result', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([step.calls({ name: 'write', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
    decide: async () => ({ verdict: 'ask' }),
  });
  await stage.say('go');
  const question = await stage.asked('write');
  await stage.say('be careful');
  expect((await stage.agent.status()).pendingInputs).toEqual([question]);
  expect(runs).toEqual([]);
  await stage.answer(question, { outcome: 'once' });
  await stage.until('agent_end');
  expect(stage.lines.slice(4)).toEqual([
    '-> write {"text":"a"}',
    '? confirmation Run write?',
    'user: be careful',
    '! confirmation once',
    '<- write write a',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
});
