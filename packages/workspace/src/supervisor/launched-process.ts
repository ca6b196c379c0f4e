import type { Confinement } from '../sandbox/confinement.ts';
import type { LimitGroup } from '../sandbox/linux/limit-group.ts';
import type { NetworkPlace, NotConfined, Sandbox } from '../sandbox/sandbox.ts';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What to run, and where. */
export interface LaunchSpec {
  /** How it is sandboxed. Null: not at all. */
  readonly confinement: Confinement | null;
  /** The network that was opened for it. */
  readonly network?: NetworkPlace | undefined;
  readonly command: string;
  /** The words to start it from, without a shell. */
  readonly words?: readonly string[] | undefined;
  readonly cwd: string;
  /** The complete environment: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Receives output. The chunk is reused afterwards. */
  readonly onChunk: (chunk: Buffer) => void;
}

/** How a process ended, or why it did not start. */
export type ProcessEnd =
  | {
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** Notes about what it left, for the user. */
      readonly notes?: readonly string[];
    }
  /** Unconfined: it required a sandbox that is not available. */
  | { readonly problem: string; readonly isUnconfined?: boolean };

/** A started process. */
export interface LaunchedProcess {
  /** PID and process group. Null: it did not start. */
  readonly pid: number | null;
  readonly ended: Promise<ProcessEnd>;
  /** Resolves when no process can print any more. */
  readonly drained: Promise<void>;
  /** Stops reading its output. */
  readonly stopReading: () => void;
  /** Types into its terminal. Undefined: it has none. */
  readonly write?: (text: string) => void;
}

/** The exit code of shells for a command that cannot be run. */
const CANNOT_RUN = 126;

/** Represents a failed launch as an ended process. */
export function toFailedLaunch(thrown: unknown, isUnconfined = false): LaunchedProcess {
  const problem = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    pid: null,
    ended: Promise.resolve({ problem, isUnconfined }),
    drained: Promise.resolve(),
    stopReading: () => undefined,
  };
}

/** The exit code of a command, including one that could not be run. */
export function toExit(end: ProcessEnd): { readonly exitCode: number | null; readonly signal: string | null } {
  return 'problem' in end ? { exitCode: CANNOT_RUN, signal: null } : { exitCode: end.exitCode, signal: end.signal };
}

/** How to start a process, and what to do once it has started and ended. */
export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  /** Its argv[0]. Undefined: the file. */
  readonly argv0?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly descriptors: readonly number[];
  readonly started: () => void;
  /** Notes about what it left, for the user. */
  readonly ended: () => readonly string[];
}

const nothing = (): void => undefined;

/** What a start depends on besides the command. */
export interface StartPlace {
  readonly sandbox: Sandbox | undefined;
  /** Limits all sandboxed commands, if available. The others leave the group. */
  readonly group: LimitGroup | undefined;
}

/** How to start a command with or without a sandbox, or why the required sandbox is unavailable. */
export function toStart(
  spec: Omit<LaunchSpec, 'onChunk'>,
  { sandbox, hasTerminal, group }: StartPlace & { readonly hasTerminal: boolean },
): Start | NotConfined {
  const { command, words, cwd, env, confinement, network } = spec;
  if (confinement === null) {
    const program = toUnbounded(toProgram(spec), group?.wayOut ?? [], findShell(env['PATH']));
    return { ...program, cwd, env, descriptors: [], started: nothing, ended: () => [] };
  }
  if (sandbox === undefined) return { problem: 'it must run in the sandbox, but no sandbox is available here' };
  const shell = [findShell(env['PATH']), '-c', command];
  const confined = sandbox.confine(confinement, { words: words ?? shell, cwd, env, hasTerminal, network });
  if ('problem' in confined) return confined;
  // Before the start, so that the limits apply from the beginning.
  group?.enter();
  return { ...confined, cwd: '/' };
}

/**
 * The program and its arguments: the given words, or a shell that reads the command. Searches PATH as a shell does, but
 * skips relative directories.
 */
function toProgram({ command, words, env }: Pick<LaunchSpec, 'command' | 'words' | 'env'>): Program {
  const { PATH } = env;
  const [name, ...args] = words ?? [];
  if (name === undefined) return { file: findShell(PATH), args: ['-c', command] };
  const found = foldersOf(PATH)
    .map((folder) => join(folder, name))
    .find(isProgram);
  // For a missing program, a path with a directory makes the system report it without searching further.
  return { file: name.includes('/') ? name : (found ?? `/nowhere/${name}`), args, argv0: name };
}

/** A shell that moves itself back to the supervisor's original groups and becomes the program. */
function toUnbounded(program: Program, files: readonly string[], shell: string): Program {
  if (files.length === 0) return program;
  const become = shell.endsWith('bash') ? 'exec -a "$0" "$@"' : 'exec "$@"';
  const script = `while [ "$1" != -- ]; do { echo 0 >"$1"; } 2>/dev/null; shift; done; shift; ${become}`;
  const { file, args, argv0 = file } = program;
  return { file: shell, args: ['-c', script, argv0, ...files, '--', file, ...args] };
}

type Program = Pick<Start, 'file' | 'args' | 'argv0'>;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function foldersOf(path = ''): readonly string[] {
  return path.split(':').filter((folder) => folder.startsWith('/'));
}

/** The shell for commands. */
export function findShell(path: string | undefined): string {
  const folders = [...foldersOf(path), '/bin', '/usr/bin'];
  return folders.map((folder) => join(folder, 'bash')).find((file) => existsSync(file)) ?? '/bin/sh';
}
