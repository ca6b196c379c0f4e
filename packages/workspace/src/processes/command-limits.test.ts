import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../../tests/tools/is-alive.ts';
import { printed } from '../../../../tests/tools/printed.ts';
import type { WorkspaceCommand } from '../workspace.ts';
import { SupervisedCommands, type CommandLimits } from './supervised-commands.ts';
import { readAddress } from './supervisor-address.ts';

const entry = join(import.meta.dirname, '../supervisor/main.ts');
const slow = { timeout: 30_000 };
const patient = { timeout: 10_000, interval: 5 };

let folder = '';
let stateFolder = '';
let opened: SupervisedCommands[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  stateFolder = join(folder, 'state');
});
afterEach(async () => {
  for (const commands of opened) commands.close();
  opened = [];
  await expect.poll(() => readAddress(stateFolder), patient).toBeUndefined();
  rmSync(folder, { recursive: true });
});

function open(limits?: CommandLimits, supervisorEntry = entry): SupervisedCommands {
  const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
  const launch = { execPath: process.execPath, execArgv, env: { PATH: process.env['PATH'] ?? '' }, leaseMs: 50 };
  const commands = new SupervisedCommands({ stateFolder, supervisorEntry, ...launch }, limits);
  opened.push(commands);
  return commands;
}

const start = (commands: SupervisedCommands, key: string, command: string): Promise<WorkspaceCommand> =>
  commands.start({ key, command, cwd: folder });

const WAIT = 'while [ ! -e go ]; do sleep 0.01; done';
const go = (): void => {
  writeFileSync(join(folder, 'go'), '');
};

describe('a limit', slow, () => {
  test('ends a command that prints nothing for too long, but not one that prints', async () => {
    const commands = open({ inactivityTimeoutMs: 1200, timeoutMs: null });
    const [silent, chatty] = await Promise.all([
      start(commands, 'silent', 'echo begun; sleep 1000'),
      start(commands, 'chatty', 'for i in $(seq 16); do echo $i; sleep 0.1; done'),
    ]);
    expect(await silent.ended).toMatchObject({ stop: { cause: 'silence', limitMs: 1200 }, head: 'begun\n' });
    expect(await chatty.ended).toMatchObject({ exitCode: 0, stop: null });
    expect(isAlive(silent.pid ?? 0)).toBe(false);
  });

  test('ends a command after its timeout even if it prints, and replaces the silence limit', async () => {
    const commands = open({ inactivityTimeoutMs: 100, timeoutMs: 60_000 });
    const command = 'sleep 0.5; while :; do echo more; sleep 0.05; done';
    const end = await (await commands.start({ key: 'k', command, cwd: folder, timeoutMs: 800 })).ended;
    expect(end).toMatchObject({ stop: { cause: 'timeout', limitMs: 800 } });
    expect(end.head).toContain('more\n');
    expect(end.durationMs).toBeGreaterThanOrEqual(750);
  });

  test('of silence does not apply in the background', async () => {
    const commands = open({ inactivityTimeoutMs: 1000, timeoutMs: null });
    const command = await start(commands, 'k', `echo one; ${WAIT}; echo two`);
    await printed(command, 'one');
    await command.leave();
    // Its limit would be over before that of a later command.
    const later = await start(commands, 'later', 'sleep 1000');
    expect(await later.ended).toMatchObject({ stop: { cause: 'silence' } });
    expect(await commands.background()).toMatchObject([{ status: 'running' }]);
    go();
    expect(await command.ended).toMatchObject({ exitCode: 0, head: 'one\ntwo\n' });
  });
});

describe('a background command', slow, () => {
  test('reports its end, but no more output', async () => {
    const commands = open();
    const command = await start(commands, 'k', `echo one; ${WAIT}; echo two`);
    let heard = '';
    command.onOutput((text) => (heard += text));
    await expect.poll(() => heard, patient).toBe('one\n');
    await command.leave();
    go();
    expect(await command.ended).toMatchObject({ head: 'one\ntwo\n' });
    expect(heard).toBe('one\n');
  });

  test('still reports output to a listener when another one has left', async () => {
    const commands = open();
    const command = await start(commands, 'k', `echo one; ${WAIT}; echo two`);
    await printed(command, 'one');
    const again = await commands.find('k');
    const two = printed(command, 'two');
    await again?.leave();
    go();
    expect(await two).toContain('two');
  });

  test('can be read while it runs, however much it printed', async () => {
    const commands = open();
    const command = await start(commands, 'k', `seq 1 1000000; echo last; ${WAIT}`);
    await command.leave();
    await expect.poll(() => commands.recent('k'), patient).toMatch(/\n1000000\nlast\n$/);
    expect((await commands.recent('k')).length).toBe(64 * 1024);
    go();
    await command.ended;
    expect(await commands.recent('k')).toMatch(/\n1000000\nlast\n$/);
  });

  test('is ended and reported when the run will not be resumed', async () => {
    const commands = open();
    const keys = ['a', 'b', 'c'];
    const started = await Promise.all(keys.map((key) => start(commands, key, key === 'c' ? 'true' : WAIT)));
    await started[2]?.ended;
    await Promise.all(started.map((command) => command.leave()));
    const ended = await commands.endBackground();
    expect(ended.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(await started[0]?.ended).toMatchObject({ stop: { cause: 'run_ended' } });
    expect(await commands.endBackground()).toEqual([]);
  });

  test('is not started by listing when nothing was run', async () => {
    const commands = open(undefined, '/none');
    expect([await commands.background(), await commands.endBackground()]).toEqual([[], []]);
  });
});

describe('a terminal', slow, () => {
  const startTerminal = (commands: SupervisedCommands, command: string): Promise<WorkspaceCommand> =>
    commands.start({ key: 'k', command, cwd: folder, pty: true });

  test('is attached on request, accepts input, and ends with the command', async () => {
    const command = await startTerminal(open(), 'tty; read -p "name: " name; echo "hello $name"; exit 3');
    expect(command.hasTerminal).toBe(true);
    await printed(command, 'name: ');
    expect(await command.write('you\r')).toBe(true);
    const end = await command.ended;
    expect(end).toMatchObject({ exitCode: 3, signal: null });
    expect(end.head).toMatch(/^\/dev\/\S+\r\nname: you\r\nhello you\r\n$/);
    expect(await command.write('more')).toBe(false);
  });

  test('is not attached by default', async () => {
    const command = await start(open(), 'k', `tty; cat /dev/tty; ${WAIT}`);
    expect(command.hasTerminal).toBe(false);
    expect(await command.write('x')).toBe(false);
    go();
    expect((await command.ended).head).toMatch(/not a tty\n.*No such device/s);
  });

  test('reports once that its command waits for input, and again after an answer', async () => {
    const command = await startTerminal(open(), 'read -p "one: " x; read -s -p "Password: " y; echo; echo $x$y');
    let waits = 0;
    command.onWaiting(() => (waits += 1));
    await expect.poll(() => waits, patient).toBe(1);
    await command.write('a\r');
    await expect.poll(() => waits, patient).toBe(2);
    await command.write('b\r');
    expect((await command.ended).head).toContain('ab');
    expect(waits).toBe(2);
  });

  test('ends with all its processes on a kill', async () => {
    const command = await startTerminal(open(), `trap '' TERM HUP; (trap '' TERM HUP; sleep 1000) & echo $!; ${WAIT}`);
    const child = Number(await printed(command, '\n'));
    await command.kill();
    expect([isAlive(command.pid ?? 0), isAlive(child)]).toEqual([false, false]);
    expect(await command.ended).toMatchObject({ exitCode: null, signal: 'SIGKILL', stop: { cause: 'killed' } });
  });

  // node-pty gives up reading 200 ms after the end, which can lose output on a busy machine.
  test('loses no output', { retry: 3 }, async () => {
    const end = await (await startTerminal(open(), 'stty -opost; seq 1 20000')).ended;
    expect(`${end.head}${end.tail}`.trim().split('\n')).toEqual(Array.from({ length: 20_000 }, (_, at) => `${at + 1}`));
  });
});
