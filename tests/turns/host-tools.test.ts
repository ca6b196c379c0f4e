import { BasePlugin } from '@google/adk';
import { stepBoard, type AgentEvent, type AgentSend, type CallBoard } from '@bowline/protocol';
import { owner } from '@bowline/testkit';
import { defineTool, succeed } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createGate, openStage, recordTypes, reopenStage, step, type Stage, type StageOptions } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const done = ['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed'];
const hosted: StageOptions = {
  hostTools: [{ name: 'open_editor', description: 'Opens a file in the editor', parameters: { type: 'object' } }],
};
const call = step.calls({ name: 'open_editor', args: { path: 'a' } });
const result = (callId: string, text: string, isError = false): AgentSend => ({
  input: { inputId: callId, answer: { kind: 'tool_result', content: [{ type: 'text', text }], isError } },
});

type Told = Extract<AgentEvent, { type: 'tool_status' }>;

/** Waits until the host is asked to run a call. */
async function untilTold(stage: Stage): Promise<Told> {
  return await stage.until('tool_status', ({ host }) => host !== undefined);
}

test('a host call waits for the host, and its answer goes to the model', async () => {
  const stage = await openStage([call, step.text('done')], hosted);
  const streamId = await stage.say('go');
  const { callId, host, status } = await untilTold(stage);
  expect([status, host?.name, host?.args]).toEqual(['running', 'open_editor', { path: 'a' }]);
  const boards = stage.heard.map(
    (_, n) =>
      stage.heard
        .slice(0, n + 1)
        .reduce<CallBoard>(stepBoard, new Map())
        .get(callId)?.status,
  );
  expect(boards.filter((one, n) => one !== boards[n - 1])).toEqual(['deciding', 'running']);
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

test('host tools are declared to the model like all others', async () => {
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

test('a host failure is reported, and the model continues', async () => {
  const stage = await openStage([call, step.text('done')], hosted);
  await stage.say('go');
  const { callId } = await untilTold(stage);
  await stage.agent.send(result(callId, 'no editor', true));
  await stage.until('agent_end');
  expect(stage.lines.slice(4)).toEqual(['-> open_editor {"path":"a"}', '<- open_editor error no editor', ...done]);
});

test('a host answers a call once, and only its own calls, also while others of the batch are open', async () => {
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
  const { callId } = await untilTold(stage);
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

test('a denied host call gets a response, and the host can no longer answer it', async () => {
  const stage = await openStage([call, step.text('done')], { ...hosted, decide: async () => ({ verdict: 'ask' }) });
  await stage.say('go');
  const question = await stage.asked('open_editor');
  await stage.answer(question, { outcome: 'denied' });
  await stage.until('agent_end');
  expect(stage.lines.slice(4)).toEqual([
    '-> open_editor {"path":"a"}',
    '? confirmation Run open_editor?',
    '! confirmation denied',
    '<- open_editor error the user denied this call',
    ...done,
  ]);
  expect(told(stage)).toEqual([]);
  await expect(stage.agent.send(result(question.callId, 'late'))).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
});

/** Every event that asks the host to run a call. */
function told({ heard }: Stage): Told[] {
  return heard.filter((event): event is Told => event.type === 'tool_status' && event.host !== undefined);
}

const asking: StageOptions = { ...hosted, decide: async () => ({ verdict: 'ask' }) };

test('the host is asked only after the user approves, with the edited arguments', async () => {
  const stage = await openStage([call, step.text('done')], asking);
  await stage.say('go');
  const question = await stage.asked('open_editor');
  await expect(stage.agent.send(result(question.callId, 'early'))).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
  expect(told(stage)).toEqual([]);
  await stage.answer(question, { outcome: 'edited', args: { path: 'b' } });
  expect((await untilTold(stage)).host).toMatchObject({ name: 'open_editor', args: { path: 'b' } });
  await stage.agent.send(result(question.callId, 'opened'));
  await stage.until('agent_end');
  expect(told(stage)).toHaveLength(1);
});

test('a host call that is denied when decided again does not reach the host', async () => {
  const verdicts = ['ask', 'deny'] as const;
  let n = 0;
  const decide: StageOptions['decide'] = async () => ({ verdict: verdicts[(n += 1) - 1] ?? 'deny' });
  const stage = await openStage([call, step.text('done')], { ...hosted, decide });
  await stage.say('go');
  await stage.answer(await stage.asked('open_editor'), { outcome: 'once' });
  await stage.until('agent_end');
  expect(stage.heard.find(({ type }) => type === 'tool_response')).toMatchObject({ errorType: 'policy_violation' });
  expect(told(stage)).toEqual([]);
});

test('a host call counts as a side effect: its start is recorded, and a failure and a rewind say that it stays', async () => {
  const stage = await openStage([call, step.httpError(401)], hosted);
  await stage.say('go');
  const { callId } = await untilTold(stage);
  await stage.agent.send(result(callId, 'opened'));
  expect(await stage.until('error')).toMatchObject({
    hint: expect.stringContaining('Completed calls stay completed') as string,
  });
  await stage.until('agent_end');
  const reader = await stage.store.openReader('s1');
  expect(await recordTypes(reader)).toContain('tool_started');
  await reader.close();
  const { id } = await stage.until('message');
  await stage.agent.send({ action: { name: 'rewind', data: { before: id } } });
  expect(stage.lines).toContain('info FILES_REMAIN');
});

test('a long host result is cut like any other, and the full text is saved', async () => {
  const kept: string[] = [];
  const stage = await openStage([call, step.text('done')], {
    ...hosted,
    limits: { maxSteps: 10, toolOutputThreshold: 1000 },
    saveArtifact: async (name, text) => {
      kept.push(text);
      return `/artifacts/${name}`;
    },
  });
  await stage.say('go');
  const { callId } = await untilTold(stage);
  const long = 'x'.repeat(500_000);
  await stage.agent.send(result(callId, long));
  await stage.until('agent_end');
  expect(JSON.stringify(stage.model.requests[1]?.contents).length).toBeLessThan(3000);
  expect(kept).toEqual([long]);
});

test('a host timeout is an error for the model, and a late result is rejected', async () => {
  const stage = await openStage([call, step.text('done')], { ...hosted, limits: { maxSteps: 10, hostCallMs: 20 } });
  await stage.say('go');
  const { callId } = await untilTold(stage);
  await stage.until('agent_end');
  expect(stage.heard.find(({ type }) => type === 'tool_response')).toMatchObject({
    callId,
    isError: true,
    errorType: 'host_timeout',
  });
  await expect(stage.agent.send(result(callId, 'late'))).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
  expect(stage.model.left).toBe(0);
});

test('after a crash the host is asked again with the same call id, and its first answer counts', async () => {
  const stage = await openStage([call], hosted);
  await stage.say('go');
  const { callId } = await untilTold(stage);
  const log = await stage.store.open('s1', { owner, takeover: true });
  const again = await reopenStage(log, [step.text('done')], hosted);
  await again.agent.send({ action: { name: 'resume' } });
  const retold = await untilTold(again);
  expect([retold.callId, retold.host?.args]).toEqual([callId, { path: 'a' }]);
  await again.agent.send(result(callId, 'opened'));
  await expect(again.agent.send(result(callId, 'opened again'))).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
  await again.until('agent_end');
  expect(again.lines.filter((line) => line.startsWith('<-'))).toEqual(['<- open_editor opened']);
  await again.agent.close();
});

test('plugins see a host call before the host does, and its answer', async () => {
  const heard: string[] = [];
  class Listening extends BasePlugin {
    override async beforeToolCallback({ toolArgs }: { toolArgs: object }): Promise<undefined> {
      heard.push(`before ${JSON.stringify(toolArgs)}, ${told(stage).length} told`);
      return undefined;
    }

    override async afterToolCallback({ result: given }: { result: object }): Promise<Record<string, unknown>> {
      heard.push(`after ${JSON.stringify(given)}`);
      return { output: 'opened, and seen' };
    }
  }
  let id = 0;
  const seams = { plugins: [new Listening('listening')], newId: () => `id${(id += 1)}`, onFault: () => {} };
  const stage: Stage = await openStage([call, step.text('done')], { ...hosted, seams });
  await stage.say('go');
  const { callId } = await untilTold(stage);
  await stage.agent.send(result(callId, 'opened'));
  await stage.until('agent_end');
  expect(heard).toEqual(['before {"path":"a"}, 0 told', 'after {"output":"opened"}']);
  expect(stage.lines).toContain('<- open_editor opened, and seen');
});
