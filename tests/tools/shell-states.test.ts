import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundleChildren } from '../kit/bundle-children.ts';
import { openShellStage, type ShellStage, type Told } from './open-shell-stage.ts';

/** The model must have a response within this time, whatever the command does. */
const BOUND_MS = 15_000;
const patient = { timeout: 5000, interval: 20 };

let stage: ShellStage;
beforeEach(async () => {
  stage = await openShellStage();
});
afterEach(async () => {
  await stage.close();
});

const run = (args: object): Promise<Told> => stage.call('run_shell_command', args);
const see = (args: object): Promise<Told> => stage.call('background_process', args);
const nothingIsLeft = async (): Promise<void> => {
  await expect.poll(() => stage.living(), patient).toEqual([]);
};
/** A program that asks like sudo, ssh and git do: on the terminal, not on stdin. */
const ASK = `exec 3<>/dev/tty || exit 1; printf 'Password: ' >&3; read -rs word <&3; echo "got $word"`;

describe('a command that waits for a password', () => {
  test('fails at once without a terminal', async () => {
    const told = await run({ command: ASK });
    expect(told.text).toMatch(/No such device or address\nExit code: 1$/);
    expect(told.ms).toBeLessThan(BOUND_MS);
    await nothingIsLeft();
  });

  test('fails at once if it reads from stdin', async () => {
    const told = await run({ command: 'read -rs -p "Password: " word && echo "got $word"' });
    expect([told.text, told.data['exitCode']]).toEqual(['(no output)\nExit code: 1', 1]);
    await nothingIsLeft();
  });

  test('with a terminal is reported, can be answered, and continues', async () => {
    const waiting = await run({ command: ASK, tty: true });
    expect(waiting.text).toMatch(/is waiting for input.*\nPassword:$/s);
    expect(waiting.ms).toBeLessThan(BOUND_MS);
    const id = waiting.data['pid'];
    expect((await see({ action: 'list' })).text).toMatch(new RegExp(`^Process ${String(id)} is waiting for input`));
    const answered = await stage.call('write_to_process', { id, input: 'secret', delay_ms: 10_000 });
    expect(answered.text).toMatch(/ended with exit code 0 after [\d.]+ s\. It printed:\ngot secret$/);
    await nothingIsLeft();
  });

  test('with a terminal is reported, and can be killed', async () => {
    const id = (await run({ command: ASK, tty: true })).data['pid'];
    expect((await see({ action: 'kill', id })).text).toMatch(/it was killed\. Last output:\nPassword:$/);
    await nothingIsLeft();
  });
});

test('if no terminal is available, the command runs without one, and the result says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-alone-'));
  const file = await bundleChildren([], folder);
  const alone = await openShellStage(file('supervisor'));
  onTestFinished(async () => {
    await alone.close();
    rmSync(folder, { recursive: true });
  });
  const told = await alone.call('run_shell_command', { command: 'tty', tty: true });
  expect(told.text).toBe('No terminal is available here, so the command ran without one.\nnot a tty\nExit code: 1');
});

describe('a command with huge output', () => {
  test.each([
    ['pipe', {}, 1_000_000_000],
    ['terminal', { tty: true }, 100_000_000],
  ])('through a %s is reported by its start and end, and uses little memory', async (_, more, bytes) => {
    await run({ command: 'echo ok', ...more });
    const before = { own: process.memoryUsage.rss() / 1e6, supervisor: stage.supervisorPeakMb() };
    const told = await run({
      command: `echo first; head -c ${bytes} /dev/zero | tr '\\0' x; echo; echo last`,
      ...more,
    });
    expect([told.isError, told.text.startsWith('first\nxx'), told.text.includes('xx\nlast')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(told.text.length).toBeLessThan(45_000);
    expect(stage.supervisorPeakMb() - before.supervisor).toBeLessThan(100);
    expect(process.memoryUsage.rss() / 1e6 - before.own).toBeLessThan(100);
    await nothingIsLeft();
  });
});

describe('a command that starts a daemon', () => {
  const PROGRAM = 'echo $$ >> pids; exec sleep 1000';
  test.each([
    ['with &', `bash -c '${PROGRAM}' &`],
    ['with nohup', `nohup bash -c '${PROGRAM}' >/dev/null 2>&1 & disown`],
    ['with setsid', `setsid bash -c '${PROGRAM}' </dev/null >/dev/null 2>&1 &`],
    ['by forking twice', `( ( setsid bash -c '${PROGRAM}' & ) & )`],
  ])('%s has it ended with the command, and the result says so', async (_, command) => {
    const told = await run({ command: `${command}\nuntil [ -s pids ]; do sleep 0.01; done; echo started` });
    expect(told.text).toMatch(/^started\n(?:1 process|\d processes) that it left running (?:was|were) ended/);
    expect(readFileSync(join(stage.folder, 'pids'), 'utf8')).toMatch(/^\d+\n$/);
    expect(told.ms).toBeLessThan(BOUND_MS);
    await nothingIsLeft();
  });
});

describe('a command that ignores signals', () => {
  const STUBBORN = `trap '' TERM INT HUP; (trap '' TERM INT HUP; sleep 1000) & echo deaf; while :; do sleep 1; done`;
  test.each([[{}], [{ tty: true }]])('is killed at its time limit: %j', async (more) => {
    const told = await run({ command: STUBBORN, timeout_ms: 1500, ...more });
    expect([told.isError, told.data['signal']]).toEqual([true, 'SIGKILL']);
    expect(told.text).toMatch(/time limit of 1\.5 s.*Its output was:\ndeaf$/s);
    expect(told.ms).toBeLessThan(BOUND_MS);
    await nothingIsLeft();
  });

  test('is killed in the background on request', async () => {
    const id = (await run({ command: STUBBORN, is_background: true, delay_ms: 1500 })).data['pid'];
    expect((await see({ action: 'kill', id })).text).toMatch(/it was killed\. Last output:\ndeaf$/);
    await nothingIsLeft();
  });

  test('is killed when the turn is aborted', async () => {
    const told = await stage.call('run_shell_command', { command: STUBBORN }, (event) => {
      if (event.type === 'tool_update') void stage.abort();
    });
    expect(told).toMatchObject({ isError: true, text: 'aborted before it finished' });
    await nothingIsLeft();
  });
});

describe('a background command', () => {
  test('survives turns and restarts, and its end is reported at the next look', async () => {
    const command =
      'echo up; until [ -e one ]; do sleep 0.02; done; echo one; until [ -e two ]; do sleep 0.02; done; exit 3';
    const started = await run({ command, is_background: true, delay_ms: 1000 });
    const id = started.data['pid'];
    expect(started.text).toMatch(new RegExp(`in the background as process ${String(id)}\\. .*\\nup$`, 's'));
    expect((await see({ action: 'wait', id, timeout_ms: 100 })).text).toMatch(/has been running for/);
    await stage.reopen();
    expect((await see({ action: 'list' })).text).toMatch(
      new RegExp(`^Process ${String(id)} has been running for [\\d.]+ s: echo up`),
    );
    writeFileSync(join(stage.folder, 'one'), '');
    await expect.poll(async () => (await see({ action: 'read', id })).text, patient).toMatch(/:\nup\none$/);
    await stage.reopen();
    writeFileSync(join(stage.folder, 'two'), '');
    expect((await see({ action: 'wait', id })).text).toMatch(/ended with exit code 3 after [\d.]+ s\./);
    await stage.reopen();
    expect((await see({ action: 'list' })).text).toMatch(/ended with exit code 3/);
    await nothingIsLeft();
  });

  test('keeps running while the model does other things', async () => {
    const command = 'while [ ! -e stop ]; do date +%s%N > beat; sleep 0.05; done';
    const id = (await run({ command, is_background: true })).data['pid'];
    const beat = (): string =>
      existsSync(join(stage.folder, 'beat')) ? readFileSync(join(stage.folder, 'beat'), 'utf8') : '';
    expect((await run({ command: 'echo something else' })).text).toBe('something else');
    const before = beat();
    await expect.poll(beat, patient).not.toBe(before);
    expect(stage.living().length).toBeGreaterThan(0);
    await see({ action: 'kill', id });
    await nothingIsLeft();
  });
});
