/** A served workspace, in a process of its own. */
export interface FarTask {
  readonly port: number;
  readonly token: string;
  readonly root: string;
  readonly state: string;
  readonly supervisor: string;
  /** In the environment of everything that runs there. */
  readonly mark: string;
}

/** A session that runs commands in that workspace. */
export interface NearTask {
  readonly url: string;
  readonly token: string;
  readonly root: string;
  /** Holds what it began and what came of it, over its restarts. */
  readonly folder: string;
  readonly commands: readonly NearCommand[];
}

/** A command whose output and exit code are known beforehand. */
export interface NearCommand {
  readonly key: string;
  readonly lines: number;
  readonly exitCode: number;
}

/** What a session reports about a command. */
export interface Report {
  readonly key: string;
  /** Null: unknown. */
  readonly exitCode: number | null;
  readonly output: string;
  /** Whether the command had come to its end when it was reported. */
  readonly isDone: boolean;
}

/** Both ends notice a silent connection soon, so that a run has many of them. */
export const TIMES = { heartbeatMs: 250, silenceMs: 2000 };

/** What a command prints. */
export function expectedOutput({ key, lines }: NearCommand): string {
  return Array.from({ length: lines }, (_, n) => `${key} ${n + 1}\n`).join('');
}

/** A command that notes its start and its end in the workspace. */
export function toScript({ key, lines, exitCode }: NearCommand): string {
  const print = `for i in $(seq 1 ${lines}); do echo "${key} $i"; sleep 0.02; done`;
  return `echo ${key} >> runs; ${print}; touch done-${key}; exit ${exitCode}`;
}
