import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const slow = { timeout: 60_000 };
const shell = (command: string): ScriptedStep => answer.calls({ name: 'run_shell_command', args: { command } });

async function suspend(command: string, ...more: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(shell(command), ...more);
  onTestFinished(bench.close);
  writeFileSync(join(bench.workspace, 'a.txt'), 'one\n');
  const run = ['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1', '--sandbox', 'off'];
  expect((await bench.run(run)).code).toBe(62);
  return bench;
}

const read = (bench: Bench, name: string): string => readFileSync(join(bench.workspace, name), 'utf8');
const sentLast = (bench: Bench): string => JSON.stringify(bench.server.requests.at(-1));

test(
  '--preview shows what a command changes, and --apply keeps exactly that without running it again',
  slow,
  async () => {
    const bench = await suspend(
      'date +%N > stamp; echo two >> a.txt; seq 9000 > long; echo done',
      answer.text('Good.'),
    );
    const previewed = await bench.run(['approve', 's1', '--preview']);
    expect(previewed).toMatchObject({ code: 0, stderr: '' });
    expect(previewed.stdout).toContain('3 files would change; nothing has changed yet');
    expect(previewed.stdout).toContain('\nToo long to show here: long\n');
    expect(previewed.stdout).toContain('--- a.txt\n+two');
    expect(previewed.stdout).toContain('bowline approve s1 --apply');
    expect(existsSync(join(bench.workspace, 'stamp'))).toBe(false);
    const stamp = /\n\+(\d{9})\n/.exec(previewed.stdout)?.[1];
    expect((await bench.run(['approve', 's1', '--apply'])).stdout).toBe('Good.\n');
    expect(read(bench, 'stamp')).toBe(`${stamp ?? ''}\n`);
    expect(read(bench, 'a.txt')).toBe('one\ntwo\n');
    expect(sentLast(bench)).toContain('ran in a copy of the workspace');
    expect(sentLast(bench)).toContain('done');
    expect((await bench.run(['sessions', 'show', 's1'])).stdout).toContain('Previewed: 3 files would change');
  },
);

test('with the setting approval.preview, a run that is suspended has its preview already', slow, async () => {
  const bench = await openBench(shell('date +%N > stamp; echo two >> a.txt'), answer.text('Good.'));
  onTestFinished(bench.close);
  mkdirSync(bench.home, { recursive: true });
  writeFileSync(join(bench.home, 'settings.json'), JSON.stringify({ approval: { preview: true } }));
  writeFileSync(join(bench.workspace, 'a.txt'), 'one\n');
  const run = await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  expect(run.code).toBe(62);
  expect(existsSync(join(bench.workspace, 'stamp'))).toBe(false);
  expect((await bench.run(['approve', 's1', '--apply'])).stdout).toBe('Good.\n');
  expect(read(bench, 'a.txt')).toBe('one\ntwo\n');
});

test('--apply changes nothing if a file was edited since, unless --overwrite is given', slow, async () => {
  const bench = await suspend('echo two >> a.txt; echo b > b.txt', answer.text('Good.'));
  await bench.run(['approve', 's1', '--preview']);
  writeFileSync(join(bench.workspace, 'a.txt'), 'mine\n');
  const refused = await bench.run(['approve', 's1', '--apply']);
  expect(refused.stderr).toContain('Nothing was applied. Changed since the preview: a.txt');
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
  expect((await bench.run(['approve', 's1', '--apply', '--overwrite'])).stdout).toBe('Good.\n');
  expect([read(bench, 'a.txt'), read(bench, 'b.txt')]).toEqual(['one\ntwo\n', 'b\n']);
});

test('an apply that fails after the answer is an error with a reason, whatever the model says then', slow, async () => {
  const bench = await suspend('echo two >> a.txt; echo b > b.txt', answer.text('Done.'));
  await bench.run(['approve', 's1', '--preview']);
  rmSync(join(bench.workspace, 'a.txt'));
  mkdirSync(join(bench.workspace, 'a.txt'));
  writeFileSync(join(bench.workspace, 'a.txt', 'mine'), 'mine');
  const applied = await bench.run(['approve', 's1', '--apply', '--overwrite']);
  expect(applied).toMatchObject({ code: 1, stdout: 'Done.\n' });
  expect(applied.stderr).toContain('Nothing was applied');
  expect(applied.stderr).toContain('a.txt');
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
});

test('a preview can be denied, and leaves nothing', slow, async () => {
  const bench = await suspend('echo b > b.txt', answer.text('Denied.'));
  await bench.run(['approve', 's1', '--preview']);
  expect((await bench.run(['approve', 's1', '--deny', 'no'])).stdout).toBe('Denied.\n');
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
});

test('without a preview, --apply is refused and the approval stays pending', slow, async () => {
  const bench = await suspend('echo b > b.txt');
  expect((await bench.run(['approve', 's1', '--apply'])).stderr).toContain('This call was not previewed');
  expect((await bench.run(['pending'])).stdout).toContain('s1');
});

test('a rewind with files undoes what was applied', slow, async () => {
  const bench = await suspend('echo two >> a.txt', answer.text('Good.'));
  await bench.run(['approve', 's1', '--preview']);
  await bench.run(['approve', 's1', '--apply']);
  expect(read(bench, 'a.txt')).toBe('one\ntwo\n');
  const rewound = await bench.run(['sessions', 'rewind', 's1', '--files', '1']);
  expect(rewound.stderr + rewound.stdout).not.toContain('error');
  expect(read(bench, 'a.txt')).toBe('one\n');
});
