import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const slow = { timeout: 60_000 };
const shell = (command: string): ScriptedStep => answer.calls({ name: 'run_shell_command', args: { command } });
const read = (bench: Bench, name: string): string => readFileSync(join(bench.workspace, name), 'utf8');
const mode = ['--approval-mode', 'preview'];

async function suspend(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  onTestFinished(bench.close);
  writeFileSync(join(bench.workspace, 'a.txt'), 'one\n');
  const run = await bench.run(['-p', 'go', ...mode, '--on-confirm', 'suspend', '--session-id', 's1']);
  expect(run.code).toBe(62);
  return bench;
}

test(
  'a run in preview mode is suspended at its end, and its changes are applied from another process',
  slow,
  async () => {
    const bench = await suspend(shell('echo two >> a.txt'), shell('cp a.txt b.txt'), answer.text('Done.'));
    expect([read(bench, 'a.txt'), existsSync(join(bench.workspace, 'b.txt'))]).toEqual(['one\n', false]);
    expect((await bench.run(['pending'])).stdout).toContain('Apply these changes?');
    const previewed = await bench.run(['approve', 's1', '--preview']);
    expect(previewed.stdout).toContain('2 files would change; nothing has changed yet');
    expect(previewed.stdout).toContain('--- a.txt\n+two');
    const applied = await bench.run(['approve', 's1', '--apply']);
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect([read(bench, 'a.txt'), read(bench, 'b.txt')]).toEqual(['one\ntwo\n', 'one\ntwo\n']);
    // The model has had its turn.
    expect(bench.server.requests).toHaveLength(3);
  },
);

test('a file that was edited since stays, unless --overwrite is given', slow, async () => {
  const bench = await suspend(shell('echo two >> a.txt; echo b > b.txt'), answer.text('Done.'));
  writeFileSync(join(bench.workspace, 'a.txt'), 'mine\n');
  const refused = await bench.run(['approve', 's1', '--apply']);
  expect(refused.stderr).toContain('Nothing was applied. Changed since the preview: a.txt');
  expect([read(bench, 'a.txt'), existsSync(join(bench.workspace, 'b.txt'))]).toEqual(['mine\n', false]);
  expect((await bench.run(['approve', 's1', '--apply', '--overwrite'])).code).toBe(0);
  expect([read(bench, 'a.txt'), read(bench, 'b.txt')]).toEqual(['one\ntwo\n', 'b\n']);
});

test('what could not be applied is asked about again, with the files that stand against it', slow, async () => {
  const bench = await suspend(shell('echo two >> a.txt; echo b > b.txt'), answer.text('Done.'));
  writeFileSync(join(bench.workspace, 'a.txt'), 'mine\n');
  const refused = await bench.run(['approve', 's1']);
  expect(refused).toMatchObject({ code: 62, stdout: '' });
  expect(refused.stderr).toContain('bowline: Nothing was applied. Changed since: a.txt\n');
  expect(refused.stderr).not.toContain('Tell the user');
  const { stdout } = await bench.run(['pending']);
  for (const said of [refused.stderr, stdout]) {
    expect(said).toMatch(/ {4}2 files would change; nothing has changed yet.\n +Changed since: a.txt\n/);
    for (const option of ['--preview', '--apply --overwrite', "--deny ''"])
      expect(said).toContain(`  bowline approve s1 ${option}\n`);
  }
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
  // The model is not asked again.
  expect(bench.server.requests).toHaveLength(2);
  expect((await bench.run(['approve', 's1', '--apply', '--overwrite'])).code).toBe(0);
  expect([read(bench, 'a.txt'), read(bench, 'b.txt')]).toEqual(['one\ntwo\n', 'b\n']);
});

test('a conflict that is found while changes are applied is told in words for the user', slow, async () => {
  const bench = await suspend(shell('echo two >> a.txt; echo b > b.txt'), answer.text('Done.'));
  const a = join(bench.workspace, 'a.txt');
  rmSync(a);
  mkdirSync(a);
  writeFileSync(join(a, 'mine'), '');
  const refused = await bench.run(['approve', 's1', '--apply', '--overwrite']);
  expect(refused.code).toBe(62);
  expect(refused.stderr).toContain('bowline: Nothing was applied. Changed since: a.txt\n');
  expect(refused.stderr).toContain("  bowline approve s1 --deny ''\n");
  expect(refused.stderr).not.toContain('Tell the user');
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
});

test(
  'a suspended run and bowline pending say how much is pending, and name the ways to look and to decide',
  slow,
  async () => {
    const bench = await openBench(shell('echo b > b.txt'), answer.text('Done.'));
    onTestFinished(bench.close);
    const run = await bench.run(['-p', 'go', ...mode, '--on-confirm', 'suspend', '--session-id', 's1']);
    const { stdout } = await bench.run(['pending']);
    for (const said of [run.stderr, stdout]) {
      expect(said).toContain('1 file would change');
      for (const option of ['', ' --preview', ' --apply']) expect(said).toContain(`bowline approve s1${option}\n`);
    }
  },
);

test('denied changes are discarded', slow, async () => {
  const bench = await suspend(shell('echo b > b.txt'), answer.text('Done.'), answer.text('Understood.'));
  expect((await bench.run(['approve', 's1', '--deny', 'no'])).stdout).toBe('Understood.\n');
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
  expect((await bench.run(['pending'])).stdout).not.toContain('s1');
});

test('without someone who decides, preview mode is refused, and nothing runs', slow, async () => {
  const bench = await openBench(shell('echo b > b.txt'));
  onTestFinished(bench.close);
  const run = await bench.run(['-p', 'go', ...mode]);
  expect(run.code).not.toBe(0);
  expect(run.stderr).toContain('Mode preview needs someone who applies or discards the changes');
  expect(run.stderr).toContain('--on-confirm suspend');
  expect(bench.server.requests).toEqual([]);
});

test('a dangerous command that needs approval says that it runs in the copy', slow, async () => {
  const bench = await openBench(shell('rm -rf .git; ls'), answer.text('Done.'));
  onTestFinished(bench.close);
  mkdirSync(join(bench.workspace, '.git'));
  const run = await bench.run(['-p', 'go', ...mode, '--on-confirm', 'suspend', '--session-id', 's1']);
  expect(run.code).toBe(62);
  expect(run.stderr).toContain('Runs in a copy of the workspace, without network');
  const previewed = await bench.run(['approve', 's1', '--preview']);
  expect(previewed.stderr).toContain('it runs in a copy of the workspace anyway');
  expect(previewed.stderr).not.toContain('without the pending changes');
});

test('a rewind says nothing of changes that it has removed, and tells of those that are left', slow, async () => {
  const bench = await suspend(shell('echo two >> a.txt'), answer.text('Done.'));
  const rewound = await bench.run(['sessions', 'rewind', 's1']);
  expect(rewound.stdout).not.toContain('not applied yet');
  expect(rewound.stdout).not.toContain('stay as they are');
  expect((await bench.run(['sessions', 'rewind', 's1', '--undo'])).stdout).toContain(
    '1 change to files not applied yet',
  );
});

test('commands that ran in a copy are not among those that a restoration leaves as they are', slow, async () => {
  const bench = await suspend(shell('echo two >> a.txt'), answer.text('Done.'));
  expect((await bench.run(['approve', 's1', '--apply'])).code).toBe(0);
  const { stdout } = await bench.run(['sessions', 'restore', 's1', '--dry-run']);
  expect(stdout).toContain('a.txt');
  expect(stdout).not.toContain('Not undone');
});

test(
  'a prompt that was not sent, because an approval is pending, is named, and the exit code says so',
  slow,
  async () => {
    const bench = await suspend(shell('echo two >> a.txt'), answer.text('Done.'));
    const run = await bench.run(['-r', 's1', '-p', 'second', '--approval-mode', 'yolo', '--on-confirm', 'suspend']);
    expect(run.code).toBe(62);
    expect(run.stderr).toContain('The prompt was not sent, because the turn before it has not ended');
    expect(run.stderr).toContain('bowline approve s1 --apply');
    expect(bench.server.requests).toHaveLength(2);
  },
);

const LEFT = /1 change to files not applied yet: .*To go on: bowline --resume s1/;

test.each([
  { end: 'a failed call of the model', steps: [], flags: [] },
  { end: '--on-confirm fail', steps: [answer.text('Done.')], flags: ['--on-confirm', 'fail'] },
])('a run that ends with changes that wait says so ($end)', slow, async ({ steps, flags }) => {
  const bench = await openBench(shell('echo b > b.txt'), ...steps);
  onTestFinished(bench.close);
  const confirm = flags.length === 0 ? ['--on-confirm', 'suspend'] : flags;
  const run = await bench.run(['-p', 'go', ...mode, ...confirm, '--session-id', 's1']);
  expect([0, 62]).not.toContain(run.code);
  expect(run.stderr).toMatch(LEFT);
});

test('a run that is stopped says that changes wait', slow, async () => {
  const bench = await openBench(shell('echo b > b.txt'), { hang: 'body', chunks: [{ text: 'thinking' }] });
  onTestFinished(bench.close);
  const stop = new AbortController();
  const running = bench.run(['-p', 'go', ...mode, '--on-confirm', 'suspend', '--session-id', 's1'], {
    signal: stop.signal,
  });
  await expect.poll(() => bench.server.requests.length, { timeout: 20_000 }).toBe(2);
  stop.abort();
  const run = await running;
  expect(run.code).toBe(130);
  expect(run.stderr).toMatch(LEFT);
});

test('a run that cannot ask leaves the changes pending, says so, and does not ask the model again', slow, async () => {
  const bench = await openBench(shell('echo b > b.txt'), answer.text('Done.'), answer.text('Again.'));
  onTestFinished(bench.close);
  await bench.run(['-p', 'go', ...mode, '--on-confirm', 'fail', '--session-id', 's1']);
  const run = await bench.run(['-r', 's1', '-p', 'again', '--approval-mode', 'default']);
  expect(run).toMatchObject({ code: 0, stdout: 'Again.\n' });
  expect(run.stderr).toMatch(LEFT);
  expect(bench.server.requests).toHaveLength(3);
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
});
