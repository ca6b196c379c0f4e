import { defaultLimits, type Confinement } from '../sandbox/confinement.ts';
import { detectBubblewrap } from '../sandbox/linux/detect-bubblewrap.ts';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../../../../tests/tools/is-alive.ts';
import { createCallFiles } from './call-files.ts';
import { SupervisedCommands } from './supervised-commands.ts';
import { createSocketPath, readAddress } from './supervisor-address.ts';

const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
const supervisorEntry = join(import.meta.dirname, '../supervisor/main.ts');
const isLinux = process.platform === 'linux';
const slow = { timeout: 20_000 };
const patient = { timeout: 10_000, interval: 5 };
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });
const KEY = 'hunter2-hunter2-hunter2';
const KILLS = 30;
/** By then the sandbox is running and the kernel ends it. */
const LATEST_MS = 12;

let folder = '';
let opened: { readonly commands: SupervisedCommands; readonly stateFolder: string }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-left-'));
  mkdirSync(join(folder, 'work'));
  mkdirSync(join(folder, 'home'));
});
afterEach(async () => {
  for (const { commands } of opened) commands.close();
  for (const { stateFolder } of opened) await expect.poll(() => readAddress(stateFolder), patient).toBeUndefined();
  opened = [];
  rmSync(folder, { recursive: true });
});

function open(session: string): SupervisedCommands {
  if (!detected.ok) throw new Error(detected.problem);
  const { found } = detected;
  const stateFolder = join(folder, session);
  const commands = new SupervisedCommands({
    stateFolder,
    supervisorEntry,
    leaseMs: 50,
    leftOut: [KEY, Buffer.from(KEY).toString('base64')],
    execPath: process.execPath,
    execArgv,
    env: { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home') },
    sandbox: async () => ({ bubblewrap: found, journal: join(folder, 'journal') }),
  });
  opened.push({ commands, stateFolder });
  return commands;
}

function confined(): Confinement {
  const nothing = { readable: [], writable: [], hidden: [], unixSockets: false };
  return {
    profile: 'work',
    folders: [join(folder, 'work')],
    home: join(folder, 'home'),
    limits: defaultLimits,
    ...nothing,
  };
}

/** Processes whose file of this kind contains a text. */
function findProcesses(file: 'environ' | 'cmdline', text: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/${file}`, 'latin1').includes(text) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Starts a supervisor in its own session and waits until it is ready. */
async function launch(
  session: string,
): Promise<{ readonly commands: SupervisedCommands; readonly stateFolder: string; readonly pid: number }> {
  const stateFolder = join(folder, session);
  const commands = open(session);
  commands.prepare();
  await expect.poll(() => readAddress(stateFolder), patient).toBeDefined();
  const [pid = 0] = findProcesses('cmdline', `${stateFolder}"`);
  expect(pid).toBeGreaterThan(0);
  return { commands, stateFolder, pid };
}

/** Kills the supervisor after its owner is gone, so that no call is repeated. */
function killAll({ commands, stateFolder, pid }: Awaited<ReturnType<typeof launch>>): void {
  commands.close();
  process.kill(pid, 'SIGKILL');
  opened = opened.filter((each) => each.commands !== commands);
  rmSync(join(stateFolder, 'supervisor.address'), { force: true });
}

test.runIf(isLinux)(
  'leaves no process of a sandboxed command when agent and supervisor are killed at any point of its start',
  { timeout: 240_000 },
  async () => {
    const markers: string[] = [];
    for (let n = 0; n < KILLS; n += 1) {
      const launched = await launch(`killed-${n}`);
      const { commands, stateFolder } = launched;
      const files = createCallFiles(stateFolder, 'k');
      markers.push(files.marker);
      const spec = { key: 'k', command: 'sleep 1000', cwd: join(folder, 'work') };
      commands.start({ ...spec, confinement: confined() }).catch(() => undefined);
      await expect.poll(() => existsSync(files.state), { ...patient, interval: 1 }).toBe(true);
      await delay(Math.random() * LATEST_MS);
      killAll(launched);
    }
    // The next supervisor, of any session, ends what the kernel did not.
    open('next').prepare();
    await expect.poll(() => markers.flatMap((marker) => findProcesses('environ', marker)), patient).toEqual([]);
  },
);

test.runIf(isLinux)('ends the processes of a killed supervisor, but none of a living one', slow, async () => {
  const [killed, living] = [await launch('killed'), await launch('living')];
  const cwd = join(folder, 'work');
  const lost = await killed.commands.start({ key: 'k', command: 'exec sleep 1000', cwd });
  const kept = await living.commands.start({ key: 'k', command: 'exec sleep 1000', cwd });
  killAll(killed);
  expect(isAlive(lost.pid ?? 0)).toBe(true);
  open('next').prepare();
  await expect.poll(() => isAlive(lost.pid ?? 0), patient).toBe(false);
  expect(isAlive(kept.pid ?? 0)).toBe(true);
  await kept.kill();
});

test('leaves no socket files after a supervisor exits or is killed', slow, async () => {
  const place = dirname(createSocketPath(folder));
  const filesOf = ({ stateFolder }: { readonly stateFolder: string }): string[] =>
    readdirSync(place).filter((name) => name.startsWith(basename(createSocketPath(stateFolder))));
  const [killed, leaving] = [await launch('killed'), await launch('leaving')];
  for (const each of [killed, leaving]) expect(filesOf(each)).not.toEqual([]);
  killAll(killed);
  leaving.commands.close();
  await expect.poll(() => filesOf(leaving), patient).toEqual([]);
  await launch('next');
  await expect.poll(() => filesOf(killed), patient).toEqual([]);
});

test.runIf(isLinux)('never writes a key to an output file, while the command runs or after a kill', slow, async () => {
  const launched = await launch('killed');
  const spelled = `printf 'a hunter2-'; sleep 0.1; printf 'hunter2-hunter2 b\\n'; printf ${KEY} | base64`;
  const command = `${spelled}; printf '\\377hunter2 end'; sleep 1000`;
  await launched.commands.start({ key: 'k', command, cwd: join(folder, 'work'), confinement: confined() });
  const { output } = createCallFiles(launched.stateFolder, 'k');
  const wanted = '61205b72656461637465645d20620a5b72656461637465645d0aff68756e7465723220656e64';
  await expect.poll(() => readFileSync(output, 'hex'), patient).toBe(wanted);
  killAll(launched);
  expect(readFileSync(output, 'hex')).toBe(wanted);
  await launch('next');
});
