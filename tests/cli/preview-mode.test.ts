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
