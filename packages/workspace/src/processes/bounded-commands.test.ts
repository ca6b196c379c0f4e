import { defaultLimits, type Confinement } from '../sandbox/confinement.ts';
import { detectBubblewrap } from '../sandbox/linux/detect-bubblewrap.ts';
import { detectCgroups } from '../sandbox/linux/limit-group.ts';
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ToldCommands } from '../../../../tests/tools/tell-commands.ts';
import type { CommandEnd, CommandStart, WorkspaceCommand } from '../workspace.ts';
import { SupervisedCommands } from './supervised-commands.ts';
import { readAddress } from './supervisor-address.ts';

const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
const supervisorEntry = join(import.meta.dirname, '../supervisor/main.ts');
const path = process.env['PATH'] ?? '';
const slow = { timeout: 60_000 };
const patient = { timeout: 10_000, interval: 5 };
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });
const groups = detectCgroups();
const holds = (bound: 'memory' | 'processes'): boolean => groups.some(({ files }) => bound in files);
/** Enough for the supervisor and its threads. */
const PROCESSES = 60;
const isRoot = process.getuid?.() === 0;
const MEMORY = 600 * 1024 ** 2;
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
      group: { processes: PROCESSES, memoryBytes: MEMORY },
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
const start = (command: string, how: Partial<CommandStart>): Promise<WorkspaceCommand> =>
  commands.start({ key: `b${(made += 1)}`, command, cwd: join(folder, 'work'), ...how });
const run = async (command: string, how: Partial<CommandStart>): Promise<CommandEnd> =>
  (await start(command, how)).ended;

test('limits the number of processes of sandboxed commands if the kernel supports groups', async () => {
  const end = await run(MANY, { confinement: confined('work') });
  expect(end.head).toBe(holds('processes') ? 'some\n' : 'all\n');
  // The supervisor still works, and the limit does not apply to commands outside the sandbox, with or without a
  // terminal.
  for (const pty of [false, true]) expect((await run(MANY, { pty })).head.trim()).toBe('all');
  expect((await run('unused', { words: ['bash', '-c', 'echo $0 "$1"', 'a', 'b c'] })).head).toBe('a b c\n');
});

test('removes the group with its supervisor, and after one that was killed', async () => {
  const names = (): string[] =>
    groups.flatMap(({ parent }) => readdirSync(parent).filter((name) => name.startsWith('bowline-')));
  const begin = async (): Promise<{ running: WorkspaceCommand; supervisor: number }> => {
    const running = await start('sleep 1000', { confinement: confined('observe') });
    const [, fields = ''] = readFileSync(`/proc/${running.pid ?? 0}/stat`, 'latin1').split(') ');
    return { running, supervisor: Number(fields.split(' ')[1]) };
  };
  const first = await begin();
  const own = `bowline-${first.supervisor}`;
  expect(names().includes(own)).toBe(groups.length > 0);
  process.kill(first.supervisor, 'SIGKILL');
  await expect.poll(() => existsSync(`/proc/${first.running.pid ?? 0}`), patient).toBe(false);
  const second = await begin();
  const next = `bowline-${second.supervisor}`;
  expect(names().includes(next)).toBe(groups.length > 0);
  await second.running.kill();
  commands.close();
  await expect.poll(() => names().filter((name) => [own, next].includes(name)), patient).toEqual([]);
});

test('limits the memory of each process of a command in observe', async () => {
  const take = `node -e "const all = []; for (let n = 0; n < 30; n++) all.push(Buffer.alloc(10e6, 1)); console.log('all')"`;
  const limits = { ...defaultLimits, memoryBytes: 200e6 };
  expect((await run(take, { confinement: confined('observe', limits) })).head).not.toContain('all\n');
  expect((await run(take, { confinement: confined('observe') })).head).toContain('all\n');
});

test('ends a sandboxed command before its supervisor when memory runs out', async () => {
  const score = 'cat /proc/self/oom_score_adj';
  expect((await run(score, { confinement: confined('observe') })).head).toBe('500\n');
  expect((await run(score, { confinement: confined('observe'), pty: true })).head.trim()).toBe('500');
  expect((await run(score, {})).head).toBe(readFileSync('/proc/self/oom_score_adj', 'utf8'));
});

const SMALL = { ...defaultLimits, temporaryBytes: 2 * 1024 ** 2, memoryBytes: 256 * 1024 ** 2, processes: 40 };
/** Not bash, which retries for seconds. */
const FORKS = `sh -c 'for n in $(seq 200); do sleep 1 & done; wait'`;
/** A last line of two gigabytes. */
const HOG = 'head -c 2G /dev/zero | tail -n 1 | wc -c; exit ${PIPESTATUS[1]}';
const ENDLESS = 'truncate -s 17G huge';
const FILL = 'head -c 9M /dev/zero >/tmp/full';
const USER = 61_235;

/** What the model is told about commands that run one after the other, as root or as an ordinary user. */
async function tell(uid: number, list: ToldCommands['commands']): Promise<readonly string[]> {
  const own = join(folder, 'own');
  mkdirSync(own);
  chownSync(own, uid, uid);
  chmodSync(folder, 0o755);
  const told: ToldCommands = {
    folder: own,
    limits: SMALL,
    group: { processes: PROCESSES, memoryBytes: MEMORY },
    commands: list,
  };
  const change = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--'];
  const script = join(import.meta.dirname, '../../../../tests/tools/tell-commands.ts');
  const words = [...change, process.execPath, ...execArgv, script, JSON.stringify(told)];
  const { stdout } = await promisify(execFile)('setpriv', words, { env: { PATH: path, LANG: 'C.UTF-8' } });
  return JSON.parse(stdout) as readonly string[];
}

test.runIf(isRoot)('names the limit that stopped a command of root', slow, async () => {
  const told = await tell(0, [
    ['work', FORKS],
    ['work', HOG],
    ['work', ENDLESS],
    ['work', FILL],
    ['work', 'echo fine'],
  ]);
  const found = (limit: 'memory' | 'processes', words: string) =>
    (holds(limit) ? expect.stringContaining(words) : expect.any(String)) as string;
  expect(told).toEqual([
    found('processes', 'Process limit: all sandboxed commands of a session together can have 60 processes.'),
    found('memory', 'together can use 600 MB. The system ended a process that used more.'),
    expect.stringContaining('File size limit: a sandboxed command can write at most 16 GB to a file.'),
    expect.stringContaining('in the sandbox /tmp, /dev/shm and the home directory hold 2 MB each.'),
    // Each command has ended, and the next one has the whole limit.
    'fine',
  ]);
});

test.runIf(isRoot)('names the limit that stopped a command of an ordinary user', slow, async () => {
  const told = await tell(USER, [
    ['work', FORKS],
    ['observe', HOG],
    ['work', ENDLESS],
    ['observe', FILL],
    ['work', 'id -u'],
    ['work', 'echo "read: Resource temporarily unavailable"; ls nowhere; exit 3'],
  ]);
  expect(told).toEqual([
    expect.stringContaining('Process limit: a sandboxed command can have 40 processes.'),
    expect.stringContaining('Memory limit: each process of a command in this sandbox can use 256 MB.'),
    expect.stringContaining('File size limit'),
    expect.stringContaining('hold 2 MB each'),
    String(USER),
    expect.not.stringContaining('limit:'),
  ]);
});
