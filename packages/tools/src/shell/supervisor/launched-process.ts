import type { Confinement, LimitGroup, NetworkPlace, NotConfined, Sandbox } from '@bowline/workspace';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What to run, and where. */
export interface LaunchSpec {
  /** How it is confined; null is not at all. */
  readonly confinement: Confinement | null;
  /** The network that was opened for it. */
  readonly network?: NetworkPlace | undefined;
  readonly command: string;
  /** What it is started from, without a shell. */
  readonly words?: readonly string[] | undefined;
  readonly cwd: string;
  /** All of it: nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Takes what it prints; the chunk is only lent. */
  readonly onChunk: (chunk: Buffer) => void;
}

/** How a process ended, or why it never began. */
export type ProcessEnd =
  | {
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** What it left that a person should know. */
      readonly notes?: readonly string[];
    }
  /** It is unconfined when it was to be confined and cannot be. */
  | { readonly problem: string; readonly isUnconfined?: boolean };

/** A process that was begun, by whatever means. */
export interface LaunchedProcess {
  /** Its number and that of its group; null when it was not begun after all. */
  readonly pid: number | null;
  readonly ended: Promise<ProcessEnd>;
  /** Resolves when nobody can print any more. */
  readonly drained: Promise<void>;
  /** Reads no more of what it prints. */
  readonly stopReading: () => void;
  /** Types into its terminal; undefined when it has none. */
  readonly write?: (text: string) => void;
}

/** What shells say when a command cannot be run. */
const CANNOT_RUN = 126;

/** A process that could not be begun, as one that has ended. */
export function toFailedLaunch(thrown: unknown, isUnconfined = false): LaunchedProcess {
  const problem = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    pid: null,
    ended: Promise.resolve({ problem, isUnconfined }),
    drained: Promise.resolve(),
    stopReading: () => undefined,
  };
}

/** The exit code of a command, also of one that could not be run. */
export function toExit(end: ProcessEnd): { readonly exitCode: number | null; readonly signal: string | null } {
  return 'problem' in end ? { exitCode: CANNOT_RUN, signal: null } : { exitCode: end.exitCode, signal: end.signal };
}

/** How a process is begun, and what is to be done when it was and when it has ended. */
export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  /** What it is told that it is called; its file when undefined. */
  readonly argv0?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly descriptors: readonly number[];
  readonly started: () => void;
  /** What it left that a person should know. */
  readonly ended: () => readonly string[];
}

const nothing = (): void => undefined;

/** What a start depends on besides the command. */
export interface StartPlace {
  readonly sandbox: Sandbox | undefined;
  /** Bounds all that are confined, where there is one; the others leave it. */
  readonly group: LimitGroup | undefined;
}

/** A start without a sandbox, or in it; why there is none when it is to be confined and cannot be. */
export function toStart(
  spec: Omit<LaunchSpec, 'onChunk'>,
  { sandbox, hasTerminal, group }: StartPlace & { readonly hasTerminal: boolean },
): Start | NotConfined {
  const { command, words, cwd, env, confinement, network } = spec;
  if (confinement === null) {
    const program = toUnbounded(toProgram(spec), group?.wayOut ?? [], findShell(env['PATH']));
    return { ...program, cwd, env, descriptors: [], started: nothing, ended: () => [] };
  }
  if (sandbox === undefined) return { problem: 'it is to run in the sandbox, and there is none here' };
  const shell = [findShell(env['PATH']), '-c', command];
  const confined = sandbox.confine(confinement, { words: words ?? shell, cwd, env, hasTerminal, network });
  if ('problem' in confined) return confined;
  // Before it is started: it is bounded from its first moment.
  group?.enter();
  return { ...confined, cwd: '/' };
}

/**
 * The program to start and its arguments: the words as they are, or a shell that reads the command. A program is looked
 * for in the folders of PATH as a shell would, but for those that depend on the folder one is in.
 */
function toProgram({ command, words, env }: Pick<LaunchSpec, 'command' | 'words' | 'env'>): Program {
  const { PATH } = env;
  const [name, ...args] = words ?? [];
  if (name === undefined) return { file: findShell(PATH), args: ['-c', command] };
  const found = foldersOf(PATH)
    .map((folder) => join(folder, name))
    .find(isProgram);
  // Of a name that is nowhere the system says so, and looks no further: it has a folder.
  return { file: name.includes('/') ? name : (found ?? `/nowhere/${name}`), args, argv0: name };
}

/** A shell puts itself back into the groups that the supervisor came from, and becomes the program. */
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

/** The shell that commands are for. */
export function findShell(path: string | undefined): string {
  const folders = [...foldersOf(path), '/bin', '/usr/bin'];
  return folders.map((folder) => join(folder, 'bash')).find((file) => existsSync(file)) ?? '/bin/sh';
}
