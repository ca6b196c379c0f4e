import type { Decide } from '@bowline/runtime';
import { expect, test } from 'vitest';
import { echo, openStage, step, toInput } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const done = ['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed'];
const askFor =
  (...names: string[]): Decide =>
  async ({ name }) => ({ verdict: names.includes(name) ? 'ask' : 'allow' });
const write = step.calls({ name: 'write', args: { text: 'a' } });

test('an approved call runs after the answer', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([write, step.text('done')], { tools: [tool], decide: askFor('write') });
  await stage.say('go');
  const question = await stage.asked('write');
  expect(question).toMatchObject({ args: { text: 'a' }, effect: 'write', findings: [], title: 'Run write?' });
  expect(runs).toEqual([]);
  await stage.answer(question, { outcome: 'once' });
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> write {"text":"a"}',
    '? confirmation Run write?',
    '! confirmation once',
    '<- write write a',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(runs).toEqual(['a']);
});

test('a call denied with a reason does not run, and the model receives the reason', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([write, step.text('done')], { tools: [tool], decide: askFor('write') });
  await stage.say('go');
  await stage.answer(await stage.asked('write'), { outcome: 'denied', reason: 'not on Fridays' });
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> write {"text":"a"}',
    '? confirmation Run write?',
    '! confirmation denied',
    '<- write error the user denied this call: not on Fridays',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(runs).toEqual([]);
  expect(stage.model.requests[1]?.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
    error: 'the user denied this call: not on Fridays',
  });
});

test('a call with edited arguments runs with the edited ones', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([write, step.text('done')], { tools: [tool], decide: askFor('write') });
  await stage.say('go');
  await stage.answer(await stage.asked('write'), { outcome: 'edited', args: { text: 'b' } });
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> write {"text":"a"}',
    '? confirmation Run write?',
    '! confirmation edited',
    '<- write write b',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(runs).toEqual(['b']);
});

test('invalid edited arguments are an error for the model, and nothing runs', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([write, step.text('done')], { tools: [tool], decide: askFor('write') });
  await stage.say('go');
  await stage.answer(await stage.asked('write'), { outcome: 'edited', args: { text: 1 } });
  await stage.until('agent_end');
  expect(await stage.until('tool_response')).toMatchObject({ isError: true, errorType: 'invalid_tool_params' });
  expect(runs).toEqual([]);
});

test('a declined approval is a denial', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([write, step.text('done')], { tools: [tool], decide: askFor('write') });
  await stage.say('go');
  const { inputId } = await stage.asked('write');
  await stage.agent.send({ input: { inputId, answer: { kind: 'declined' } } });
  await stage.until('agent_end');
  expect(stage.lines.slice(5)).toEqual([
    '? confirmation Run write?',
    '! declined',
    '<- write error the user denied this call',
    ...done,
  ]);
  expect(runs).toEqual([]);
});

test('an answer for another call is rejected, and the approval stays pending', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([write, step.text('done')], { tools: [tool], decide: askFor('write') });
  await stage.say('go');
  const question = await stage.asked('write');
  const forged = toInput({ ...question, digest: 'of something else' }, { outcome: 'once' });
  await expect(stage.agent.send(forged)).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
  expect((await stage.agent.status()).pendingInputs).toEqual([question]);
  expect(runs).toEqual([]);
});

test('an answer of the wrong kind is rejected, and the approval stays pending', async () => {
  const { tool } = echo('write', 'write');
  const stage = await openStage([write], { tools: [tool], decide: askFor('write') });
  await stage.say('go');
  const question = await stage.asked('write');
  const text = { input: { inputId: question.inputId, answer: { kind: 'text', text: 'yes' } } } as const;
  await expect(stage.agent.send(text)).rejects.toMatchObject({ code: 'SEND_INVALID' });
  expect((await stage.agent.status()).pendingInputs).toEqual([question]);
});

test('answers arrive one by one, in any order, and the model waits for all of them', async () => {
  const one = echo('one', 'write');
  const two = echo('two', 'write');
  const stage = await openStage(
    [step.calls({ name: 'one', args: { text: 'a' } }, { name: 'two', args: { text: 'b' } }), step.text('done')],
    { tools: [one.tool, two.tool], decide: askFor('one', 'two') },
  );
  await stage.say('go');
  const first = await stage.asked('one');
  await stage.answer(await stage.asked('two'), { outcome: 'once' });
  await stage.until('tool_response');
  expect(stage.model.requests).toHaveLength(1);
  await stage.answer(first, { outcome: 'denied' });
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> one {"text":"a"}',
    '-> two {"text":"b"}',
    '? confirmation Run one?',
    '? confirmation Run two?',
    '! confirmation once',
    '<- two two b',
    '! confirmation denied',
    '<- one error the user denied this call',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  const results = stage.model.requests[1]?.contents
    .at(-1)
    ?.parts?.map(({ functionResponse }) => functionResponse?.name);
  expect(results).toEqual(['one', 'two']);
});

test('a batch of allowed, approved, denied and host-run calls handles each call separately and takes one step for all results', async () => {
  const [free, risky, bad] = [echo('free'), echo('risky', 'write'), echo('bad', 'execute')];
  const stage = await openStage(
    [
      step.calls(...['free', 'risky', 'bad', 'open_editor'].map((name) => ({ name, args: { text: 'a' } })), {
        name: 'nothing',
        args: {},
      }),
      step.text('done'),
    ],
    {
      tools: [free.tool, risky.tool, bad.tool],
      hostTools: [{ name: 'open_editor', description: '', parameters: { type: 'object' } }],
      decide: async ({ name }) => {
        if (name === 'bad') return { verdict: 'deny', reason: 'never' };
        return { verdict: name === 'risky' ? 'ask' : 'allow' };
      },
    },
  );
  await stage.say('go');
  await stage.until('tool_response', (event) => event.name === 'free');
  const hosted = await stage.until('tool_request', (event) => event.name === 'open_editor');
  expect(hosted.executor).toBe('host');
  await stage.agent.send({
    input: {
      inputId: hosted.callId,
      answer: { kind: 'tool_result', content: [{ type: 'text', text: 'opened' }], isError: false },
    },
  });
  expect(stage.model.requests).toHaveLength(1);
  await stage.answer(await stage.asked('risky'), { outcome: 'once' });
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> free {"text":"a"}',
    '-> risky {"text":"a"}',
    '-> bad {"text":"a"}',
    '-> open_editor {"text":"a"}',
    '-> nothing {}',
    '? confirmation Run risky?',
    '<- bad error never',
    '<- nothing error there is no tool nothing',
    '<- free free a',
    '<- open_editor opened',
    '! confirmation once',
    '<- risky risky a',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect([free.runs, risky.runs, bad.runs]).toEqual([['a'], ['a'], []]);
  expect(
    stage.model.requests[1]?.contents.at(-1)?.parts?.map(({ functionResponse }) => functionResponse?.name),
  ).toEqual(['free', 'risky', 'bad', 'open_editor', 'nothing']);
});
