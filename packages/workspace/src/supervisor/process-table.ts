import { readProcessStat, startOfProcess } from '../sandbox/linux/process-stat.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { readsTerminalOnLinux, type TerminalReading } from './reads-terminal.ts';

/** A living process of a command. */
export interface LivingProcess {
  readonly pid: number;
  readonly isInGroup: boolean;
  /** The sandbox process: when it ends, all processes inside are killed. */
  readonly isSandbox?: boolean;
}

/**
 * How to find the processes of a command: by process group, and by an environment variable that survives leaving it.
 */
export interface CommandMark {
  readonly group: number | null;
  readonly marker: string;
}

/** The processes of this machine, as far as needed to end commands. */
export interface ProcessTable {
  /** Distinguishes processes with the same PID. Undefined: no such process, or unknown. */
  startOf(pid: number): string | undefined;
  /** All living processes of a command. Outside Linux, its group as a single entry under the group's number. */
  living(mark: CommandMark): readonly LivingProcess[];
  /** The same for one known process, without scanning all others. */
  isAlive(process: LivingProcess): boolean;
  /** The distinct variables with this prefix in the environments of living processes. Empty outside Linux. */
  marks(prefix: string): readonly string[];
  /** Whether a process of a command is waiting for terminal input. */
  readsTerminal(mark: CommandMark): TerminalReading;
  /** Signals a process, or a group by its negative number. Ignores processes that are already gone. */
  signal(target: number, signal: NodeJS.Signals): void;
}

/** Reads the kernel's process list from /proc where available. */
export function createProcessTable(
  kill: (pid: number, signal: NodeJS.Signals | 0) => void,
  platform: string,
): ProcessTable {
  const send = (target: number, signal: NodeJS.Signals | 0): boolean => {
    try {
      kill(target, signal);
      return true;
    } catch {
      return false;
    }
  };
  const isLinux = platform === 'linux';
  return {
    startOf: (pid) => (isLinux ? startOfProcess(pid) : undefined),
    living: (mark) => {
      if (isLinux) return livingOnLinux(mark);
      return mark.group !== null && send(-mark.group, 0) ? [{ pid: mark.group, isInGroup: true }] : [];
    },
    marks: (prefix) => (isLinux ? marksOnLinux(prefix) : []),
    isAlive: ({ pid }) => (isLinux ? readProcessStat(pid) !== undefined : send(-pid, 0)),
    readsTerminal: (mark) => (isLinux ? readsTerminalOnLinux(livingOnLinux(mark).map(({ pid }) => pid)) : 'perhaps'),
    signal: (target, signal) => {
      send(target, signal);
    },
  };
}

const SANDBOX = 'bwrap';

function livingOnLinux({ group, marker }: CommandMark): LivingProcess[] {
  const found: LivingProcess[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readProcessStat(name);
    if (stat === undefined) continue;
    const isInGroup = stat.group === group;
    if (isInGroup || isMarked(name, marker))
      found.push({ pid: Number(name), isInGroup, isSandbox: stat.name === SANDBOX });
  }
  return found;
}

function marksOnLinux(prefix: string): string[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [...new Set(names.flatMap((name) => environmentOf(name).filter((variable) => variable.startsWith(prefix))))];
}

function isMarked(pid: string, marker: string): boolean {
  return environmentOf(pid).includes(marker);
}

function environmentOf(pid: string): readonly string[] {
  return readText(`/proc/${pid}/environ`)?.split('\0') ?? [];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended meanwhile or belongs to another user: not one of ours.
    return undefined;
  }
}
