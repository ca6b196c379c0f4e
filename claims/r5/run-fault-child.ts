import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseFaultLines, type FaultLine } from './fault-lines.ts';

/** Far more than any child needs, even on a busy machine. */
const HUNG_MS = 60_000;

/** A child and the fault it runs under. */
export interface FaultChild {
  /** One of the files in `children/`. */
  readonly file: string;
  readonly args: readonly string[];
  /** The command to run it under, if any. */
  readonly under?: readonly string[];
  /** The compile cache of Node, which speeds up the start of the next child. */
  readonly cache: string;
}

/** The result of a child. */
export interface FaultRun {
  readonly lines: readonly FaultLine[];
  /** How it ended, if not as expected. */
  readonly end: 'crashed' | 'hung' | undefined;
  readonly errors: string;
}

/** Runs a child until it exits or counts as hung. */
export async function runFaultChild({ file, args, under = [], cache }: FaultChild): Promise<FaultRun> {
  const path = fileURLToPath(new URL(`./children/${file}`, import.meta.url));
  const node = [process.execPath, '--conditions=@bowline/source', '--no-warnings', path, ...args];
  const [command = '', ...rest] = [...under, ...node];
  // A file accepts every line at once. A pipe may be full, and then a synchronous write in the child fails.
  const output = join(mkdtempSync(join(tmpdir(), 'bowline-lines-')), 'lines');
  const fd = openSync(output, 'w');
  const child = spawn(command, rest, {
    stdio: ['ignore', fd, 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    detached: true, // its own process group, so that a child under another command is killed with it
  });
  const patience = new AbortController();
  const timer = setTimeout(() => {
    patience.abort();
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, HUNG_MS);
  const [errors, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  clearTimeout(timer);
  closeSync(fd);
  const lines = parseFaultLines(readFileSync(output, 'utf8'));
  rmSync(dirname(output), { recursive: true });
  const isDone = code === 0 && lines.at(-1)?.line === 'done';
  return { lines, errors, end: isDone ? undefined : patience.signal.aborted ? 'hung' : 'crashed' };
}
