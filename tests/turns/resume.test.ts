import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openStore, type NewRecord, type SessionLog, type SessionStore } from '@bowline/log';
import { owner, scriptedModel, started } from '@bowline/testkit';
import { defineTool, succeed, type Tool } from '@bowline/tools';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createGate, echo, recordTypes, reopenStage, step, type Stage, type StageOptions } from './play.ts';

const done = ['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed'];
const call = step.calls({ name: 'write', args: { text: 'a' } });

/** A store in its own folder. */
function createStore(): SessionStore {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  const store = openStore({ root: folder });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

async function reopen(
  store: SessionStore,
  script: Parameters<typeof reopenStage>[1],
  options?: StageOptions,
): Promise<Stage> {
  const stage = await reopenStage(await store.open('s1', { owner }), script, options);
  onTestFinished(() => stage.agent.close());
  return stage;
}

test('a reopened session sends the model exactly the same history', async () => {
  const store = createStore();
  const log = await store.open('s1', { owner, create: true });
  await log.append([started('s1')]);
  const { tool } = echo('write', 'write');
  const steps = [
    { chunks: [{ thought: { text: 'hm', signature: 's1' } }, { calls: [{ name: 'write', args: { text: 'a' } }] }] },
    step.text('done'),
  ];
  const first = await reopenStage(log, steps, { tools: [tool] });
  await first.play('go');
  await first.agent.close();

  const second = await reopen(store, [step.text('yes')], { tools: [tool] });
  expect(await second.play('still there?')).toEqual([
    'agent_start',
    'user: still there?',
    'session_update scripted',
    '~ yes',
    'agent: yes',
    'usage scripted 10/2',
    'agent_end completed',
  ]);
  expect(second.model.left).toBe(0);
  const before = first.model.requests[1]?.contents ?? [];
  const after = second.model.requests[0]?.contents ?? [];
  expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
  expect(after.slice(before.length)).toEqual([
    { role: 'model', parts: [{ text: 'done' }] },
    { role: 'user', parts: [{ text: 'still there?' }] },
  ]);
});

test('a pending approval can be answered in another process, and the turn continues there', async () => {
  const store = createStore();
  const log = await store.open('s1', { owner, create: true });
  await log.append([started('s1')]);
  const { tool, runs } = echo('write', 'write');
  const options: StageOptions = { tools: [tool], decide: async () => ({ verdict: 'ask' }) };
  const first = await reopenStage(log, [call], options);
  const streamId = await first.say('go');
  await first.asked('write');
  await first.agent.close();
  expect(runs).toEqual([]);

  const second = await reopen(store, [step.text('done')], options);
  const [question] = (await second.agent.status()).pendingInputs;
  if (question?.kind !== 'confirmation') throw new TypeError('nothing waits');
  await second.answer(question, { outcome: 'once' });
  await second.until('agent_end');
  expect(second.lines).toEqual(['! confirmation once', '<- write write a', ...done]);
  expect(second.heard.at(-1)?.streamId).toBe(streamId);
  expect(second.model.left).toBe(0);
  expect(runs).toEqual(['a']);
});

const requested = (name: string, effect: Tool['effect']): NewRecord => ({
  type: 'tool_requested',
  body: { callId: 'c1', name, args: { text: 'a' }, effect, executor: 'local' },
});
const decided: NewRecord = { type: 'tool_decided', body: { callId: 'c1', verdict: 'allow', findings: [] } };
const begun: NewRecord = { type: 'tool_started', body: { callId: 'c1', key: 'c1' } };

/** Writes the log of a process that died: a turn up to its call, followed by `after`. */
async function leave(store: SessionStore, tool: Tool, after: readonly NewRecord[]): Promise<void> {
  const log = await store.open('s1', { owner, create: true });
  const call = { type: 'call', callId: 'c1', name: tool.name, args: { text: 'a' } } as const;
  const turn: NewRecord[] = [
    { type: 'stream_started', body: {} },
    { type: 'user_message', body: { messageId: 'm1', content: [{ type: 'text', text: 'go' }] } },
    { type: 'model_selected', body: { model: 'scripted', config: {}, strategy: 'default' } },
    {
      type: 'model_answered',
      body: { messageId: 'm2', model: 'scripted', content: [call] },
    },
    requested(tool.name, tool.effect),
    ...after,
  ];
  await log.append([started('s1'), ...turn.map((record) => ({ ...record, streamId: 'dead' }))]);
  await log.close();
}

async function resume(stage: Stage): Promise<void> {
  expect(await stage.agent.send({ action: { name: 'resume' } })).toEqual({ streamId: 'dead' });
  await stage.until('agent_end');
}

test('a dead turn with a started read runs the read again', async () => {
  const store = createStore();
  const { tool, runs } = echo('read', 'read');
  await leave(store, tool, [decided, begun]);
  const stage = await reopen(store, [step.text('done')], { tools: [tool] });
  await resume(stage);
  expect(stage.lines).toEqual(['<- read read a', ...done]);
  expect(stage.model.left).toBe(0);
  expect(runs).toEqual(['a']);
});

test.each(['write', 'execute', 'network'] as const)(
  'a dead turn with a started %s does not run it again, and tells the model and the user about the interrupted call',
  async (effect) => {
    const store = createStore();
    const { tool, runs } = echo('act', effect);
    await leave(store, tool, [decided, begun]);
    const stage = await reopen(store, [step.text('done')], { tools: [tool] });
    await resume(stage);
    const told =
      'act was running when its process ended, so its outcome is unknown. It was not run again: check the current state before you repeat it.';
    expect(stage.lines).toEqual([`<- act error ${told}`, ...done]);
    expect(await stage.until('tool_response')).toMatchObject({ errorType: 'interrupted' });
    expect(stage.model.left).toBe(0);
    expect(runs).toEqual([]);
    expect(stage.model.requests[0]?.contents.at(-1)?.parts).toEqual([
      { functionResponse: { id: 'c1', name: 'act', response: { error: told } } },
    ]);
  },
);

test('a dead turn with a started write that can be reattached joins it instead of running it', async () => {
  const store = createStore();
  const keys: string[] = [];
  const tool = defineTool({
    name: 'shell',
    description: '',
    effect: 'execute',
    input: z.object({ text: z.string() }),
    run: async () => {
      throw new TypeError('run twice');
    },
    async reattach(_, { key }) {
      keys.push(key);
      return succeed('it had gone on');
    },
  });
  await leave(store, tool, [decided, begun]);
  const stage = await reopen(store, [step.text('done')], { tools: [tool] });
  await resume(stage);
  expect(stage.lines).toEqual(['<- shell it had gone on', ...done]);
  expect(keys).toEqual(['c1']);
});

test.each<[string, readonly NewRecord[]]>([
  ['requested', []],
  ['allowed', [decided]],
])('a dead turn with a write that was only %s runs it now, once, because it had not started', async (_, after) => {
  const store = createStore();
  const { tool, runs } = echo('write', 'write');
  await leave(store, tool, after);
  const stage = await reopen(store, [step.text('done')], { tools: [tool] });
  await resume(stage);
  expect(stage.lines).toEqual(['<- write write a', ...done]);
  expect(runs).toEqual(['a']);
});

test('a dead turn with all results only sends the next request', async () => {
  const store = createStore();
  const { tool, runs } = echo('write', 'write');
  const finished: NewRecord = {
    type: 'tool_finished',
    body: { callId: 'c1', name: 'write', content: [{ type: 'text', text: 'was done' }], isError: false },
  };
  await leave(store, tool, [decided, begun, finished]);
  const stage = await reopen(store, [step.text('done')], { tools: [tool] });
  await resume(stage);
  expect(stage.lines).toEqual(done);
  expect(runs).toEqual([]);
  expect(stage.model.requests[0]?.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
    output: 'was done',
  });
});

test('a dead turn is reported as open, and an abort ends it with a response for every call', async () => {
  const store = createStore();
  const { tool, runs } = echo('write', 'write');
  await leave(store, tool, [decided, begun]);
  const stage = await reopen(store, [], { tools: [tool] });
  expect(await stage.agent.status()).toMatchObject({ activeStreamId: 'dead' });
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(stage.lines).toEqual(['<- write error aborted before it finished', 'agent_end aborted']);
  expect(runs).toEqual([]);
});

test('resume with nothing open does nothing', async () => {
  const store = createStore();
  const log = await store.open('s1', { owner, create: true });
  await log.append([started('s1')]);
  await log.close();
  const stage = await reopen(store, []);
  expect(await stage.agent.send({ action: { name: 'resume' } })).toEqual({ streamId: null });
  await expect(stage.agent.send({ action: { name: 'dance' } })).rejects.toMatchObject({ code: 'SEND_INVALID' });
});

/** An agent whose session another process takes over when the test says so. */
async function openTaken(
  script: Parameters<typeof reopenStage>[1],
  options: Parameters<typeof reopenStage>[2],
): Promise<{ stage: Stage; takeOver: () => Promise<SessionLog> }> {
  const store = createStore();
  const log = await store.open('s1', { owner, create: true });
  await log.append([started('s1')]);
  onTestFinished(() => log.close());
  const takeOver = async (): Promise<SessionLog> => {
    const taken = await store.open('s1', { owner: { ...owner, pid: 4712 }, takeover: true });
    onTestFinished(() => taken.close());
    return taken;
  };
  return { stage: await reopenStage(log, script, options), takeOver };
}

test('takeover while the model answers: its call is not recorded, and nothing runs', async () => {
  const gate = createGate();
  const { tool, runs } = echo('write', 'write');
  const script = scriptedModel([call]);
  const { stage, takeOver } = await openTaken([], {
    tools: [tool],
    client: {
      async *stream(request, signal) {
        await gate.opened;
        yield* script.stream(request, signal);
      },
    },
  });
  await stage.say('go');
  await stage.until('session_update');
  const log = await takeOver();
  gate.open();
  expect(await stage.until('error')).toMatchObject({ code: 'SESSION_FENCED', fatal: true });
  expect(script.left).toBe(0);
  expect(runs).toEqual([]);
  expect(await recordTypes(log)).toEqual(['session_started', 'stream_started', 'user_message', 'model_selected']);
});

test('takeover before a call starts: the call does not start', async () => {
  const gate = createGate();
  const { tool, runs } = echo('write', 'write');
  const { stage, takeOver } = await openTaken([call], {
    tools: [tool],
    decide: async () => {
      await gate.opened;
      return { verdict: 'allow' };
    },
  });
  await stage.say('go');
  await stage.until('tool_request');
  const log = await takeOver();
  gate.open();
  expect(await stage.until('error')).toMatchObject({ code: 'SESSION_FENCED', fatal: true });
  expect(runs).toEqual([]);
  expect(await recordTypes(log)).toEqual([
    'session_started',
    'stream_started',
    'user_message',
    'model_selected',
    'model_answered',
    'tool_requested',
  ]);
});

test('takeover while a call runs: its result is not recorded, no request is sent, and the new owner knows that the call had started', async () => {
  const gate = createGate();
  const tool = defineTool({
    name: 'write',
    description: '',
    effect: 'write',
    input: z.object({ text: z.string() }),
    async run(_, { update }) {
      update('running');
      await gate.opened;
      return succeed('written');
    },
  });
  const { stage, takeOver } = await openTaken([call], { tools: [tool] });
  await stage.say('go');
  await stage.until('tool_update');
  const log = await takeOver();
  gate.open();
  expect(await stage.until('error')).toMatchObject({ code: 'SESSION_FENCED', fatal: true });
  expect(stage.model.requests).toHaveLength(1);
  expect((await recordTypes(log)).at(-1)).toBe('tool_started');
  await expect(stage.say('hello?')).rejects.toMatchObject({ code: 'SESSION_FENCED' });
});
