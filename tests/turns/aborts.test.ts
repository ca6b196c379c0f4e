import { defineTool, succeed, type Tool } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { echo, openStage, step } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];

/** A tool that runs until it is aborted, or that ignores the abort. */
function endless(name: string, onAbort: 'gives up' | 'does not care'): Tool {
  return defineTool({
    name,
    description: '',
    effect: 'execute',
    input: z.object({}),
    async run(_, { signal, update }) {
      update('running');
      await new Promise<void>((resolve) => {
        if (onAbort === 'gives up') {
          signal.addEventListener('abort', () => {
            resolve();
          });
        }
      });
      return succeed('gave up');
    },
  });
}

// A.5 #4: in the reference, the next request has neither the prompt nor the work done so far.
test('abort during the model stream keeps the text shown so far, in the stream and in history', async () => {
  const stage = await openStage([step.hang('one ', 'two'), step.text('ok')]);
  await stage.say('go');
  await stage.until('message_delta', (event) => event.text === 'two');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines).toEqual([...start, '~ one ', '~ two', 'agent: one two', 'agent_end aborted']);
  await stage.play('again');
  expect(stage.model.left).toBe(0);
  expect(stage.model.requests[1]?.contents).toEqual([
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: [{ text: 'one two' }] },
    { role: 'user', parts: [{ text: 'again' }] },
  ]);
});

test('abort while the model only thinks leaves no message', async () => {
  const stage = await openStage([{ chunks: [{ thought: 'hm' }], hang: 'body' }, step.text('ok')]);
  await stage.say('go');
  await stage.until('message_delta');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines).toEqual([...start, '~ (thought) hm', 'agent_end aborted']);
  await stage.play('again');
  expect(stage.model.requests[1]?.contents.map(({ role }) => role)).toEqual(['user', 'user']);
});

test('abort before the first chunk ends the turn at once', async () => {
  const stage = await openStage([{ hang: 'headers' }]);
  await stage.say('go');
  await stage.until('session_update');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines).toEqual([...start, 'agent_end aborted']);
});

test('abort before the start: the stream starts and ends without a model request', async () => {
  const stage = await openStage([step.text('never')]);
  await stage.say('go');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines).toEqual(['agent_start', 'user: go', 'agent_end aborted']);
  expect(stage.model.requests).toEqual([]);
  expect((await stage.agent.status()).activeStreamId).toBeNull();
});

// The reference gives no response to an aborted call; here every request gets one.
test('abort during a tool that stops: its own last output is the response', async () => {
  const stage = await openStage([step.calls({ name: 'build' }), step.text('ok')], {
    tools: [endless('build', 'gives up')],
  });
  await stage.say('go');
  await stage.until('tool_update');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> build {}',
    '~> running',
    '<- build gave up',
    'agent_end aborted',
  ]);
  await stage.play('again');
  expect(stage.model.left).toBe(0);
  expect(stage.model.requests[1]?.contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'user']);
});

test('abort during a tool that ignores it: the call gets a response, and the end does not wait for the tool', async () => {
  const stage = await openStage([step.calls({ name: 'build' })], { tools: [endless('build', 'does not care')] });
  await stage.say('go');
  await stage.until('tool_update');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines.slice(4)).toEqual([
    '-> build {}',
    '~> running',
    '<- build error aborted before it finished',
    'agent_end aborted',
  ]);
  expect(await stage.until('tool_response')).toMatchObject({ errorType: 'aborted' });
});

test('abort while an approval is pending: the call gets a response, the approval is closed, and nothing runs', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([step.calls({ name: 'write', args: { text: 'a' } }), step.text('ok')], {
    tools: [tool],
    decide: async () => ({ verdict: 'ask' }),
  });
  await stage.say('go');
  const question = await stage.asked('write');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines.slice(4)).toEqual([
    '-> write {"text":"a"}',
    '? confirmation Run write?',
    '<- write error aborted before it finished',
    'agent_end aborted',
  ]);
  expect((await stage.agent.status()).pendingInputs).toEqual([]);
  await expect(stage.answer(question, { outcome: 'once' })).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
  expect(runs).toEqual([]);
});

test('abort of a batch keeps finished results, gives the other calls a response, and the next turn sees both', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage(
    [step.calls({ name: 'write', args: { text: 'a' } }, { name: 'build' }), step.text('ok')],
    { tools: [tool, endless('build', 'does not care')] },
  );
  await stage.say('go');
  await stage.until('tool_response', (event) => event.name === 'write');
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(runs).toEqual(['a']);
  await stage.play('again');
  expect(stage.model.left).toBe(0);
  const { parts } = stage.model.requests[1]?.contents[2] ?? {};
  expect(parts?.map(({ functionResponse }) => functionResponse?.response)).toEqual([
    { output: 'write a' },
    { error: 'aborted before it finished' },
  ]);
});

test('a second abort does nothing', async () => {
  const stage = await openStage([step.hang('a')]);
  await stage.say('go');
  await stage.until('message_delta');
  await Promise.all([stage.agent.abort(), stage.agent.abort()]);
  await stage.until('agent_end');
  await stage.agent.abort();
  expect(stage.lines.filter((line) => line.startsWith('agent_end'))).toEqual(['agent_end aborted']);
});
