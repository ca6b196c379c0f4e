import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { all, scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { expect, test } from 'vitest';
import type { Bowline } from '../../packages/sdk/src/bowline.ts';
import { openSdkBench, type SdkBench } from './open-sdk.ts';
import { step } from './play.ts';

const runs = (...commands: readonly string[]): ScriptedStep =>
  step.calls(...commands.map((command) => ({ name: 'run_shell_command', args: { command } })));

/** A session in which each message runs the commands of one step. */
async function openCommands(
  steps: readonly (readonly string[])[],
  bench: SdkBench = openSdkBench(),
): Promise<{ readonly bench: SdkBench; readonly bowline: Bowline; readonly at: (name: string) => string }> {
  const model = scriptedModel(steps.flatMap((commands) => [runs(...commands), step.text('done')]));
  const bowline = await bench.open(model, { approval: { mode: 'yolo' } });
  return { bench, bowline, at: (name) => join(bench.workspace, name) };
}

/** Rewinds with files to before the message with this number. Resolves to what the user is told. */
async function rewind({ session }: Bowline, n: number): Promise<string> {
  const told: string[] = [];
  const leave = session.subscribe((event) => {
    if (event.type === 'notice') told.push(event.text);
  });
  const messages = (await all(session.events())).filter((event) => event.type === 'message' && event.role === 'user');
  await session.send({ action: { name: 'rewind', data: { before: messages.at(n)?.id ?? '', files: true } } });
  leave();
  return told.join('\n');
}

const undo = async ({ session }: Bowline): Promise<unknown> =>
  await session.send({ action: { name: 'rewind', data: { undo: true } } });

test('a rewind with files undoes what each command has changed, and its undo does it again', async () => {
  const { bowline, at } = await openCommands([
    ['echo two > a.txt; rm gone.txt; mkdir -p new/deep && echo x > new/deep/file'],
    ['echo three > a.txt; mv new moved; ln -s a.txt link; chmod 755 a.txt'],
  ]);
  writeFileSync(at('a.txt'), 'one\n');
  writeFileSync(at('gone.txt'), 'still needed\n');
  await bowline.ask('first');
  await bowline.ask('second');
  await rewind(bowline, 1);
  expect(readdirSync(at('.')).toSorted()).toEqual(['a.txt', 'new']);
  expect([readFileSync(at('a.txt'), 'utf8'), readFileSync(at('new/deep/file'), 'utf8')]).toEqual(['two\n', 'x\n']);
  await rewind(bowline, 0);
  expect(readdirSync(at('.')).toSorted()).toEqual(['a.txt', 'gone.txt']);
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\n');
  await undo(bowline);
  await undo(bowline);
  expect(readdirSync(at('.')).toSorted()).toEqual(['a.txt', 'link', 'moved']);
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('three\n');
});

test('what the user changes between commands is not undone', async () => {
  const { bowline, at } = await openCommands([['echo agent > a.txt'], ['echo agent > b.txt']]);
  await bowline.ask('first');
  writeFileSync(at('mine.txt'), 'by me\n');
  await bowline.ask('second');
  writeFileSync(at('later.txt'), 'by me\n');
  await rewind(bowline, 0);
  expect(readdirSync(at('.')).toSorted()).toEqual(['later.txt', 'mine.txt']);
});

test('what a command has overwritten comes back as the user left it', async () => {
  const { bowline, at } = await openCommands([['true'], ['echo agent > mine.txt']]);
  await bowline.ask('first');
  writeFileSync(at('mine.txt'), 'by me\n');
  await bowline.ask('second');
  await rewind(bowline, 1);
  expect(readFileSync(at('mine.txt'), 'utf8')).toBe('by me\n');
});

test('commands that run at the same time are undone together', async () => {
  const { bowline, at } = await openCommands([
    [
      'for n in 1 2 3 4 5 6 7 8 9; do echo $n > left-$n; sleep 0.02; done',
      'for n in 1 2 3; do echo $n > right-$n; done',
    ],
  ]);
  await bowline.ask('go');
  expect(readdirSync(at('.'))).toHaveLength(12);
  await rewind(bowline, 0);
  expect(readdirSync(at('.'))).toEqual([]);
});

test('commands of a failed or ended kind are undone as well', async () => {
  const { bowline, at } = await openCommands([['echo x > a.txt; exit 3', 'echo y > b.txt; kill -9 $$']]);
  await bowline.ask('go');
  await rewind(bowline, 0);
  expect(readdirSync(at('.'))).toEqual([]);
});

test('dependencies and Git stay as they are, and the user is told', async () => {
  const { bowline, at } = await openCommands([
    ['mkdir -p node_modules/x && echo x > node_modules/x/y; echo b > b.txt; git add . ; git commit -qm second'],
  ]);
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...words], { cwd: at('.'), encoding: 'utf8' });
  git('init', '-q');
  git('config', 'user.name', 'n');
  git('config', 'user.email', 'e');
  writeFileSync(at('.gitignore'), 'node_modules\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  await bowline.ask('go');
  const [index, head] = [readFileSync(at('.git/index')), git('rev-parse', 'HEAD')];
  expect(await rewind(bowline, 0)).toMatch(/to Git, and to dependencies and build output stays\nrestored b\.txt/);
  expect([existsSync(at('b.txt')), existsSync(at('node_modules/x/y'))]).toEqual([false, true]);
  expect([readFileSync(at('.git/index')), git('rev-parse', 'HEAD')]).toEqual([index, head]);
});

test('a later process undoes what commands of an earlier one have changed', async () => {
  const bench = openSdkBench();
  mkdirSync(join(bench.workspace, 'sub'));
  const { bowline, at } = await openCommands([['echo x > sub/a.txt']], bench);
  await bowline.ask('go');
  const { id } = bowline;
  await bowline.close();
  const again = await bench.open(scriptedModel([]), { session: { resume: id } });
  await rewind(again, 0);
  expect(readdirSync(at('sub'))).toEqual([]);
});

test('what the sandbox puts into the folder for a while is not taken for a change', async () => {
  const bench = openSdkBench();
  const model = scriptedModel([runs('echo x > a.txt'), step.text('done')]);
  const bowline = await bench.open(model, { approval: { mode: 'yolo' }, sandbox: { mode: 'required' } });
  await bowline.ask('go');
  expect(await rewind(bowline, 0)).toMatch(/restored a\.txt$/);
});
