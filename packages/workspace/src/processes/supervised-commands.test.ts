import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../../tests/tools/is-alive.ts';
import { printed } from '../../../../tests/tools/printed.ts';
import type { CommandEnd, WorkspaceCommand } from '../workspace.ts';
import { SupervisedCommands } from './supervised-commands.ts';
import { createSocketPath, readAddress } from './supervisor-address.ts';

const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
const supervisorEntry = join(import.meta.dirname, '../supervisor/main.ts');
const path = process.env['PATH'] ?? '';
const isLinux = process.platform === 'linux';
const slow = { timeout: 20_000 };
const patient = { timeout: 10_000, interval: 5 };
/** Either signal: on a busy machine a process may miss the time for a graceful end. */
const ended: unknown = expect.stringMatching(/^SIG(TERM|KILL)$/);

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

/** The lease is short, so that nothing outlives a test for long. */
function open(change: { readonly leaseMs?: number; readonly supervisorEntry?: string } = {}): SupervisedCommands {
  const launch = { execPath: process.execPath, execArgv, env: { PATH: path } };
  const commands = new SupervisedCommands({ stateFolder, supervisorEntry, leaseMs: 50, ...launch, ...change });
  opened.push(commands);
  return commands;
}

const start = (commands: SupervisedCommands, key: string, command: string): Promise<WorkspaceCommand> =>
  commands.start({ key, command, cwd: folder });

const WAIT = 'while [ ! -e go ]; do sleep 0.01; done';
const go = (): void => {
  writeFileSync(join(folder, 'go'), '');
};
const runs = (): number => readFileSync(join(folder, 'runs'), 'utf8').length;

test(
  'starts the supervisor ahead of the first command, and stops it with its owner if none follows',
  slow,
  async () => {
    const commands = open();
    commands.prepare();
    await expect.poll(() => readAddress(stateFolder), patient).toBeDefined();
    commands.close();
    await expect.poll(() => readAddress(stateFolder), patient).toBeUndefined();
  },
);

test('does not keep a supervisor whose owner left while it started', slow, async () => {
  const commands = open();
  commands.prepare();
  commands.close();
  await expect.poll(() => readdirSync(stateFolder), patient).toContain('supervisor.errors');
  await expect.poll(() => readAddress(stateFolder), patient).toBeUndefined();
});

describe('a command', slow, () => {
  test('returns its output in order, its exit code, and a file with all of it', async () => {
    const command = await start(open(), 'k', 'echo out; echo err >&2; echo dev > /dev/stderr; echo €; exit 3');
    const end = await command.ended;
    expect(end).toMatchObject({ exitCode: 3, signal: null, head: 'out\nerr\ndev\n€\n', tail: '', omittedBytes: 0 });
    expect(readFileSync(end.outputPath, 'utf8')).toBe(end.head);
  });

  test('reports output while it runs, with split characters intact', async () => {
    const command = await start(open(), 'k', String.raw`printf 'a\xe2\x82'; ${WAIT}; printf '\xacb'`);
    let heard = '';
    command.onOutput((text) => (heard += text));
    await expect.poll(() => heard, patient).toBe('a');
    go();
    await command.ended;
    expect(heard).toBe('a€b');
  });

  test('has an empty stdin, a non-interactive environment, our two marks, and the right directory', async () => {
    const end = await (await start(open(), 'a/b c', 'cat; env | cut -d= -f1 | sort | tr "\n" " "; pwd')).ended;
    const names =
      'BOWLINE_CALL BOWLINE_SUPERVISOR DEBIAN_FRONTEND EDITOR GCM_INTERACTIVE GIT_EDITOR GIT_TERMINAL_PROMPT PATH PIP_NO_INPUT PWD SHLVL SSH_ASKPASS_REQUIRE VISUAL _';
    expect(end.head).toBe(`${names} ${folder}\n`);
  });

  test('reports why it cannot run', async () => {
    const commands = open();
    const end = await (await commands.start({ key: 'k', command: 'true', cwd: join(folder, 'none') })).ended;
    expect(end).toMatchObject({
      exitCode: 126,
      head: `bowline: cannot run the command: the directory ${join(folder, 'none')} does not exist\n`,
    });
  });

  test('reports the signal that ended it', async () => {
    expect(await (await start(open(), 'k', 'kill -9 $$')).ended).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  test('leaves files that only their owner can read', async () => {
    await (
      await start(open(), 'k', 'echo')
    ).ended;
    expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
    const modes = readdirSync(stateFolder).map((name) => statSync(join(stateFolder, name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });
});

describe('a key', slow, () => {
  test('runs once, however many callers request it at once', async () => {
    const [one, two] = [open(), open()];
    const asked = [one, two, one, two].map((commands) => start(commands, 'k', `printf x >> runs; ${WAIT}; echo end`));
    const started = await Promise.all(asked);
    go();
    const ends = await Promise.all(started.map((command) => command.ended));
    expect(ends.map(({ head }) => head)).toEqual(['end\n', 'end\n', 'end\n', 'end\n']);
    expect(new Set(started.map(({ pid }) => pid)).size).toBe(1);
    expect(runs()).toBe(1);
  });

  test('does not run again after it ended, in this process or the next', async () => {
    const commands = open();
    const first = await (await start(commands, 'k', 'printf x >> runs; exit 7')).ended;
    expect(await (await start(commands, 'k', 'printf x >> runs')).ended).toEqual(first);
    expect(await (await start(open(), 'k', 'printf x >> runs')).ended).toEqual(first);
    expect(runs()).toBe(1);
  });

  test('is found while it runs, even by a process with a different temporary directory', async () => {
    const command = await start(open(), 'k', WAIT);
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder;
    const found = await open().find('k');
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    expect(found?.pid).toBe(command.pid);
    go();
  });

  test('is not found if it was never started', async () => {
    expect(await open({ supervisorEntry: '/none' }).find('k')).toBeUndefined();
  });

  test('is distinct even if it differs only in characters that file names cannot have', async () => {
    const commands = open();
    const ends = await Promise.all(
      ['a/b', 'a_b'].map(async (key) => (await start(commands, key, `echo ${key}`)).ended),
    );
    expect(ends.map(({ head }) => head)).toEqual(['a/b\n', 'a_b\n']);
  });
});

describe('the end of a command', slow, () => {
  test('takes at most 200 ms after a kill, whatever the command ignores', async () => {
    const commands = open();
    const times: number[] = [];
    for (let key = 1; key <= 8 && !times.some((time) => time < 200); key += 1) {
      const command = await start(commands, `${key}`, `trap '' TERM; (trap '' TERM; sleep 1000) & echo $!; ${WAIT}`);
      const child = Number(await printed(command, '\n'));
      const began = performance.now();
      await command.kill();
      times.push(performance.now() - began);
      expect([isAlive(command.pid ?? 0), isAlive(child)]).toEqual([false, false]);
      expect(await command.ended).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    }
    // Another test may occupy the machine for a moment, but not eight times.
    expect(Math.min(...times)).toBeLessThan(200);
  });

  test('is graceful if the command can end by itself', async () => {
    const commands = open();
    const killed = async (key: string): Promise<CommandEnd> => {
      const command = await start(commands, key, `trap 'echo bye; exit 5' TERM; echo ready; ${WAIT}`);
      await printed(command, 'ready');
      await command.kill();
      return await command.ended;
    };
    // Another test may occupy the machine for a moment and leave no time for a graceful end, but not eight times.
    let end = await killed('0');
    for (let tries = 1; tries < 8 && end.exitCode !== 5; tries += 1) end = await killed(String(tries));
    expect(end).toMatchObject({ exitCode: 5, head: expect.stringContaining('bye\n') as string });
  });

  test('also ends its background jobs', async () => {
    const end = await (await start(open(), 'k', 'sleep 1000 & echo $!')).ended;
    expect(end).toMatchObject({ exitCode: 0, stop: null, leftovers: 1 });
    expect(isAlive(Number(end.head))).toBe(false);
  });

  test.skipIf(!isLinux)('also ends its daemons', async () => {
    const command =
      'setsid sh -c "echo \\$\\$ > pid; exec sleep 1000" & until [ -s pid ]; do sleep 0.01; done; cat pid';
    const end = await (await start(open(), 'k', command)).ended;
    const daemon = Number(end.head);
    expect(daemon).toBeGreaterThan(1);
    expect(isAlive(daemon)).toBe(false);
  });
});

describe('when the owner dies', slow, () => {
  /** Runs a command in another process, which is killed as soon as the command prints. */
  async function startAndDie(command: string, leaseMs: number, then = ''): Promise<void> {
    const script = join(folder, 'owner.mjs');
    const launch = { stateFolder, supervisorEntry, leaseMs, execPath: process.execPath, execArgv, env: { PATH: path } };
    writeFileSync(
      script,
      `import { SupervisedCommands } from ${JSON.stringify(join(import.meta.dirname, 'supervised-commands.ts'))};
      const commands = new SupervisedCommands(${JSON.stringify(launch)});
      const command = await commands.start(${JSON.stringify({ key: 'k', command, cwd: folder })});
      ${then}
      process.kill(process.pid, 'SIGKILL');`,
    );
    const owner = spawn(process.execPath, [...execArgv, script], { stdio: 'inherit' });
    await new Promise((resolve) => owner.on('exit', resolve));
    expect(owner.signalCode).toBe('SIGKILL');
  }

  test('its command continues and can be found', async () => {
    await startAndDie(`printf x >> runs; echo early; ${WAIT}; echo late; exit 4`, 60_000);
    const commands = open();
    const found = await commands.find('k');
    expect(isAlive(found?.pid ?? 0)).toBe(true);
    const joined = await start(commands, 'k', 'printf x >> runs');
    go();
    expect(await joined.ended).toMatchObject({ exitCode: 4, head: 'early\nlate\n' });
    expect(await found?.ended).toEqual(await joined.ended);
    expect(runs()).toBe(1);
  });

  test('a command that ended meanwhile is reported as ended, without a supervisor', async () => {
    await startAndDie(`${WAIT}; echo done; exit 6`, 60_000);
    go();
    await expect.poll(() => readAddress(stateFolder), patient).toBeUndefined();
    const found = await open({ supervisorEntry: '/none' }).find('k');
    expect(await found?.ended).toMatchObject({ exitCode: 6, head: 'done\n' });
  });

  test('its command is ended after the lease', async () => {
    await startAndDie(`echo $$ $PPID > pids; ${WAIT}`, 200);
    const pids = (): number[] => readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);
    await expect.poll(() => pids().map(isAlive), patient).toEqual([false, false]);
    const found = await open({ supervisorEntry: '/none' }).find('k');
    expect(await found?.ended).toMatchObject({ exitCode: null, signal: ended, stop: { cause: 'lease' } });
  });

  test('the next process lists, reads and ends its background commands', async () => {
    await startAndDie(`echo early; ${WAIT}`, 60_000, 'await command.leave();');
    const commands = open();
    const [listed] = await commands.background();
    expect(listed).toMatchObject({ key: 'k', status: 'running', end: null, hasTerminal: false, cwd: folder });
    await expect.poll(() => commands.recent('k'), patient).toBe('early\n');
    await (await commands.find('k'))?.kill();
    expect(await commands.background()).toMatchObject([
      { key: 'k', status: 'ended', pid: listed?.pid, end: { signal: ended, stop: { cause: 'killed' } } },
    ]);
    expect(isAlive(listed?.pid ?? 0)).toBe(false);
  });
});

describe.skipIf(!isLinux)('when the supervisor dies', slow, () => {
  test('its commands are ended, their end is unknown, and nothing runs again', async () => {
    const commands = open();
    const command = await start(commands, 'k', `printf x >> runs; echo $PPID; ${WAIT}`);
    process.kill(Number(await printed(command, '\n')), 'SIGKILL');
    expect(await command.ended).toMatchObject({ exitCode: null, signal: null });
    expect(isAlive(command.pid ?? 0)).toBe(false);
    expect(await commands.find('k')).toBeUndefined();
    expect(await (await start(commands, 'k', 'printf x >> runs')).ended).toMatchObject({
      exitCode: null,
      signal: null,
    });
    expect(runs()).toBe(1);
    expect(await (await start(commands, 'other', 'echo works')).ended).toMatchObject({ head: 'works\n' });
  });
});

describe('the supervisor', slow, () => {
  test('exits at once when its owner does and nothing runs', async () => {
    const commands = open({ leaseMs: 60_000 });
    const supervisor = Number((await (await start(commands, 'k', 'echo $PPID')).ended).head);
    expect(isAlive(supervisor)).toBe(true);
    commands.close();
    await expect.poll(() => isAlive(supervisor), patient).toBe(false);
  });

  test('answers invalid input with an error and continues', async () => {
    const commands = open();
    const command = await start(commands, 'k', `${WAIT}; echo fine`);
    const socket = createConnection(readAddress(stateFolder) ?? '');
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.write(
      'nonsense\n{}\n[1]\n{"type":"start","id":1}\n{"type":"kill","id":2,"key":"none","cause":"killed"}\n\0\xff\n',
    );
    await expect.poll(() => heard.split('\n').length, patient).toBeGreaterThan(6);
    expect(heard.match(/"refused"/g)).toHaveLength(5);
    expect(heard).toContain('{"type":"answer","id":2,"status":"unknown","pid":null}');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.write('x'.repeat(9_000_000));
    await closed;
    go();
    expect(await command.ended).toMatchObject({ head: 'fine\n' });
  });

  test.skipIf(!isLinux)('keeps a few of 200 megabytes, in memory and on disk', async () => {
    const commands = open();
    const supervisor = Number((await (await start(commands, 'who', 'echo $PPID')).ended).head);
    const peak = (): number =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${supervisor}/status`, 'utf8'))?.[1]) / 1024;
    const before = peak();
    const command = await start(commands, 'k', 'echo first; head -c 200000000 /dev/zero | tr "\\0" x; echo; echo last');
    let live = 0;
    command.onOutput((text) => (live += text.length));
    const end = await command.ended;
    expect(peak() - before).toBeLessThan(40);
    expect(statSync(end.outputPath).size).toBeLessThan(6_000_000);
    expect(live).toBeLessThan(50_000_000);
    expect([end.head.slice(0, 8), end.tail.slice(-6)]).toEqual(['first\nxx', '\nlast\n']);
    expect(end.omittedBytes + end.head.length + end.tail.length).toBe(200_000_012);
  });

  test('reports why it cannot be launched', async () => {
    const commands = open({ supervisorEntry: join(folder, 'none.ts') });
    await expect(start(commands, 'k', 'true')).rejects.toMatchObject({
      code: 'INTERNAL',
      hint: expect.stringContaining('none.ts') as string,
    });
  });

  test('does not listen where others have access or no socket can be', () => {
    const uid = process.getuid?.() ?? 0;
    expect(createSocketPath('/state', folder)).toMatch(new RegExp(`^${folder}/bowline-${uid}/[0-9a-f]{16}$`));
    chmodSync(join(folder, `bowline-${uid}`), 0o755);
    expect(() => createSocketPath('/state', folder)).toThrow('Other users can enter');
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', `bowline-${uid}`), '');
    expect(() => createSocketPath('/state', join(folder, 'other'))).toThrow();
    const long = join(folder, 'x'.repeat(100));
    mkdirSync(long);
    expect(() => createSocketPath('/state', long)).toThrow('too long a path for a socket');
  });
});

describe('a command that was judged by its words', slow, () => {
  const traced = join(tmpdir(), `bowline-trace-${process.pid}`);
  /** Traces every program that the supervisor and its children start. */
  function openTraced(): SupervisedCommands {
    const strace = ['-f', '-qq', '-s', '1000', '-e', 'trace=execve', '-o', traced, process.execPath, ...execArgv];
    const launch = { execPath: 'strace', execArgv: strace, env: { PATH: path } };
    const commands = new SupervisedCommands({ stateFolder, supervisorEntry, leaseMs: 50, ...launch });
    opened.push(commands);
    return commands;
  }
  const executed = (): readonly string[] =>
    readFileSync(traced, 'utf8')
      .split('\n')
      .flatMap((line) => /execve\((.*?), 0x[^)]*\) = 0/.exec(line)?.[1] ?? [])
      .filter((call) => !call.includes('supervisor/main.ts') && !call.includes('/mkfifo'));
  afterEach(() => {
    rmSync(traced, { force: true });
  });

  test.runIf(isLinux)('starts from those words, without a shell', async () => {
    writeFileSync(join(folder, 'a b'), 'text\n');
    const words = ['cat', 'a b'];
    const command = await openTraced().start({ key: 'k', command: 'touch evil; cat', words, cwd: folder });
    expect(await command.ended).toMatchObject({ exitCode: 0, head: 'text\n' });
    expect(executed()).toEqual([expect.stringMatching(/^"\/[^"]*\/cat", \["cat", "a b"\]$/)]);
    expect(readdirSync(folder)).not.toContain('evil');
  });

  test('is looked up in absolute PATH directories only, and does not run if not found', async () => {
    writeFileSync(join(folder, 'cat'), '#!/bin/sh\necho evil\n', { mode: 0o755 });
    writeFileSync(join(folder, 'only'), '#!/bin/sh\necho evil\n', { mode: 0o755 });
    const launch = { execPath: process.execPath, execArgv, env: { PATH: `.::${path}` } };
    const commands = new SupervisedCommands({ stateFolder, supervisorEntry, leaseMs: 50, ...launch });
    opened.push(commands);
    const found = await commands.start({ key: 'k', command: '', words: ['cat', '/dev/null'], cwd: folder });
    expect(await found.ended).toMatchObject({ exitCode: 0, head: '' });
    const lost = await commands.start({ key: 'l', command: '', words: ['only'], cwd: folder });
    expect((await lost.ended).exitCode).not.toBe(0);
    expect((await lost.ended).head).not.toContain('evil');
  });
});
