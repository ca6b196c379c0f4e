import { readProcessStat, startOfProcess } from '@bowline/workspace';
import { readdirSync, readFileSync } from 'node:fs';
import { readsTerminalOnLinux, type TerminalReading } from './reads-terminal.ts';

/** A living process of a command. */
export interface LivingProcess {
  readonly pid: number;
  readonly isInGroup: boolean;
  /** The sandbox around a command: when it goes, all in it are killed at once. */
  readonly isSandbox?: boolean;
}

/** What to look for: a process group, and a mark in the environment that survives leaving it. */
export interface CommandMark {
  readonly group: number | null;
  readonly marker: string;
}

/** The processes of this machine, as far as ending commands needs them. */
export interface ProcessTable {
  /** Differs between two processes that had the same pid; undefined when there is none, or it cannot be told. */
  startOf(pid: number): string | undefined;
  /** All that lives of a command. Elsewhere than on Linux that is its group as one, under the group's number. */
  living(mark: CommandMark): readonly LivingProcess[];
  /** The same for one process that was found before, without looking at all others. */
  isAlive(process: LivingProcess): boolean;
  /** The variables that begin so in the environments of living processes, each once. None elsewhere than on Linux. */
  marks(prefix: string): readonly string[];
  /** Whether anything of a command waits for somebody to type. */
  readsTerminal(mark: CommandMark): TerminalReading;
  /** Signals a process, or a group by its negative number; what is already gone is no error. */
  signal(target: number, signal: NodeJS.Signals): void;
}

/** The kernel's own list, read through /proc where there is one. */
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
    // It ended while we looked, or it belongs to somebody else: either way it is not one of ours.
    return undefined;
  }
}
