import type { AgentEvent, AgentSend } from '@bowline/protocol';
import { defineTool, succeed } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createGate, openStage, step, type Stage, type StageOptions } from './play.ts';
import type { TestAgent } from './test-agent.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const done = ['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed'];
const hosted: StageOptions = {
  hostTools: [{ name: 'open_editor', description: 'Opens a file in the editor', parameters: { type: 'object' } }],
};
const call = step.calls({ name: 'open_editor', args: { path: 'a' } });
const result = (callId: string, text: string, isError = false): AgentSend => ({
  input: { inputId: callId, answer: { kind: 'tool_result', content: [{ type: 'text', text }], isError } },
});

/** Waits until the call may run: no event says so to the host, only the log does. */
async function untilAllowed(
  stage: Stage & Pick<TestAgent, 'store'>,
): Promise<Extract<AgentEvent, { type: 'tool_request' }>> {
  const request = await stage.until('tool_request');
  const controller = new AbortController();
  const reader = await stage.store.openReader('s1');
  for await (const { type } of reader.tail(1, controller.signal)) if (type === 'tool_decided') break;
  controller.abort();
  await reader.close();
  return request;
}

test('a call that the host runs waits for the host, and its answer goes to the model', async () => {
  const stage = await openStage([call, step.text('done')], hosted);
  const streamId = await stage.say('go');
  const { callId, executor } = await untilAllowed(stage);
  expect(executor).toBe('host');
  expect(await stage.agent.send(result(callId, 'opened'))).toEqual({ streamId });
  await stage.until('agent_end');
  expect(stage.lines).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> open_editor {"path":"a"}',
    '<- open_editor opened',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(stage.model.requests[1]?.contents.at(-1)?.parts).toEqual([
    { functionResponse: { id: callId, name: 'open_editor', response: { output: 'opened' } } },
  ]);
});

test('the tools of the host are declared to the model like all others', async () => {
  const stage = await openStage([step.text('done')], hosted);
  await stage.play('go');
  expect(stage.model.requests[0]?.config.tools).toEqual([
    {
      functionDeclarations: [
        {
          name: 'open_editor',
          description: 'Opens a file in the editor',
          parametersJsonSchema: { type: 'object' },
        },
      ],
    },
  ]);
});

test('a host that fails says so, and the model goes on', async () => {
  const stage = await openStage([call, step.text('done')], hosted);
  await stage.say('go');
  const { callId } = await untilAllowed(stage);
  await stage.agent.send(result(callId, 'no editor', true));
  await stage.until('agent_end');
  expect(stage.lines.slice(4)).toEqual(['-> open_editor {"path":"a"}', '<- open_editor error no editor', ...done]);
});

test('a host answers a call once, and only calls that are its own, also while others of the batch are open', async () => {
  const gate = createGate();
  const local = defineTool({
    name: 'read',
    description: '',
    effect: 'read',
    input: z.object({}),
    async run() {
      await gate.opened;
      return succeed('read');
    },
  });
  const both = step.calls({ name: 'open_editor', args: { path: 'a' } }, { name: 'read' });
  const stage = await openStage([both, step.text('done')], { ...hosted, tools: [local] });
  await stage.say('go');
  const { callId } = await untilAllowed(stage);
  const other = await stage.until('tool_request', ({ name }) => name === 'read');
  const unknown = { code: 'UNKNOWN_INPUT' };
  await expect(stage.agent.send(result('call_of_nobody', 'x'))).rejects.toMatchObject(unknown);
  await expect(stage.agent.send(result(other.callId, 'x'))).rejects.toMatchObject(unknown);
  await stage.agent.send(result(callId, 'opened'));
  await expect(stage.agent.send(result(callId, 'again'))).rejects.toMatchObject(unknown);
  gate.open();
  await stage.until('agent_end');
  expect(stage.lines.filter((line) => line.startsWith('<-'))).toEqual(['<- open_editor opened', '<- read read']);
  expect(stage.model.left).toBe(0);
});

test('a call of the host that a person denies is answered for, and the host cannot answer it any more', async () => {
  const stage = await openStage([call, step.text('done')], { ...hosted, decide: async () => ({ verdict: 'ask' }) });
  await stage.say('go');
  const question = await stage.asked('open_editor');
  await stage.answer(question, { outcome: 'denied' });
  await stage.until('agent_end');
  expect(stage.lines.slice(4)).toEqual([
    '-> open_editor {"path":"a"}',
    '? confirmation Run open_editor?',
    '! confirmation denied',
    '<- open_editor error the person refused',
    ...done,
  ]);
  await expect(stage.agent.send(result(question.callId, 'late'))).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
});
