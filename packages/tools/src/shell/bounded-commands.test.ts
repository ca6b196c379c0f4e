import { defaultLimits, detectBubblewrap, detectGroupLimits, type Confinement } from '@bowline/workspace';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandEnd, CommandStart, HostCommand } from '../tool-host.ts';
import { SupervisedCommands } from './supervised-commands.ts';
import { readAddress } from './supervisor-address.ts';

const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
const supervisorEntry = join(import.meta.dirname, 'supervisor/main.ts');
const path = process.env['PATH'] ?? '';
const patient = { timeout: 10_000, interval: 5 };
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });
const groups = detectGroupLimits({ pid: process.pid, totalBytes: totalmem() });
/** Enough for the supervisor and its threads. */
const PROCESSES = 60;
const MANY = `node -e "
  const { spawn } = require('child_process');
  const all = Array.from({ length: ${2 * PROCESSES} }, () => spawn('sleep', ['5'], { stdio: 'ignore' }));
  for (const each of all) each.on('error', () => {}).unref();
  console.log(all.every(({ pid }) => pid > 0) ? 'all' : 'some')"`;

let folder = '';
let commands: SupervisedCommands;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  for (const name of ['work', 'home']) mkdirSync(join(folder, name));
  if (!detected.ok) throw new Error(detected.problem);
  const bubblewrap = detected.found;
  commands = new SupervisedCommands({
    stateFolder: join(folder, 'state'),
    supervisorEntry,
    leaseMs: 50,
    execPath: process.execPath,
    execArgv,
    env: { PATH: path, HOME: join(folder, 'home') },
    sandbox: async () => ({
      bubblewrap,
      journal: join(folder, 'journal'),
      group: groups && { ...groups, processes: PROCESSES },
    }),
  });
});
afterEach(async () => {
  commands.close();
  await expect.poll(() => readAddress(join(folder, 'state')), patient).toBeUndefined();
  rmSync(folder, { recursive: true });
});

const confined = (profile: Confinement['profile'], limits = defaultLimits): Confinement => ({
  profile,
  folders: [join(folder, 'work')],
  home: join(folder, 'home'),
  readable: [],
  writable: [],
  hidden: [],
  unixSockets: false,
  limits,
});

let made = 0;
const start = (command: string, how: Partial<CommandStart>): Promise<HostCommand> =>
  commands.start({ key: `b${(made += 1)}`, command, cwd: join(folder, 'work'), ...how });
const run = async (command: string, how: Partial<CommandStart>): Promise<CommandEnd> =>
  (await start(command, how)).ended;

test('confined commands are held to a number of processes where the kernel gives us groups', async () => {
  const end = await run(MANY, { confinement: confined('work') });
  expect(end.head).toBe(groups === null ? 'all\n' : 'some\n');
  // The supervisor still works, and commands that are not confined are not held to it, with and without a terminal.
  for (const pty of [false, true]) expect((await run(MANY, { pty })).head.trim()).toBe('all');
  expect((await run('unused', { words: ['bash', '-c', 'echo $0 "$1"', 'a', 'b c'] })).head).toBe('a b c\n');
});

test('the group is gone with the supervisor, and swept after one that was killed', async () => {
  const names = (): string[] =>
    (groups?.places ?? []).flatMap(({ parent }) => readdirSync(parent).filter((name) => name.startsWith('bowline-')));
  const running = await start('sleep 1000', { confinement: confined('observe') });
  const [, fields = ''] = readFileSync(`/proc/${running.pid ?? 0}/stat`, 'latin1').split(') ');
  const supervisor = Number(fields.split(' ')[1]);
  const own = `bowline-${supervisor}`;
  expect(names().includes(own)).toBe(groups !== null);
  process.kill(supervisor, 'SIGKILL');
  await expect.poll(() => existsSync(`/proc/${running.pid ?? 0}`), patient).toBe(false);
  await run('true', { confinement: confined('observe') });
  const next = names().filter((name) => name !== own);
  expect(next.length > 0).toBe(groups !== null);
  commands.close();
  await expect.poll(() => names().filter((name) => [own, ...next].includes(name)), patient).toEqual([]);
});

test('one process of a command that only looks is held to an amount of memory', async () => {
  const take = `node -e "const all = []; for (let n = 0; n < 20; n++) all.push(Buffer.alloc(100e6, 1)); console.log('all')"`;
  const limits = { ...defaultLimits, memoryBytes: 1024 ** 3 };
  expect((await run(take, { confinement: confined('observe', limits) })).head).not.toContain('all\n');
  expect((await run(take, { confinement: confined('observe') })).head).toContain('all\n');
});

test('when memory runs out, a confined command is ended before its supervisor', async () => {
  const score = 'cat /proc/self/oom_score_adj';
  expect((await run(score, { confinement: confined('observe') })).head).toBe('500\n');
  expect((await run(score, { confinement: confined('observe'), pty: true })).head.trim()).toBe('500');
  expect((await run(score, {})).head).toBe(readFileSync('/proc/self/oom_score_adj', 'utf8'));
});
