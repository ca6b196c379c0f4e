import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A started program with its arguments and environment, as passed to the kernel. */
export interface StartedProgram {
  readonly words: string;
  readonly environment: string;
}

/** The result of a watched process. */
export interface WatchedEnvironments {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Without the watched process itself. */
  readonly started: readonly StartedProgram[];
}

/** A process to be watched. */
export interface EnvironmentWatch {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder for the trace. */
  readonly scratch: string;
}

/**
 * Runs a process under strace until it exits, and records the environment of everything that it starts, directly or
 * not.
 */
export async function watchEnvironments({ argv, cwd, env, scratch }: EnvironmentWatch): Promise<WatchedEnvironments> {
  const trace = join(scratch, 'environments');
  const show = ['-f', '-qq', '-v', '-s', '100000', '--seccomp-bpf', '-e', 'trace=execve,execveat', '-o', trace, '--'];
  const child = spawn('strace', [...show, ...argv], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const [self, ...started] = readFileSync(trace, 'utf8').split('\n').flatMap(parseStart);
  rmSync(trace);
  if (self === undefined) throw new Error(`strace saw no process: ${stderr}`);
  return { code, stdout, stderr, started };
}

/**
 * Parses `1234 execve("/bin/a", ["a", "b"], ["A=b"]) = 0`. A failed call counts too, because it passed the environment.
 */
function parseStart(line: string): readonly StartedProgram[] {
  const [, words, environment] = /\bexecve(?:at)?\((.*\]), (\[.*\]|0x[0-9a-f]+.*)/.exec(line) ?? [];
  return words === undefined || environment === undefined ? [] : [{ words, environment }];
}
