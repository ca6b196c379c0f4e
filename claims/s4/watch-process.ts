import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** A process to watch, and where it runs. */
export interface WatchedProcess {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder for the trace. */
  readonly scratch: string;
}

/** The system calls of a process and everything it started. */
export interface Watched {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Programs, whether or not they exist, without the process itself. */
  readonly executed: readonly string[];
  /** Files and folders, whether or not they exist. */
  readonly opened: readonly string[];
  /** The same for paths that were only looked up. */
  readonly looked: readonly string[];
  /** Addresses in the notation of the trace. */
  readonly connected: readonly string[];
}

const calls = {
  executed: ['execve', 'execveat'],
  opened: ['open', 'openat', 'openat2', 'creat'],
  looked: ['stat', 'lstat', 'statx', 'newfstatat', 'access', 'faccessat', 'faccessat2', 'readlink', 'readlinkat'],
  connected: ['connect', 'sendto', 'sendmsg', 'sendmmsg'],
} as const;
type Kind = keyof typeof calls;

/** Ways to open files that no trace shows; Node works without them. */
const blocked = ['io_uring_setup', 'open_by_handle_at'];
const inject = ['-e', `inject=${blocked.join()}:error=ENOSYS`];

/** Returns why nothing can be watched here, or undefined if it can. */
export function whyNoWatch(): string | undefined {
  const argv = ['-f', '-qq', '-y', '--seccomp-bpf', ...inject, '-o', '/dev/null', 'true'];
  const { status, error, stderr } = spawnSync('strace', argv, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr);
}

/** Runs a process under strace until it exits. */
export async function watchProcess({ argv, cwd, env, scratch }: WatchedProcess): Promise<Watched> {
  const trace = join(scratch, 'trace');
  const names = Object.values(calls)
    .flat()
    .map((name) => `?${name}`); // not every machine has all of them
  const show = ['-f', '-qq', '-y', '-s', '4096', '--seccomp-bpf', '-e', `trace=${[...names, ...blocked].join()}`];
  const strace = [...show, ...inject, '-o', trace, '--'];
  const child = spawn('strace', [...strace, ...argv], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const seen = parseTrace(readFileSync(trace, 'utf8'), cwd);
  rmSync(trace);
  const of = (kind: Kind): readonly string[] => seen.flatMap((call) => (call.kind === kind ? [call.what] : []));
  const [self, ...executed] = of('executed');
  if (self === undefined) throw new Error(`strace saw no process: ${stderr}`);
  const watched = { executed, opened: of('opened'), looked: of('looked'), connected: of('connected') };
  return { code, stdout, stderr, ...watched };
}

const CALL = /^\d+ +(\w+)\((.*)$/;
/** The path of a call and its base: `5</folder>, "file"`, `AT_FDCWD</folder>, "file"` or `"file"`. */
const PATH = /^(?:(?:\d+|AT_FDCWD)(?:<([^>]*)>)?, )?"((?:[^"\\]|\\.)*)"/;

/** The result of a call: `= 5</folder>`. */
const GAVE = /= (\d+)<([^>]*)>$/;
/** A path through an open folder. */
const THROUGH = /^\/proc\/self\/fd\/(\d+)\//;

interface SeenCall {
  readonly kind: Kind;
  readonly what: string;
}

/** The calls in a trace, with paths through open folders resolved. */
function parseTrace(trace: string, cwd: string): readonly SeenCall[] {
  const open = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const found = parseCall(line, cwd).map(({ kind, what }) => ({
      kind,
      what: what.replace(THROUGH, (path, handle: string) => (open.has(handle) ? `${open.get(handle) ?? ''}/` : path)),
    }));
    const [, handle, path] = GAVE.exec(line) ?? [];
    if (handle !== undefined && path !== undefined) open.set(handle, path);
    return found;
  });
}

/**
 * Parses a line at which a call begins. The end of an interrupted call is skipped, because its beginning was seen
 * before.
 */
function parseCall(line: string, cwd: string): readonly SeenCall[] {
  const [, name = '', rest = ''] = CALL.exec(line) ?? [];
  const kind = (Object.keys(calls) as Kind[]).find((known) => (calls[known] as readonly string[]).includes(name));
  if (kind === undefined) return [];
  if (kind === 'connected') {
    const [address] = /\{sa_family=.*?\}/.exec(rest) ?? [];
    // A netlink socket leads only to the kernel: it is used to bring up the loopback device of a network namespace.
    return address === undefined || address.includes('AF_NETLINK') ? [] : [{ kind, what: address }];
  }
  return parsePath(rest, cwd).map((what) => ({
    kind: kind === 'opened' && isOnlyPassed(rest) ? 'looked' : kind,
    what,
  }));
}

function parsePath(rest: string, cwd: string): readonly string[] {
  const [, base = cwd, path = ''] = PATH.exec(rest) ?? [];
  return path === '' ? [] : [resolve(base, path)];
}

/** Opened only as part of a path or to list names, which cannot read any file. */
function isOnlyPassed(rest: string): boolean {
  return rest.includes('O_PATH') || rest.includes('O_DIRECTORY');
}
