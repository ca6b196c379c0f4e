import { isLiveOnly } from '@bowline/protocol';
import { all, outline, owner } from '@bowline/testkit';
import { defineTool, succeed } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { echo, openStage, recordTypes, reopenStage, step, type Stage } from './play.ts';

/** The event id of the message with this text. */
async function messageOf(stage: Stage, text: string): Promise<string> {
  const { id } = await stage.until('message', (event) => JSON.stringify(event.content).includes(text));
  return id;
}

async function rewind(stage: Stage, before: string): Promise<void> {
  const id = await messageOf(stage, before);
  expect(await stage.agent.send({ action: { name: 'rewind', data: { before: id } } })).toEqual({ streamId: null });
}

async function undo(stage: Stage): Promise<void> {
  await stage.agent.send({ action: { name: 'rewind', data: { undo: true } } });
}

/** The texts of the last request. */
function shown({ model }: Stage): string[] {
  return (model.requests.at(-1)?.contents ?? []).map(({ parts = [] }) => parts.map(({ text }) => text ?? '').join(''));
}

const texts = (...answers: readonly string[]): ReturnType<typeof step.text>[] => answers.map((text) => step.text(text));

test('a rewind drops a message and everything after it, and keeps everything before', async () => {
  const stage = await openStage(texts('A', 'B', 'C', 'D'));
  for (const said of ['one', 'two', 'three']) await stage.play(said);
  await rewind(stage, 'two');
  expect(stage.lines.at(-1)).toBe('rewound');
  expect(await stage.play('four')).toContain('agent: D');
  expect(shown(stage)).toEqual(['one', 'A', 'four']);
  expect(stage.model.left).toBe(0);
});

test('a rewind can be undone, and so can the one before it', async () => {
  const stage = await openStage(texts('A', 'B', 'C', 'D'));
  for (const said of ['one', 'two', 'three']) await stage.play(said);
  await rewind(stage, 'three');
  await rewind(stage, 'two');
  await undo(stage);
  await undo(stage);
  await expect(undo(stage)).rejects.toMatchObject({ code: 'SEND_INVALID' });
  await stage.play('four');
  expect(shown(stage)).toEqual(['one', 'A', 'two', 'B', 'three', 'C', 'four']);
});

test('an undo also drops the messages since the rewind, and the log keeps all of them', async () => {
  const stage = await openStage(texts('A', 'B', 'C', 'D'));
  for (const said of ['one', 'two']) await stage.play(said);
  await rewind(stage, 'two');
  await stage.play('other');
  await undo(stage);
  await stage.play('three');
  expect(shown(stage)).toEqual(['one', 'A', 'two', 'B', 'three']);
  const kept = outline(await all(stage.agent.events()));
  expect(kept.filter((line) => line.startsWith('user: '))).toEqual([
    'user: one',
    'user: two',
    'user: other',
    'user: three',
  ]);
});

test('effects of calls remain after a rewind, and a notice says so', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([step.calls({ name: 'write', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
  });
  await stage.play('go');
  await rewind(stage, 'go');
  expect(stage.lines.slice(-2)).toEqual(['rewound', 'info FILES_REMAIN']);
  expect(runs).toEqual(['a']);
});

test('a rewind is rejected while the agent is running, and works after an abort', async () => {
  const stage = await openStage([step.hang('so')]);
  await stage.say('go');
  await stage.until('message_delta');
  const before = await messageOf(stage, 'go');
  const send = stage.agent.send({ action: { name: 'rewind', data: { before } } });
  await expect(send).rejects.toMatchObject({ code: 'SEND_INVALID', hint: 'Abort first, then rewind' });
  await stage.agent.abort();
  await stage.agent.send({ action: { name: 'rewind', data: { before } } });
  expect(stage.lines.slice(-2)).toEqual(['agent_end aborted', 'rewound']);
});

test('a rewind closes a pending approval, and its call never runs', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([step.calls({ name: 'write', args: { text: 'a' } }), step.text('B')], {
    tools: [tool],
    decide: async () => ({ verdict: 'ask' }),
  });
  await stage.say('go');
  const question = await stage.asked('write');
  await rewind(stage, 'go');
  expect(await stage.agent.status()).toMatchObject({ activeStreamId: null, pendingInputs: [] });
  await expect(stage.answer(question, { outcome: 'once' })).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
  await stage.play('again');
  expect(shown(stage)).toEqual(['again']);
  expect(runs).toEqual([]);
});

test('a rewind keeps the stricter approval mode, and so does an undo', async () => {
  const stage = await openStage(texts('A', 'B'));
  await stage.agent.send({ update: { mode: 'yolo' } });
  await stage.play('one');
  await stage.agent.send({ update: { mode: 'default' } });
  await rewind(stage, 'one');
  expect(await stage.agent.status()).toMatchObject({ mode: 'default' });
  await stage.play('two');
  await stage.agent.send({ update: { mode: 'plan' } });
  await undo(stage);
  expect(await stage.agent.status()).toMatchObject({ mode: 'plan' });
});

test('a rewind reports the changed mode, model, title and todos, live and on every replay', async () => {
  const todos = defineTool({
    name: 'plan',
    description: 'Writes a list',
    effect: 'read',
    input: z.object({}),
    run: async () => succeed('ok', { display: { type: 'todos', items: [{ text: 'dig', status: 'active' }] } }),
  });
  const stage = await openStage(
    [step.text('0'), step.text('A'), step.calls({ name: 'plan', args: {} }), step.text('B')],
    {
      tools: [todos],
    },
  );
  for (const said of ['zero', 'one']) await stage.play(said);
  const { model: before } = await stage.agent.status();
  await stage.agent.send({ update: { mode: 'yolo', title: 'Digging', model: 'gemini-2.5-pro' } });
  await stage.play('two');
  await rewind(stage, 'one');
  const told = { mode: 'default', model: before, title: '', todos: [] };
  expect(stage.heard.at(-1)).toMatchObject({ type: 'session_update', ...told });
  await undo(stage);
  expect(stage.heard.at(-1)).toMatchObject({ title: 'Digging', todos: [{ text: 'dig' }] });
  expect(stage.heard.at(-1)).not.toHaveProperty('mode');
  const kept = stage.heard.filter((event) => !isLiveOnly(event));
  expect((await all(stage.agent.events())).slice(-kept.length)).toEqual(kept);
});

test('another process that opens the session sees the rewound state', async () => {
  const stage = await openStage(texts('A', 'B'));
  for (const said of ['one', 'two']) await stage.play(said);
  await rewind(stage, 'two');
  await stage.agent.close();
  const again = await reopenStage(await stage.store.open('s1', { owner }), texts('C'));
  await again.play('three');
  expect(shown(again)).toEqual(['one', 'A', 'three']);
  await again.agent.close();
});

test.each([
  ['nothing', {}, 'SEND_INVALID'],
  ['an event that is not there', { before: '99-0123456789ab' }, 'UNKNOWN_EVENT'],
  ['no event at all', { before: 'x' }, 'UNKNOWN_EVENT'],
  ['undo before any rewind', { undo: true }, 'SEND_INVALID'],
])('%s is rejected, and nothing is written', async (_, data, code) => {
  const stage = await openStage(texts('A'));
  await stage.play('one');
  const before = await recordTypes(await stage.store.openReader('s1'));
  await expect(stage.agent.send({ action: { name: 'rewind', data } })).rejects.toMatchObject({ code });
  expect(await recordTypes(await stage.store.openReader('s1'))).toEqual(before);
});

test('a rewind cannot target a message that an earlier rewind dropped', async () => {
  const stage = await openStage(texts('A', 'B'));
  for (const said of ['one', 'two']) await stage.play(said);
  const two = await messageOf(stage, 'two');
  await rewind(stage, 'one');
  await expect(stage.agent.send({ action: { name: 'rewind', data: { before: two } } })).rejects.toMatchObject({
    code: 'SEND_INVALID',
  });
});
