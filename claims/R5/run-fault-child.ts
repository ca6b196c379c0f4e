import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseFaultLines, type FaultLine } from './fault-lines.ts';

/** Far more than any of them needs, on a busy machine too. */
const HUNG_MS = 60_000;

/** A child and what is done to it. */
export interface FaultChild {
  /** One of the files in `children/`. */
  readonly file: string;
  readonly args: readonly string[];
  /** The command to run it under, if any. */
  readonly under?: readonly string[];
  /** Where Node keeps what it compiled, so that the next child starts sooner. */
  readonly cache: string;
}

/** What came of it. */
export interface FaultRun {
  readonly lines: readonly FaultLine[];
  /** How it ended, when it did not end as it should. */
  readonly end: 'crashed' | 'hung' | undefined;
  readonly errors: string;
}

/** Runs a child to its end, or until it must be taken for hung. */
export async function runFaultChild({ file, args, under = [], cache }: FaultChild): Promise<FaultRun> {
  const path = fileURLToPath(new URL(`./children/${file}`, import.meta.url));
  const node = [process.execPath, '--conditions=@bowline/source', '--no-warnings', path, ...args];
  const [command = '', ...rest] = [...under, ...node];
  // A file takes every line at once; a pipe may be full, and then a child that says so in one call fails by it.
  const output = join(mkdtempSync(join(tmpdir(), 'bowline-lines-')), 'lines');
  const fd = openSync(output, 'w');
  const child = spawn(command, rest, {
    stdio: ['ignore', fd, 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    detached: true, // a group of its own, so that what runs under another command is ended with it
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
