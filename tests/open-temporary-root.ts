import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One folder for all temporary files of a test run or a claim. */
export interface TemporaryRoot {
  readonly path: string;
  /** Removes the folder; throws if processes of the run are still running. */
  readonly close: () => Promise<void>;
}

/** Longer than the supervisor of test commands outlives its owner. */
const PATIENCE_MS = 15_000;

/** Creates the folder, and makes it `os.tmpdir()` here and in every process that is started from now on. */
export function openTemporaryRoot({ patienceMs = PATIENCE_MS } = {}): TemporaryRoot {
  const before = process.env['TMPDIR'];
  // Short, because sockets are created in it.
  const path = mkdtempSync(join(tmpdir(), 'b-'));
  // PostgreSQL runs as another user, and must reach its own folder in it.
  chmodSync(path, 0o711);
  process.env['TMPDIR'] = path;
  return {
    path,
    close: async () => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      const left = await waitForProcesses(path, patienceMs);
      for (const { pid } of left) process.kill(pid, 'SIGKILL');
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      if (left.length > 0)
        throw new Error(`processes were left running:\n${left.map((each) => each.command).join('\n')}`);
    },
  };
}

interface Left {
  readonly pid: number;
  readonly command: string;
}

async function waitForProcesses(root: string, patienceMs: number): Promise<readonly Left[]> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const left = findProcesses(root);
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(100);
  }
}

/**
 * Processes whose temporary folder is the root or below it, except those that this process started and will end itself.
 */
function findProcesses(root: string): readonly Left[] {
  return listPids().flatMap((pid) => {
    const variables = readProc(pid, 'environ').split('\0');
    if (!variables.some((each) => each === `TMPDIR=${root}` || each.startsWith(`TMPDIR=${root}/`))) return [];
    return isOwn(pid) ? [] : [{ pid, command: `${pid} ${readProc(pid, 'cmdline').replaceAll('\0', ' ')}` }];
  });
}

function listPids(): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function isOwn(pid: number): boolean {
  for (let at = pid; at > 1;) {
    if (at === process.pid) return true;
    at = Number(/^PPid:\s*(\d+)/m.exec(readProc(at, 'status'))?.[1] ?? 0);
  }
  return false;
}

/** Empty for a process that has ended in the meantime or belongs to another user. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
