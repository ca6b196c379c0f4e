import type { AgentSend, ContentPart } from '@bowline/protocol';
import { all, outline, owner, type ScriptedStep } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { openStage, recordTypes, reopenStage, step, type Stage } from './play.ts';
import { quickRetries } from './test-models.ts';

const { attempts } = quickRetries;

const refused: ScriptedStep = { httpError: { status: 400, message: 'Unable to process input image.' } };
const tooLarge: ScriptedStep = { httpError: { status: 413, message: 'Request payload size exceeds the limit.' } };
const busy: ScriptedStep = { httpError: { status: 503 } };
const note = '[image omitted because the provider rejected it: Unable to process input image.]';

const picture = (name: string): ContentPart => ({
  type: 'media',
  mimeType: 'image/png',
  data: Buffer.from(name).toString('base64'),
});
const show = (text: string, ...names: readonly string[]): AgentSend => ({
  message: { content: [{ type: 'text', text }, ...names.map(picture)] },
});

/** The texts and picture names of the last request. */
function shown({ model }: Stage): string[] {
  return (model.requests.at(-1)?.contents ?? []).flatMap(({ parts = [] }) =>
    parts.map(({ text, inlineData }) => text ?? `<${Buffer.from(inlineData?.data ?? '', 'base64').toString()}>`),
  );
}

async function play(stage: Stage, send: AgentSend): Promise<string[]> {
  return outline(await all(stage.session.sendStream(send)));
}

test('an omitted picture stays omitted after a rewind and in a fork', async () => {
  const stage = await openStage([refused, step.text('A'), step.text('B'), step.text('C')]);
  await play(stage, show('one', 'broken'));
  await play(stage, show('two', 'fine'));
  expect(shown(stage)).toEqual(['one', note, 'A', 'two', '<fine>']);
  const { id } = await stage.until('message', ({ content }) => JSON.stringify(content).includes('two'));
  await stage.agent.send({ action: { name: 'rewind', data: { before: id } } });
  await stage.play('three');
  expect(shown(stage)).toEqual(['one', note, 'A', 'three']);

  const reader = await stage.store.openReader('s1');
  const at = reader.head.seq;
  await reader.close();
  await stage.agent.close();
  await stage.store.fork('s1', { at, as: 's2', owner });
  const copy = await reopenStage(await stage.store.open('s2', { owner }), [step.text('D')]);
  await copy.play('four');
  expect(shown(copy)).toEqual(['one', note, 'A', 'three', 'C', 'four']);
  await copy.agent.close();
});

test('after a rewind to before the rejection, the picture is sent, rejected and omitted again', async () => {
  const stage = await openStage([refused, step.text('A'), refused, step.text('B')]);
  await play(stage, show('one', 'broken'));
  const { id } = await stage.until('message', ({ content }) => JSON.stringify(content).includes('one'));
  await stage.agent.send({ action: { name: 'rewind', data: { before: id } } });
  const lines = await play(stage, show('again', 'broken'));
  expect(lines).toContain('warning PART_SET_ASIDE');
  expect(lines.at(-1)).toBe('agent_end completed');
  expect(shown(stage)).toEqual(['again', note]);
});

test('the failure and the omission are one append: a process that takes over sends the request without the picture', async () => {
  const stage = await openStage([refused, step.hang('I see')]);
  await stage.agent.send(show('one', 'broken'));
  await stage.until('message_delta');
  const reader = await stage.store.openReader('s1');
  const types = await recordTypes(reader);
  await reader.close();
  expect(types.slice(-2)).toEqual(['model_failed', 'part_set_aside']);
  const log = await stage.store.open('s1', { owner, takeover: true });
  const again = await reopenStage(log, [step.text('Nothing to see.')]);
  await again.agent.send({ action: { name: 'resume' } });
  await again.until('agent_end');
  expect(again.lines.at(-1)).toBe('agent_end completed');
  expect(shown(again)).toEqual(['one', note]);
  await again.agent.close();
});

test('omitted pictures do not count as attempts of a model that is busy afterwards', async () => {
  const stage = await openStage(
    [refused, refused, refused, ...Array<ScriptedStep>(attempts.busy - 1).fill(busy), step.text('A')],
    {
      models: { policy: quickRetries },
    },
  );
  const lines = await play(stage, show('one', 'a', 'b', 'c'));
  expect(lines.filter((line) => line === 'warning PART_SET_ASIDE')).toHaveLength(3);
  expect(lines.at(-1)).toBe('agent_end completed');
  expect(shown(stage)).toEqual(['one', note, note, note]);
});

test('a request that is too large is sent without its newest picture', async () => {
  const stage = await openStage([tooLarge, step.text('A')]);
  expect((await play(stage, show('one', 'old', 'new'))).at(-1)).toBe('agent_end completed');
  expect(shown(stage)).toEqual([
    'one',
    '<old>',
    expect.stringMatching(/^\[image omitted because .*payload size/) as string,
  ]);
});

test('a request rejected for another reason fails and keeps its pictures', async () => {
  const stage = await openStage([{ httpError: { status: 400, message: 'Function calls must alternate.' } }]);
  const lines = await play(stage, show('one', 'fine'));
  expect(lines.slice(-2)).toEqual(['error MODEL_BAD_REQUEST', 'agent_end failed']);
});
