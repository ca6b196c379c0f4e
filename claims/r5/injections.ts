import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runFaultChild } from './run-fault-child.ts';

/** System calls that fail, and when. */
export interface Injection {
  readonly call: Call;
  readonly error: 'EIO' | 'ENOSPC';
  /** Only calls for these files of the session are counted; if empty, all calls of the process. */
  readonly files: readonly string[];
  /** The numbers of the first and the last call that fail. */
  readonly first: number;
  readonly last: number;
  readonly threads: 0 | 1;
}

type Call = 'fsync' | 'pwrite64' | 'pread64';

/** Node itself reads files at startup, so only reads of the session's files may fail. */
const READ = ['events.db', 'events.db-wal', 'head', 'lock-0'];

const kinds: readonly Pick<Injection, 'call' | 'error' | 'files'>[] = [
  { call: 'fsync', error: 'EIO', files: [] },
  { call: 'pwrite64', error: 'EIO', files: [] },
  { call: 'pwrite64', error: 'ENOSPC', files: [] },
  { call: 'pwrite64', error: 'ENOSPC', files: ['head'] },
  { call: 'pread64', error: 'EIO', files: READ },
];

/** The command that makes the calls fail for a session below `root`. */
export function toStrace(injection: Injection, root: string): string[] {
  const { call, error, first, last } = injection;
  return [
    ...traced(injection, root),
    ...['-o', '/dev/null', '-e', `inject=${toCalls(call)}:error=${error}:when=${first}..${last}`],
  ];
}

/** Returns why calls cannot be made to fail here, or undefined if they can. */
export function whyNoStrace(): string | undefined {
  const inject = ['-f', '-qq', '--seccomp-bpf', '-o', '/dev/null', '-e', 'inject=fsync:error=EIO:when=1..2', 'true'];
  const { status, error, stderr } = spawnSync('strace', inject, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr);
}

/** Plans the errors: in each phase of a session's life, as single calls and windows, in this thread and in another. */
export async function planInjections(folder: string, isQuick: boolean): Promise<Injection[]> {
  const singles = isQuick ? 4 : 24;
  const windows = isQuick ? 1 : 6;
  const injections: Injection[] = [];
  for (const kind of kinds) {
    const calls = await countCalls(folder, kind);
    for (const first of spread(calls, singles)) {
      const threads = injections.length % 5 === 4 ? 1 : 0;
      injections.push({ ...kind, first, last: first, threads });
    }
    for (let n = 0; n < windows; n += 1) {
      const first = Math.round((calls * (n + 0.4)) / windows);
      for (const length of [5, 26]) injections.push({ ...kind, first, last: first + length - 1, threads: 0 });
    }
  }
  return injections;
}

/** Half of the points among the first calls, which create the session, and the rest evenly up to the last call. */
function spread(calls: number, count: number): number[] {
  const early = Math.min(40, calls);
  const half = Math.ceil(count / 2);
  const first = Array.from({ length: half }, (_, n) => 1 + Math.floor((n * early) / half));
  const rest = Array.from(
    { length: count - half },
    (_, n) => calls - Math.floor((n * (calls - early)) / (count - half)),
  );
  return [...new Set([...first, ...rest])].sort((a, b) => a - b);
}

async function countCalls(folder: string, kind: Traced): Promise<number> {
  const home = mkdtempSync(join(folder, 'count-'));
  const trace = join(home, 'trace');
  const under = [...traced(kind, join(home, 'sessions')), '-o', trace];
  const cache = join(folder, 'cache');
  const { end, errors } = await runFaultChild({ file: 'r5-injected.ts', args: [join(home, 'sessions')], under, cache });
  if (end !== undefined) throw new Error(`the writer ${end} with no error injected: ${errors}`);
  const calls = readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => line.includes('(')).length;
  rmSync(home, { recursive: true });
  return calls;
}

type Traced = Pick<Injection, 'call' | 'files'>;

function traced({ call, files }: Traced, root: string): string[] {
  const only = files.flatMap((name) => ['-P', join(root, 'session', name)]);
  return ['strace', '-f', '-qq', '--seccomp-bpf', ...only, '-e', `trace=${toCalls(call)}`];
}

function toCalls(call: Call): string {
  return call === 'fsync' ? 'fsync,fdatasync' : call;
}
