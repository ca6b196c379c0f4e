import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { answer } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { AT_REST, AT_WORK, openScreen, openStage, type Stage } from './open-stage.ts';
import type { Terminal } from './open-terminal.ts';
import { runInPty } from './run-in-pty.ts';
import { heardBy, runs, streams, writes } from './said.ts';

/** A command that runs until the file `go` exists or its folder is removed, and counts its starts. */
const waiting = 'echo began >> starts\nuntil test -e go || ! test -e wait.sh; do sleep 0.05; done\necho over\n';
const YOLO = { argv: ['--trust', '--yolo'] };

/** A terminal whose turn runs a command, and one that watches it. */
async function openWatched(): Promise<{
  readonly stage: Stage;
  readonly owner: Terminal;
  readonly other: Terminal;
}> {
  const { stage, terminal: owner } = await openScreen(
    [runs('sh wait.sh'), answer.text('It is over.'), answer.text('More.')],
    YOLO,
  );
  writeFileSync(join(stage.workspace, 'wait.sh'), waiting);
  await owner.enter('run the tests');
  await owner.shows(AT_WORK);
  await expect.poll(() => existsSync(join(stage.workspace, 'starts')), { timeout: 20_000 }).toBe(true);
  const other = stage.open({ argv: ['attach'], columns: 120 });
  await other.shows('watching process');
  await other.shows('Running sh wait.sh');
  return { stage, owner, other };
}

function kill(terminal: Terminal): number {
  const pid = terminal.pid();
  process.kill(pid, 'SIGKILL');
  return pid;
}

const starts = ({ workspace }: Stage): string => readFileSync(join(workspace, 'starts'), 'utf8');
const go = ({ workspace }: Stage): void => {
  writeFileSync(join(workspace, 'go'), '');
};

test('a second terminal shows the same session and answers its approval, which then disappears in the first', async () => {
  const { stage, terminal } = await openScreen([writes('a.txt'), streams(12, 50)]);
  await terminal.enter('write a file');
  await terminal.shows('Allow once');
  const other = stage.open({ argv: ['attach'] });
  expect(await other.shows('Allow once')).toMatch(/^❯ write a file$/m);
  await other.answer('o');
  await terminal.hides('Allow once');
  for (const each of [terminal, other]) {
    const shown = await each.shows(/word11$/m);
    expect(shown).toMatch(/^ {4}✓ Write +a\.txt +\+1 −0 · allowed$/m);
  }
  expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(true);
});

test('a running command can be stopped from a second terminal', async () => {
  const { stage, terminal } = await openScreen([runs('echo began; sleep 100')]);
  await terminal.enter('run it');
  await terminal.shows(/^ {14}began$/m);
  const other = stage.open({ argv: ['attach'] });
  await other.shows(AT_WORK);
  await other.shows('echo began');
  other.press('Escape');
  await terminal.shows('Stopped');
  await other.shows('Stopped');
});

test('an attached screen names the process that it watches, and what the keys do there', async () => {
  const { stage, owner, other } = await openWatched();
  const pid = owner.pid();
  const shown = await other.shows(/Ctrl-D detach/);
  expect(shown).toMatch(new RegExp(`^╭─ . Running sh wait\\.sh .* watching process ${pid} on ${hostname()} ─$`, 'm'));
  expect(shown).toContain(`│ ❯ Add a message (process ${pid} sends it at the next step)`);
  expect(shown).toMatch(/ Ctrl-D detach · Esc interrupts there · \? keys$/m);
  other.resize(40, 30);
  await other.shows(/^╭─ .* watching ─$/m);
  await other.shows(/^│ ❯ Add a message$/m);
  other.resize(120, 30);
  await other.enter('and this');
  go(stage);
  await other.shows('It is over.');
  expect(heardBy(stage)).toContain('and this');
  other.press('C-d');
  expect(await other.ended()).toBe(0);
  expect(other.screen()).toMatch(/\n\nTo attach again: bowline attach \S+/);
  await owner.shows(AT_REST);
});

test('when the process is killed, its watcher can take over, and the command is not run again', async () => {
  const { stage, owner, other } = await openWatched();
  const pid = kill(owner);
  const shown = await other.shows(`! Process ${pid} ended`);
  expect(shown).toMatch(
    new RegExp(
      [
        `^╭─ ! Process ${pid} ended \\d s ago ─+ session "run the tests" ─$`,
        '│ It was running sh wait\\.sh\\. The command keeps running; nothing is lost\\.',
        '│',
        '│ ❯ t  Take over and continue here   reattaches to the command',
        '│   w  Keep watching                 until another process takes over',
        '│   q  Quit                          bowline -r resumes later',
        '├─ Tab to answer ─+$',
        '│ ❯ Type a request',
      ].join('\n'),
      'm',
    ),
  );
  await other.shows(/Process \d+ ended [1-9] s ago/);
  other.type('t');
  await other.shows(/^│ ❯ t$/m); // typing goes to the draft
  other.press('BSpace');
  await other.answer('t');
  await other.shows(/Resuming it/);
  expect(await other.hides('watching')).toMatch(/^❯ run the tests$/m);
  go(stage);
  await other.shows('It is over.');
  expect(starts(stage)).toBe('began\n');
  expect(heardBy(stage)).toContain('over');
  await other.shows(AT_REST);
  await other.enter('go on');
  await other.shows('More.');
});

test('a watcher that stays follows the process that takes over', async () => {
  const { stage, owner, other } = await openWatched();
  const pid = kill(owner);
  await other.shows(`! Process ${pid} ended`);
  await other.answer('w');
  await other.shows(new RegExp(`^╭─ ! Process ${pid} ended · Tab to answer ─+ watching ─$`, 'm'));
  const next = stage.open({ argv: ['--trust', '--yolo', '--resume'] });
  await next.shows('Resuming it');
  const shown = await other.shows(`· Now watching process ${next.pid()}`);
  expect(shown).toContain(`watching process ${next.pid()} on `);
  expect(shown.match(/^❯ run the tests$/gm)).toHaveLength(1);
  go(stage);
  await next.shows('It is over.');
  await other.shows('It is over.');
  await other.shows(AT_REST);
  await other.enter('go on');
  for (const each of [next, other]) await each.shows('More.');
});

test('a watcher follows a process that takes the session over from one that hangs', async () => {
  const { stage, owner, other } = await openWatched();
  process.kill(owner.pid(), 'SIGSTOP');
  const next = stage.open({ argv: ['--trust', '--yolo', '--resume', '--takeover'] });
  await next.shows('Resuming it');
  await other.shows(`· Now watching process ${next.pid()}`);
  go(stage);
  await other.shows('It is over.');
  process.kill(owner.pid(), 'SIGKILL');
});

test('a watcher of a process that has ended can quit, and is told how to resume', async () => {
  const { stage, owner, other } = await openWatched();
  kill(owner);
  await other.shows(/! Process \d+ ended/);
  await other.answer('q');
  expect(await other.ended()).toBe(0);
  expect(other.screen()).toMatch(/\n\nTo finish the interrupted turn: bowline --resume \S+/);
  go(stage);
});

test('a watcher is told that the process has quit or opened another session', async () => {
  const { stage, terminal } = await openScreen([answer.text('A'), answer.text('B')]);
  await terminal.enter('hello there');
  await terminal.shows(/^ {2}A$/m);
  const other = stage.open({ argv: ['attach'] });
  await other.shows(`watching process ${terminal.pid()}`);
  await terminal.shows(AT_REST);
  await terminal.enter('/clear');
  const shown = await other.shows(`! Process ${terminal.pid()} closed this session`);
  expect(shown).toMatch(/^│ Everything is saved\.$/m);
  expect(shown).toMatch(/^│ ❯ t {2}Take over and continue here {3}opens the session$/m);
  await other.answer('t');
  await other.hides('watching');
  await other.enter('and here');
  await other.shows(/^ {2}B$/m);
});

test.each([
  [['attach'], 'No sessions in this folder'],
  [['attach', 'zzz'], 'Session not found: zzz'],
])('%j without such a session says so and exits with 42, on a terminal and without one', async (argv, message) => {
  const stage = await openStage([]);
  try {
    const { code, text } = await runOnTerminal(stage, argv);
    expect(code).toBe(42);
    expect(text).toMatch(new RegExp(`^bowline: ${message}\n  .*bowline sessions list --all`, 'm'));
    expect(runHeadless(stage, argv)).toEqual([42, expect.stringContaining(`bowline: ${message}\n`) as string]);
  } finally {
    await stage.close();
  }
});

test('attaching to a session that no process has open says so, and how to resume it', async () => {
  const { stage, terminal } = await openScreen([answer.text('A')]);
  await terminal.enter('please say hello there');
  await terminal.shows(/^ {2}A$/m);
  await terminal.shows(AT_REST);
  kill(terminal);
  await terminal.ended();
  const { code, text } = await runOnTerminal(stage, ['attach']);
  expect(code).toBe(42);
  expect(text).toMatch(
    /^bowline: No process has session "say hello there" open\n {2}To continue it here: bowline --resume \S+$/m,
  );
  expect(runHeadless(stage, ['attach'])).toEqual([
    42,
    expect.stringContaining('No process has session "say hello there" open') as string,
  ]);
});

async function runOnTerminal(stage: Stage, argv: readonly string[]): Promise<{ code: number; text: string }> {
  const { code, written } = await runInPty(stage.command(...argv), { cwd: stage.workspace, env: stage.env() });
  return { code, text: stripVTControlCharacters(written).replaceAll('\r', '') };
}

function runHeadless(stage: Stage, argv: readonly string[]): readonly [number | null, string] {
  const [program = '', ...words] = stage.command(...argv);
  const env = { ...stage.env() };
  const { status, stderr } = spawnSync(program, words, { cwd: stage.workspace, env, encoding: 'utf8' });
  return [status, stderr];
}
