import { AgentError } from '@bowline/protocol';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findMarked } from '../../../../tests/kit/marked-processes.ts';
import { openLocalWorkspace, type LocalWorkspace } from '../open-local-workspace.ts';
import { openFencePlace } from './fence-place.ts';
import { LEASE_MARGIN_MS, type FenceParts } from './session-fence.ts';
import { readSupervisors, stateOf, type NotesPlace } from './supervisor-notes.ts';

const isLinux = process.platform === 'linux';
const patient = { timeout: 20_000, interval: 10 };
const node = {
  supervisorEntry: join(import.meta.dirname, '../supervisor/main.ts'),
  execPath: process.execPath,
  execArgv: ['--conditions=@bowline/source', '--no-warnings'],
};

let folder = '';
/** In the environment of all commands of a test. */
let mark = '';
let opened: LocalWorkspace[] = [];

beforeEach(() => {
  mark = `fence-${randomUUID()}`;
  folder = mkdtempSync(join(tmpdir(), 'bf-'));
  for (const name of ['work', 'place']) mkdirSync(join(folder, name));
});
afterEach(async () => {
  for (const workspace of opened) workspace.close();
  opened = [];
  await expect.poll(() => supervisors(), patient).toHaveLength(0);
  rmSync(folder, { recursive: true });
});

/** The notes of all supervisors that still live. */
function supervisors(): ReturnType<typeof readSupervisors> {
  return readSupervisors(notes()).filter((note) => stateOf(note) !== 'gone');
}

let epoch = 0;

/** Opens the same session in a home, as the next owner of its log. */
function open(home: string, change: Partial<FenceParts> = {}, leaseMs = 50): LocalWorkspace {
  const ownEpoch = (epoch += 1);
  const place = openFencePlace(join(folder, 'place'));
  const fence: FenceParts = {
    sessionName: async () => 'session',
    authority: 'log',
    epoch: () => ownEpoch,
    place,
    ...change,
  };
  const stateFolder = join(folder, home);
  const workspace = openLocalWorkspace({
    root: join(folder, 'work'),
    directories: [],
    stateFolder,
    leaseMs,
    fence,
    ...node,
    env: { PATH: process.env['PATH'] ?? '', FENCE_MARK: mark },
  });
  opened.push(workspace);
  return workspace;
}

function notes(): NotesPlace {
  const place = openFencePlace(join(folder, 'place'));
  const name = createHash('sha256').update('session').digest('hex').slice(0, 32);
  return { folder: join(place?.folder ?? '', name), place: place?.id ?? '' };
}

/** A command whose processes leave their group, ignore a request to end, and write all the time. */
const WRITER = `trap '' TERM HUP; writes() { while :; do echo "$1" >> written; sleep 0.01; done; }; (trap '' TERM; writes fork) & setsid bash -c "trap '' TERM; while :; do echo setsid >> written; sleep 0.01; done" & writes own`;

async function startWriter(workspace: LocalWorkspace, key = 'k'): Promise<void> {
  const cwd = join(folder, 'work');
  await workspace.commands.start({ key, command: WRITER, cwd });
  await expect.poll(() => written(), patient).toMatch(/setsid/);
}

const written = (): string => {
  const path = join(folder, 'work/written');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** The processes of commands that still live, whatever they did to be missed. */
const writers = (): unknown[] => findMarked(mark).filter(({ command }) => !command.includes('supervisor'));

const check = (workspace: LocalWorkspace): ReturnType<NonNullable<LocalWorkspace['fence']>['check']> =>
  workspace.fence?.check([]) ?? expect.fail('there is no fence');
const proved = { kind: 'clear', by: 'proof' };

test.runIf(isLinux)('commands of another home are proved dead before the new owner goes on', async () => {
  const first = open('one');
  await startWriter(first);
  const second = open('two');
  expect(writers()).not.toHaveLength(0);
  expect(await check(second)).toEqual(proved);
  expect(writers()).toHaveLength(0);
});

test.runIf(isLinux)('a stopped supervisor is ended with its commands', async () => {
  const first = open('one');
  await startWriter(first);
  const [supervisor] = supervisors();
  process.kill(supervisor?.pid ?? 0, 'SIGSTOP');
  expect(await check(open('two'))).toEqual(proved);
  expect(writers()).toHaveLength(0);
});

test.runIf(isLinux)('a killed supervisor leaves nothing that is not found', async () => {
  const first = open('one');
  await startWriter(first);
  const [supervisor] = supervisors();
  process.kill(supervisor?.pid ?? 0, 'SIGKILL');
  first.close();
  expect(await check(open('two'))).toEqual(proved);
  expect(writers()).toHaveLength(0);
});

test.runIf(isLinux)('a session that is resumed in the same home rejoins its command', async () => {
  const first = open('one');
  const cwd = join(folder, 'work');
  await first.commands.start({ key: 'k', command: 'while [ ! -e go ]; do sleep 0.01; done; echo rejoined', cwd });
  const second = open('one');
  expect(await check(second)).toEqual(proved);
  const found = await second.commands.find('k');
  await second.files.write(join(cwd, 'go'), new Uint8Array());
  expect((await found?.ended)?.head).toBe('rejoined\n');
});

test.runIf(isLinux)('an owner that was replaced starts, ends and writes nothing more', async () => {
  const first = open('one');
  await startWriter(first);
  const second = open('one');
  await check(second);
  const cwd = join(folder, 'work');
  const fenced = expect.objectContaining({ code: 'SESSION_FENCED' }) as unknown;
  await expect(first.commands.start({ key: 'late', command: 'touch late', cwd })).rejects.toEqual(fenced);
  await expect((await first.commands.find('k'))?.kill()).rejects.toEqual(fenced);
  await expect(first.files.write(join(cwd, 'late'), new Uint8Array())).rejects.toEqual(fenced);
  expect(existsSync(join(cwd, 'late'))).toBe(false);
  await (await second.commands.find('k'))?.kill();
  expect(writers()).toHaveLength(0);
});

test.runIf(isLinux)('an owner with an older epoch cannot claim the workspace', async () => {
  await check(open('one', { epoch: () => 7 }));
  await expect(check(open('two', { epoch: () => 6 }))).rejects.toMatchObject({ code: 'SESSION_FENCED' });
});

test.runIf(isLinux)('commands end when the lease of their owner is not confirmed', async () => {
  let isReachable = true;
  const confirm = async (): Promise<void> => {
    if (!isReachable) throw new Error('cut off');
  };
  const first = open('one', { lease: { ms: 1500, confirm } });
  await startWriter(first);
  isReachable = false;
  await expect.poll(() => supervisors(), patient).toHaveLength(0);
  expect(writers()).toHaveLength(0);
  await expect(first.files.write(join(folder, 'work/late'), new Uint8Array())).rejects.toMatchObject({
    code: 'SESSION_FENCED',
  });
});

/** The second process of a lease, which watches the supervisor. */
const guards = (): readonly number[] =>
  findMarked(mark).flatMap(({ pid, command }) => (command.includes('{"guards"') ? [pid] : []));

async function startLeased(): Promise<{ readonly cutOff: () => void; readonly supervisor: number }> {
  let isReachable = true;
  const confirm = async (): Promise<void> => {
    if (!isReachable) throw new Error('cut off');
  };
  await startWriter(open('one', { lease: { ms: 1500, confirm } }));
  const [supervisor] = supervisors();
  const cutOff = (): void => {
    isReachable = false;
  };
  return { cutOff, supervisor: supervisor?.pid ?? expect.fail('there is no supervisor') };
}

async function expectNoneWrites(): Promise<void> {
  await expect.poll(() => writers(), patient).toHaveLength(0);
  const before = written();
  await delay(200);
  expect(written()).toBe(before);
}

test.runIf(isLinux)('commands of a killed supervisor end at once where there is a lease', async () => {
  const { supervisor } = await startLeased();
  const [guard] = guards();
  process.kill(supervisor, 'SIGKILL');
  await expectNoneWrites();
  await expect.poll(() => guards(), patient).not.toContain(guard);
});

test.runIf(isLinux)('commands of a stopped supervisor end with the lease', async () => {
  const { supervisor, cutOff } = await startLeased();
  cutOff();
  process.kill(supervisor, 'SIGSTOP');
  const began = performance.now();
  await expect.poll(() => writers(), patient).toHaveLength(0);
  expect(performance.now() - began).toBeLessThan(1500 + LEASE_MARGIN_MS);
  expect(supervisors()).toHaveLength(0);
  await expectNoneWrites();
});

test.runIf(isLinux).each(['SIGKILL', 'SIGSTOP'] as const)('a guard that got %s is replaced', async (signal) => {
  const { supervisor, cutOff } = await startLeased();
  const [first = expect.fail('there is no guard')] = guards();
  process.kill(first, signal);
  await expect.poll(() => guards().filter((pid) => pid !== first), patient).toHaveLength(1);
  cutOff();
  process.kill(supervisor, 'SIGSTOP');
  await expectNoneWrites();
});

test.runIf(isLinux)('a background command outlives the lease while its closed session is not taken over', async () => {
  let confirmed = 0;
  let isReplaced = false;
  const confirm = async (): Promise<void> => {
    if (isReplaced) throw new AgentError('SESSION_FENCED', 'it has a new owner');
    confirmed += 1;
  };
  const first = open('one', { lease: { ms: 3000, confirm } }, 60_000);
  await startWriter(first);
  first.close();
  const before = confirmed;
  await expect.poll(() => confirmed, patient).toBeGreaterThan(before + 3);
  expect(writers()).not.toHaveLength(0);
  isReplaced = true;
  await expect.poll(() => supervisors(), patient).toHaveLength(0);
  expect(writers()).toHaveLength(0);
});

test.runIf(isLinux)('what runs elsewhere is waited for if it has a lease, and otherwise not proved', async () => {
  const elsewhere = { place: 'elsewhere', host: 'far', key: 'never started here' };
  const began = performance.now();
  const { fence } = open('one');
  expect(await fence?.check([{ ...elsewhere, leaseMs: 100 }])).toEqual({ kind: 'clear', by: 'lease' });
  expect(performance.now() - began).toBeGreaterThan(2000);
  expect(await fence?.check([{ ...elsewhere, leaseMs: null }])).toMatchObject({ kind: 'unproved', isForced: false });
  const forced = open('one', { isForced: true }).fence;
  expect(await forced?.check([{ ...elsewhere, leaseMs: null }])).toMatchObject({ kind: 'unproved', isForced: true });
});
