import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What to run, and where. */
export interface LaunchSpec {
  readonly command: string;
  readonly cwd: string;
  /** All of it: nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Takes what it prints; the chunk is only lent. */
  readonly onChunk: (chunk: Buffer) => void;
}

/** How a process ended, or why it never began. */
export type ProcessEnd =
  { readonly exitCode: number | null; readonly signal: string | null } | { readonly problem: string };

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
export function toFailedLaunch(thrown: unknown): LaunchedProcess {
  const problem = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    pid: null,
    ended: Promise.resolve({ problem }),
    drained: Promise.resolve(),
    stopReading: () => undefined,
  };
}

/** The exit code of a command, also of one that could not be run. */
export function toExit(end: ProcessEnd): Exclude<ProcessEnd, { readonly problem: string }> {
  return 'problem' in end ? { exitCode: CANNOT_RUN, signal: null } : end;
}

/** The shell that commands are for. */
export function findShell(path: string | undefined): string {
  const folders = [...(path ?? '').split(':').filter((folder) => folder.startsWith('/')), '/bin', '/usr/bin'];
  return folders.map((folder) => join(folder, 'bash')).find((file) => existsSync(file)) ?? '/bin/sh';
}
