import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SupervisedCommands } from '../../packages/workspace/src/processes/supervised-commands.ts';
import { changesOf, treeOf } from '../s1/tree-of.ts';
import type { SandboxProject } from './open-sandbox-project.ts';

/** The number of commands, and how often their supervisor is killed meanwhile. */
export interface LeftoverPlan {
  readonly commands: number;
  readonly kills: number;
}

/** The leftovers, as readable text. */
export interface SandboxLeftovers extends LeftoverPlan {
  /** Commands that succeeded. Those killed with their supervisor are not among the commands. */
  readonly ran: number;
  readonly found: readonly string[];
  /** The number of planted kinds of leftovers, and of those that were found. */
  readonly controls: number;
  readonly controlsSeen: number;
}

const AT_ONCE = 4;
const STATE = 'state';
const PATIENCE_MS = 10_000;
const repo = join(import.meta.dirname, '../..');

/** Runs commands under real supervisors, kills some of these, and finds what is left when all have ended. */
export async function findSandboxLeftovers(
  project: SandboxProject,
  { commands, kills }: LeftoverPlan,
): Promise<SandboxLeftovers> {
  const before = look(project);
  const supervised = openSupervised(project);
  const each = commands / (kills + 1);
  let ran = 0;
  for (let part = 0; part <= kills; part += 1) {
    if (part > 0) await killSupervisor(project, supervised, part);
    ran += await runPart(project, supervised, { from: part * each, count: each });
  }
  supervised.close();
  const found = await until(() => differences(project, before));
  const planted = await plant(project, before);
  return { commands, kills, ran, found, ...planted };
}

function openSupervised({ folder, journal, bubblewrap, home }: SandboxProject): SupervisedCommands {
  return new SupervisedCommands({
    ...{ stateFolder: join(folder, STATE), leaseMs: 50, sandbox: async () => ({ bubblewrap, journal }) },
    ...{ supervisorEntry: join(repo, 'packages/workspace/src/supervisor/main.ts'), execPath: process.execPath },
    execArgv: ['--conditions=@bowline/source', '--no-warnings'],
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  });
}

/** Runs commands in both profiles, which leave processes behind; returns how many succeeded. */
async function runPart(
  project: SandboxProject,
  supervised: SupervisedCommands,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<number> {
  let ran = 0;
  const waiting = Array.from({ length: count }, (_, n) => from + n).values();
  const worker = async (): Promise<void> => {
    for (const n of waiting) {
      const isWork = n % 2 === 0;
      const command = isWork
        ? `touch made-${n} && rm made-${n}; sleep 9 &`
        : 'cat src/1.ts; echo x > /tmp/x; sleep 9 &';
      const confinement = project.confinement(isWork ? 'work' : 'observe');
      const started = await supervised.start({ key: `k${n}`, command, cwd: project.workspace, confinement });
      const { exitCode } = await started.ended;
      if (exitCode === 0) ran += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ran;
}

/**
 * Kills the supervisor while commands run. Their owner finds the next supervisor itself, which ends what the killed one
 * left.
 */
async function killSupervisor(project: SandboxProject, supervised: SupervisedCommands, part: number): Promise<void> {
  const confinement = project.confinement('work');
  const running = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      supervised.start({ key: `killed-${part}-${n}`, command: 'sleep 99', cwd: project.workspace, confinement }),
    ),
  );
  process.kill(parentOf(running[0]?.pid ?? 0), 'SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

interface Seen {
  readonly mounts: readonly string[];
  readonly tree: ReadonlyMap<string, string>;
}

function look({ workspace }: SandboxProject): Seen {
  return { mounts: readMounts(), tree: treeOf(workspace) };
}

/** The modification time of folders changes with temporary files, but `treeOf` ignores it. */
function differences(project: SandboxProject, before: Seen): string[] {
  const { workspace, folder, journal } = project;
  return [
    ...readMounts()
      .filter((mount) => !before.mounts.includes(mount))
      .map((mount) => `mount ${mount}`),
    ...findProcesses(folder).map((words) => `process ${words}`),
    ...changesOf(before.tree, treeOf(workspace)).map((name) => `file ${name}`),
    ...readdirSync(journal).map((name) => `journal ${name}`),
    ...readdirSync(join(folder, STATE))
      .filter((name) => name.startsWith('passed-'))
      .map((name) => `passed ${name}`),
  ];
}

async function until(find: () => string[]): Promise<string[]> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = find();
    if (found.length === 0 || performance.now() > end) return found;
    await wait(20);
  }
}

function readMounts(): string[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ').slice(2, 5).join(' '));
}

/** Processes with the project's folder in their arguments or environment. */
function findProcesses(folder: string): string[] {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return others.flatMap((pid) => {
    const words = textOf(`/proc/${pid}/cmdline`);
    return words.includes(folder) || textOf(`/proc/${pid}/environ`).includes(folder)
      ? [words.replaceAll('\0', ' ')]
      : [];
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/**
 * Plants one leftover of each kind and checks that it is found. A mount is only planted if the current user can create
 * one.
 */
async function plant(
  project: SandboxProject,
  before: Seen,
): Promise<Pick<SandboxLeftovers, 'controls' | 'controlsSeen'>> {
  const { workspace, folder, journal } = project;
  const mountPoint = join(folder, 'mount');
  mkdirSync(mountPoint);
  const files = [join(workspace, '.mcp.json'), join(journal, '1-1.json'), join(folder, STATE, 'passed-0')];
  for (const path of files) writeFileSync(path, '');
  const child = spawn('sleep', ['99'], { env: { HOME: folder }, stdio: 'ignore' });
  await once(child, 'spawn');
  const canMount = process.getuid?.() === 0;
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', 'none', mountPoint]);
  const found = differences(project, before);
  if (canMount) execFileSync('umount', [mountPoint]);
  child.kill('SIGKILL');
  for (const path of files) rmSync(path);
  const kinds = [...(canMount ? ['mount'] : []), 'passed', 'process', 'file', 'journal'];
  return {
    controls: kinds.length,
    controlsSeen: kinds.filter((kind) => found.some((each) => each.startsWith(`${kind} `))).length,
  };
}
