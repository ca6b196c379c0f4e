import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@bowline/log';
import { all, owner, scriptedModel, type ScriptedModel, type ScriptedStep } from '@bowline/testkit';
import { expect, test } from 'vitest';
import type { Bowline } from '../../packages/sdk/src/bowline.ts';
import { openSdkBench, type SdkBench } from './open-sdk.ts';
import { step } from './play.ts';

const writes = (file_path: string, content: string): ScriptedStep =>
  step.calls({ name: 'write_file', args: { file_path, content } });

/** A session in which each message writes one file. */
interface Edits {
  readonly bench: SdkBench;
  readonly bowline: Bowline;
  readonly model: ScriptedModel;
  readonly read: (name: string) => string | undefined;
  readonly change: (name: string, text: string) => void;
  /** The event of the message that wrote this. */
  readonly messageOf: (n: number) => Promise<string>;
  readonly restore: (data: Readonly<Record<string, string | boolean | string[]>>) => Promise<void>;
}

async function openEdits(
  edits: readonly (readonly [name: string, text: string])[],
  more: readonly ScriptedStep[] = [],
): Promise<Edits> {
  const bench = openSdkBench();
  const at = (name: string): string => join(bench.workspace, name);
  writeFileSync(at('a.txt'), 'zero\n');
  const model = scriptedModel([...edits.flatMap(([name, text]) => [writes(name, text), step.text('done')]), ...more]);
  const bowline = await bench.open(model, { approval: { mode: 'auto_edit' } });
  for (const [name] of edits) await bowline.ask(`write ${name}`);
  return {
    ...{ bench, bowline, model },
    read: (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined),
    change: (name, text) => {
      writeFileSync(at(name), text);
    },
    messageOf: async (n) => {
      const events = await all(bowline.session.events());
      return events.filter((event) => event.type === 'message' && event.role === 'user').at(n)?.id ?? '';
    },
    restore: async (data) => {
      await bowline.session.send({ action: { name: 'restore', data } });
    },
  };
}

test('a restoration changes the files back, keeps the conversation and tells the model; its undo does them again', async () => {
  const { bowline, model, read, messageOf, restore } = await openEdits(
    [
      ['a.txt', 'one\n'],
      ['b.txt', 'new\n'],
    ],
    [step.text('I see.')],
  );
  const before = await messageOf(0);
  const preview = await bowline.files.preview({ name: 'restore', data: { before } });
  expect(preview.files.map(({ path, action }) => [path, action])).toEqual([
    ['a.txt', 'change'],
    ['b.txt', 'delete'],
  ]);
  await restore({ before });
  expect([read('a.txt'), read('b.txt')]).toEqual(['zero\n', undefined]);
  await bowline.ask('what now?');
  const sent = JSON.stringify(model.requests.at(-1)?.contents);
  expect(sent).toContain('write b.txt');
  expect(sent).toMatch(/The user has restored these files to an earlier state[^"]*a\.txt\\nb\.txt/);
  await restore({ undo: true });
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', 'new\n']);
  await expect(restore({ undo: true })).rejects.toMatchObject({ code: 'SEND_INVALID' });
});

test('several restorations are undone from the last to the first, without the edits after them', async () => {
  const { bowline, read, messageOf, restore } = await openEdits(
    [
      ['a.txt', 'one\n'],
      ['a.txt', 'two\n'],
    ],
    [writes('b.txt', 'later\n'), step.text('done')],
  );
  await restore({ before: await messageOf(1) });
  await restore({ before: await messageOf(0) });
  await bowline.ask('write b.txt');
  expect(read('a.txt')).toBe('zero\n');
  await restore({ undo: true });
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', 'later\n']);
  await restore({ undo: true });
  expect([read('a.txt'), read('b.txt')]).toEqual(['two\n', 'later\n']);
});

test('a conflict is left alone, until it is overwritten; undo brings back what was replaced', async () => {
  const { bowline, read, change, messageOf, restore } = await openEdits([['a.txt', 'one\n']]);
  change('a.txt', 'mine\n');
  const before = await messageOf(0);
  expect((await bowline.files.preview({ name: 'restore', data: { before } })).files).toMatchObject([
    { path: 'a.txt', action: 'conflict', reason: 'changed', diff: '@@ -1,1 +1,1 @@\n-mine\n+zero\n' },
  ]);
  await restore({ before });
  expect(read('a.txt')).toBe('mine\n');
  await restore({ before, overwrite: ['a.txt'] });
  expect(read('a.txt')).toBe('zero\n');
  await restore({ undo: true });
  expect(read('a.txt')).toBe('mine\n');
});

test('a rewind with files after a restoration goes back to the same state, and so does its undo', async () => {
  const { bowline, read, messageOf, restore } = await openEdits([
    ['a.txt', 'one\n'],
    ['a.txt', 'two\n'],
  ]);
  const first = await messageOf(0);
  await restore({ before: await messageOf(1) });
  expect(read('a.txt')).toBe('one\n');
  await bowline.session.send({ action: { name: 'rewind', data: { before: first, files: true } } });
  expect(read('a.txt')).toBe('zero\n');
  await bowline.session.send({ action: { name: 'rewind', data: { undo: true } } });
  expect(read('a.txt')).toBe('one\n');
});

test('the next process completes a restoration whose process died before it', async () => {
  const { bench, bowline, read } = await openEdits([['a.txt', 'one\n']]);
  const { id: sessionId } = bowline;
  await bowline.close();
  const store = openStore({ root: bench.sessions });
  const log = await store.open(sessionId, { owner, takeover: true });
  await log.append([{ type: 'restore_requested', body: { to: 1 } }]);
  await log.close();
  await store.close();
  expect(read('a.txt')).toBe('one\n');
  const again = await bench.open(scriptedModel([]), { session: { resume: sessionId } });
  expect(read('a.txt')).toBe('zero\n');
  await again.session.send({ action: { name: 'restore', data: { undo: true } } });
  expect(read('a.txt')).toBe('one\n');
});

test('files are not restored while a turn is not finished', async () => {
  const { bowline, messageOf, restore } = await openEdits([['a.txt', 'one\n']], [step.hang('so')]);
  const before = await messageOf(0);
  const turn = bowline.ask('go on').catch(() => undefined);
  for await (const event of bowline.session.stream()) if (event.type === 'message_delta') break;
  await expect(restore({ before })).rejects.toMatchObject({
    code: 'SEND_INVALID',
    message: 'The turn is not finished',
  });
  await bowline.session.abort();
  await turn;
});

test('what the agent has changed is compared since a message, or in the whole session', async () => {
  const { bowline, change, messageOf } = await openEdits([
    ['a.txt', 'one\n'],
    ['a.txt', 'two\n'],
    ['b.txt', 'b\n'],
  ]);
  change('a.txt', 'by me\n');
  const diffs = async (data?: { readonly before: string }): Promise<unknown> =>
    (await bowline.files.changes(data)).map(({ path, diff }) => [path, diff]);
  const b = ['b.txt', '@@ -0,0 +1,1 @@\n+b\n'];
  expect(await diffs()).toEqual([['a.txt', '@@ -1,1 +1,1 @@\n-zero\n+two\n'], b]);
  expect(await diffs({ before: await messageOf(1) })).toEqual([['a.txt', '@@ -1,1 +1,1 @@\n-one\n+two\n'], b]);
  expect(await diffs({ before: await messageOf(2) })).toEqual([b]);
});
