import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@bowline/log';
import { all, owner, scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { expect, test } from 'vitest';
import type { Bowline } from '../../packages/sdk/src/bowline.ts';
import { openSdkBench, type SdkBench } from './open-sdk.ts';
import { step } from './play.ts';

const writes = (file_path: string, content: string): ScriptedStep =>
  step.calls({ name: 'write_file', args: { file_path, content } });

/** A session in which each message writes one file, and the messages so far. */
interface Edits {
  readonly bench: SdkBench;
  readonly bowline: Bowline;
  /** The text of a file, or undefined if there is none. */
  readonly read: (name: string) => string | undefined;
  readonly change: (name: string, text: string) => void;
  /** Rewinds to before the message that wrote this. Resolves to what the user is told. */
  readonly rewind: (data: { readonly before?: number; readonly undo?: true; readonly files?: true }) => Promise<string>;
}

async function openEdits(
  edits: readonly (readonly [name: string, text: string])[],
  before: Readonly<Record<string, string>> = {},
): Promise<Edits> {
  const bench = openSdkBench();
  const at = (name: string): string => join(bench.workspace, name);
  for (const [name, text] of Object.entries(before)) writeFileSync(at(name), text);
  const steps = edits.flatMap(([name, text]) => [writes(name, text), step.text('done')]);
  const bowline = await bench.open(scriptedModel(steps), { approval: { mode: 'auto_edit' } });
  for (const [name] of edits) await bowline.ask(`write ${name}`);
  return {
    bench,
    bowline,
    read: (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined),
    change: (name, text) => {
      writeFileSync(at(name), text);
    },
    rewind: async ({ before: n, ...more }) => {
      const messages = (await all(bowline.session.events())).filter(
        (event) => event.type === 'message' && event.role === 'user',
      );
      const told: string[] = [];
      const leave = bowline.session.subscribe((event) => {
        if (event.type === 'notice') told.push(event.text);
      });
      const point = n === undefined ? {} : { before: messages.at(n)?.id ?? '' };
      await bowline.session.send({ action: { name: 'rewind', data: { ...point, ...more } } });
      leave();
      return told.join('\n');
    },
  };
}

/** Leaves the log as a process does that dies after a rewind, before it restores files. */
async function dieInRewind({ sessions }: SdkBench, sessionId: string): Promise<void> {
  const store = openStore({ root: sessions });
  const log = await store.open(sessionId, { owner, takeover: true });
  await log.append([{ type: 'rewound', body: { to: 1, restoresFiles: true } }]);
  await log.close();
  await store.close();
}

test('a rewind with files undoes the edits of each message, and its undo does them again', async () => {
  const { read, rewind } = await openEdits(
    [
      ['a.txt', 'one\n'],
      ['deep/er/b.txt', 'new\n'],
      ['a.txt', 'two\n'],
    ],
    { 'a.txt': 'zero\n' },
  );
  expect([read('a.txt'), read('deep/er/b.txt')]).toEqual(['two\n', 'new\n']);
  expect(await rewind({ before: 2, files: true })).toBe('restored a.txt');
  expect([read('a.txt'), read('deep/er/b.txt')]).toEqual(['one\n', 'new\n']);
  await rewind({ before: 0, files: true });
  expect([read('a.txt'), read('deep/er/b.txt'), read('deep')]).toEqual(['zero\n', undefined, undefined]);
  await rewind({ undo: true });
  expect([read('a.txt'), read('deep/er/b.txt')]).toEqual(['one\n', 'new\n']);
  await rewind({ undo: true });
  expect(read('a.txt')).toBe('two\n');
});

test('without files a rewind leaves them alone, and they can follow it', async () => {
  const { read, rewind } = await openEdits([['a.txt', 'one\n']], { 'a.txt': 'zero\n' });
  expect(await rewind({ before: 0 })).toBe('files and other effects of its calls stay as they are');
  expect(read('a.txt')).toBe('one\n');
  expect(await rewind({ files: true })).toBe('restored a.txt');
  expect(read('a.txt')).toBe('zero\n');
  await rewind({ undo: true });
  expect(read('a.txt')).toBe('one\n');
});

test('files cannot follow a rewind after which the session has gone on', async () => {
  const { bowline, rewind, read } = await openEdits([
    ['a.txt', 'one\n'],
    ['a.txt', 'two\n'],
    ['b.txt', 'b\n'],
  ]);
  await rewind({ before: 2 });
  await expect(bowline.ask('go on')).rejects.toThrow();
  await expect(rewind({ files: true })).rejects.toMatchObject({ code: 'SEND_INVALID' });
  // Edits of a branch that was left are undone too.
  await rewind({ before: 1, files: true });
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', undefined]);
});

test('what the user has changed is merged, or kept and told', async () => {
  const lines = Array.from({ length: 12 }, (_, n) => `line ${n}\n`);
  const edited = lines.with(1, 'by the agent\n');
  const { read, change, rewind } = await openEdits(
    [
      ['merged.txt', edited.join('')],
      ['kept.txt', 'by the agent\n'],
      ['mine.txt', 'by the agent\n'],
    ],
    { 'merged.txt': lines.join(''), 'kept.txt': 'at first\n' },
  );
  change('merged.txt', edited.with(10, 'by me\n').join(''));
  change('kept.txt', 'by me\n');
  change('mine.txt', 'by me\n');
  const told = await rewind({ before: 0, files: true });
  expect(read('merged.txt')).toBe(lines.with(10, 'by me\n').join(''));
  expect([read('kept.txt'), read('mine.txt')]).toEqual(['by me\n', 'by me\n']);
  expect(told).toMatch(/restored merged\.txt; kept kept\.txt, mine\.txt/);
  await rewind({ undo: true });
  expect(read('merged.txt')).toBe(edited.with(10, 'by me\n').join(''));
});

test('what commands have changed is undone too, and the user is told what stays', async () => {
  const bench = openSdkBench();
  const model = scriptedModel([
    writes('a.txt', 'a'),
    step.calls({ name: 'run_shell_command', args: { command: 'touch b.txt' } }),
    step.text('done'),
  ]);
  const bowline = await bench.open(model, { approval: { mode: 'yolo' } });
  await bowline.ask('go');
  const told: string[] = [];
  bowline.session.subscribe((event) => {
    if (event.type === 'notice') told.push(event.text);
  });
  const [message] = (await all(bowline.session.events())).filter(({ type }) => type === 'message');
  await bowline.session.send({ action: { name: 'rewind', data: { before: message?.id ?? '', files: true } } });
  expect(told).toEqual([
    'what commands did outside of this folder, to Git, and to dependencies and build output stays',
    'restored a.txt, b.txt',
  ]);
  expect([existsSync(join(bench.workspace, 'a.txt')), existsSync(join(bench.workspace, 'b.txt'))]).toEqual([
    false,
    false,
  ]);
});

test('the next process restores the files of a rewind that died before it did', async () => {
  const { bench, bowline, read } = await openEdits([['a.txt', 'one\n']], { 'a.txt': 'zero\n' });
  const { id: sessionId } = bowline;
  await bowline.close();
  await dieInRewind(bench, sessionId);
  expect(read('a.txt')).toBe('one\n');
  const again = await bench.open(scriptedModel([]), { session: { resume: sessionId } });
  expect(read('a.txt')).toBe('zero\n');
  await again.session.send({ action: { name: 'rewind', data: { undo: true } } });
  expect(read('a.txt')).toBe('one\n');
});

test('a session opens even if its files cannot be restored, and restores them when they can', async () => {
  const { bench, bowline, read } = await openEdits([['a.txt', 'one\n']], { 'a.txt': 'zero\n' });
  const { id: sessionId } = bowline;
  await bowline.close();
  await dieInRewind(bench, sessionId);
  const files = join(bench.sessions, '..', 'files');
  renameSync(files, `${files}-away`);
  writeFileSync(files, 'no folder');
  const second = await bench.open(scriptedModel([]), { session: { resume: sessionId } });
  const events = await all(second.session.events());
  expect(events.at(-1)).toMatchObject({ type: 'notice', code: 'FILES_NOT_RESTORED' });
  expect(read('a.txt')).toBe('one\n');
  await second.close();
  rmSync(files);
  renameSync(`${files}-away`, files);
  await bench.open(scriptedModel([]), { session: { resume: sessionId } });
  expect(read('a.txt')).toBe('zero\n');
});

test('an edit goes on without a history that cannot be opened, and the user is told', async () => {
  const bench = openSdkBench();
  const files = join(bench.sessions, '..', 'files');
  mkdirSync(join(bench.sessions, '..'), { recursive: true });
  writeFileSync(files, 'no folder');
  const bowline = await bench.open(scriptedModel([writes('a.txt', 'a'), step.text('done')]), {
    approval: { mode: 'auto_edit' },
  });
  await bowline.ask('go');
  expect(readFileSync(join(bench.workspace, 'a.txt'), 'utf8')).toBe('a');
  const events = await all(bowline.session.events());
  expect(events.find((event) => event.type === 'notice')).toMatchObject({ code: 'FILES_NOT_STORED' });
  rmSync(files);
});
