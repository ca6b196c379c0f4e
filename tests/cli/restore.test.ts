import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

let bench: Bench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

/** A session that changes one file in its first turn, and creates another in its second. */
async function open(): Promise<Bench & { readonly read: (name: string) => string | undefined }> {
  const write = (file_path: string, content: string) =>
    answer.calls({ name: 'write_file', args: { file_path, content } });
  bench = await openBench(write('a.txt', 'one\n'), answer.text('Ok.'), write('b.txt', 'b\n'), answer.text('Ok.'));
  const { workspace, run } = bench;
  writeFileSync(join(workspace, 'a.txt'), 'zero\n');
  await run(['-y', '-p', 'first', '--session-id', 's1']);
  await run(['-y', '-p', 'second', '--resume', 's1']);
  const read = (name: string): string | undefined =>
    existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), 'utf8') : undefined;
  return { ...bench, read };
}

test('diff prints what the agent changed, since a message or in the whole session', async () => {
  const { run } = await open();
  const b = '--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,1 @@\n+b\n';
  expect(await run(['sessions', 'diff', 's1'])).toEqual({
    code: 0,
    stdout: `--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-zero\n+one\n${b}`,
    stderr: '',
  });
  expect((await run(['sessions', 'diff', 's1', '1'])).stdout).toBe(b);
});

test('restore changes files back and keeps the conversation; --dry-run only shows it, and --undo reverts it', async () => {
  const { run, read } = await open();
  const shown = await run(['sessions', 'restore', 's1', '2', '--dry-run']);
  expect(shown.stdout).toMatch(/^change +a\.txt +\+1 -1\ndelete +b\.txt +\+0 -1\n--- a\/a\.txt\n/);
  expect(shown.stderr).toBe('Nothing was changed. To do it, leave out --dry-run\n');
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', 'b\n']);
  expect(await run(['sessions', 'restore', 's1'])).toMatchObject({ code: 0 });
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', undefined]);
  expect((await run(['sessions', 'show', 's1'])).stdout).toContain('You: second');
  expect((await run(['sessions', 'restore', 's1', '--undo'])).stdout).toContain('restored b.txt');
  expect(read('b.txt')).toBe('b\n');
});

test('restore names a conflict and what to do about it, and replaces only the files that are named', async () => {
  const { run, read, workspace } = await open();
  writeFileSync(join(workspace, 'a.txt'), 'mine\n');
  const kept = await run(['sessions', 'restore', 's1', '2']);
  expect(kept.code).toBe(1);
  expect(kept.stdout).toContain('keep a.txt: changed since, by you or by a command. To replace it: --overwrite a.txt');
  expect([read('a.txt'), read('b.txt')]).toEqual(['mine\n', undefined]);
  expect((await run(['sessions', 'restore', 's1', '2', '--overwrite', 'no.txt'])).stderr).toContain(
    'No conflict at no.txt',
  );
  expect((await run(['sessions', 'restore', 's1', '2', '--overwrite', './a.txt'])).code).toBe(0);
  expect(read('a.txt')).toBe('zero\n');
  await run(['sessions', 'restore', 's1', '--undo']);
  expect(read('a.txt')).toBe('mine\n');
});

test('an undo that keeps a file can be repeated, and says that it is not complete', async () => {
  const { run, read, workspace } = await open();
  const write = (text: string): void => {
    writeFileSync(join(workspace, 'a.txt'), text);
  };
  write('mine\n');
  await run(['sessions', 'restore', 's1', '2', '--overwrite', 'a.txt']);
  expect(read('a.txt')).toBe('zero\n');
  write('later\n');
  const kept = await run(['sessions', 'restore', 's1', '--undo']);
  expect([kept.code, read('a.txt'), read('b.txt')]).toEqual([1, 'later\n', 'b\n']);
  expect(kept.stdout).toContain('Not all files are back as they were before');
  expect((await run(['sessions', 'restore', 's1', '--undo', '--overwrite', 'a.txt'])).code).toBe(0);
  expect(read('a.txt')).toBe('mine\n');
  expect((await run(['sessions', 'restore', 's1', '--undo'])).stderr).toContain('No restored files to undo');
});

test('what is in the way is named as that and not as a change, and the exit code says so', async () => {
  const { run, read, workspace } = await open();
  rmSync(join(workspace, 'a.txt'));
  execFileSync('mkfifo', [join(workspace, 'a.txt')]);
  const left = await run(['sessions', 'restore', 's1', '2']);
  expect([left.code, read('b.txt')]).toEqual([1, undefined]);
  expect(left.stdout).toContain('restored b.txt; left a.txt: what is there is not stored');
  expect(left.stdout).not.toContain('by you');
});

test('a rewind with files says what it kept and how to replace it, and does so with --overwrite', async () => {
  const { run, read, workspace } = await open();
  writeFileSync(join(workspace, 'a.txt'), 'mine\n');
  const kept = await run(['sessions', 'rewind', 's1', '2', '--files']);
  expect([kept.code, read('a.txt')]).toEqual([1, 'mine\n']);
  expect(kept.stderr).toContain('the same rewind again with --overwrite PATH');
  await run(['sessions', 'rewind', 's1', '--undo', '--files']);
  const refused = await run(['sessions', 'rewind', 's1', '2', '--overwrite', 'a.txt']);
  expect(refused).toMatchObject({ code: 42, stderr: expect.stringContaining('Add --files') as string });
  expect((await run(['sessions', 'rewind', 's1', '2', '--files', '--overwrite', 'a.txt'])).code).toBe(0);
  expect([read('a.txt'), read('b.txt')]).toEqual(['zero\n', undefined]);
});

test('rewind --files --dry-run shows what it would do with files, and changes neither them nor the session', async () => {
  const { run, read } = await open();
  const before = (await run(['sessions', 'export', 's1'])).stdout;
  expect((await run(['sessions', 'rewind', 's1', '--files', '--dry-run'])).stdout).toMatch(/^delete +b\.txt +\+0 -1\n/);
  expect(read('b.txt')).toBe('b\n');
  expect((await run(['sessions', 'export', 's1'])).stdout).toBe(before);
});

test('a step is named by the number of a record, as show prints it', async () => {
  const { run, read } = await open();
  const numbered = (await run(['sessions', 'show', 's1', '--numbers'])).stdout;
  const call = /^ *(\d+) .* Call write_file .*b\.txt/m.exec(numbered)?.[1] ?? '';
  expect((await run(['sessions', 'rewind', 's1', '--files', '--before', call])).code).toBe(0);
  expect(read('b.txt')).toBeUndefined();
  const { stdout } = await run(['sessions', 'export', 's1', '--markdown']);
  expect(stdout).toContain('second');
  expect(stdout).not.toContain('b.txt');
  const { code, stderr } = await run(['sessions', 'rewind', 's1', '--before', '9999']);
  expect([code, stderr]).toEqual([42, expect.stringContaining('No record 9999') as string]);
});

test('options of one verb are refused by another', async () => {
  const { run } = await open();
  expect((await run(['sessions', 'rm', 's1', '--dry-run'])).code).toBe(42);
  expect((await run(['sessions', 'diff', 's1', '--overwrite', 'a'])).code).toBe(42);
});

test('a fork with files goes back to before a turn in the same folder, and its undo brings the files back', async () => {
  const { run, read } = await open();
  const second = (await run(['sessions', 'export', 's1'])).stdout
    .split('\n')
    .find((line) => line.includes('"user_message"') && line.includes('second'));
  const { seq, hash } = JSON.parse(second ?? '') as { readonly seq: number; readonly hash: string };
  const forked = await run(['sessions', 'fork', 's1', `${seq}-${hash.slice(0, 12)}`, '--files']);
  expect(forked.stderr).toContain('restored b.txt');
  expect(forked.stderr).toContain('works in the same folder');
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', undefined]);
  const fork = forked.stdout.trim();
  // Further back in the fork, the steps of the original do not come back.
  expect((await run(['sessions', 'restore', fork])).code).toBe(0);
  expect([read('a.txt'), read('b.txt')]).toEqual(['zero\n', undefined]);
  await run(['sessions', 'restore', fork, '--undo']);
  await run(['sessions', 'restore', fork, '--undo']);
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', 'b\n']);
});

test('a folder that is gone, and a session of another folder, are named with the next step', async () => {
  const { run, workspace } = await open();
  const elsewhere = `${workspace}-moved`;
  renameSync(workspace, elsewhere);
  for (const words of [
    ['diff', 's1'],
    ['restore', 's1'],
    ['rewind', 's1', '--files'],
  ]) {
    const stderr = `bowline: This folder does not exist: ${workspace}\n  Move it back, or create it\n`;
    expect(await run(['sessions', ...words], { cwd: elsewhere })).toMatchObject({ code: 42, stderr });
  }
  expect((await run(['-r', 's1', '-p', 'x'], { cwd: elsewhere })).stderr).toContain(
    `The folder of this session does not exist: ${workspace}. Move it back`,
  );
  mkdirSync(workspace);
  const { stderr } = await run(['-r', 's1', '-p', 'go on'], { cwd: elsewhere });
  expect(stderr).toContain(`This session works in ${workspace}, where it was started, and not in ${elsewhere}`);
});
