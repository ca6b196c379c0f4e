import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One folder in which a run of tests, or of a claim, puts everything that is temporary. */
export interface TemporaryRoot {
  readonly path: string;
  /** Removes the folder; throws when processes of the run are still there. */
  readonly close: () => Promise<void>;
}

/** Longer than the supervisor of a test's commands outlives its owner. */
const PATIENCE_MS = 15_000;

/** Makes the folder, and has `os.tmpdir()` name it here and in every process that is started from now on. */
export function openTemporaryRoot({ patienceMs = PATIENCE_MS } = {}): TemporaryRoot {
  const before = process.env['TMPDIR'];
  // Short, because sockets are made below it.
  const path = mkdtempSync(join(tmpdir(), 'b-'));
  // PostgreSQL runs as another user, and has to reach its own folder below.
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

/** Processes whose temporary folder is the root or below it, but for those that this process has started and will end itself. */
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

/** Empty for a process that has ended meanwhile, or that is somebody else's. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
