import { readFileSync } from 'node:fs';

/** What the kernel reports about a process. */
export interface ProcessStat {
  readonly name: string;
  readonly group: number;
  readonly startTicks: string;
  /** Stopped by a signal or a debugger. */
  readonly isStopped: boolean;
}

/** A living process. Undefined if there is none, or if it has ended and was not reaped. */
export function readProcessStat(pid: number | string): ProcessStat | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The process name in brackets may contain spaces and brackets.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    group: Number(fields[2]),
    startTicks: fields[19] ?? '',
    isStopped: fields[0] === 'T' || fields[0] === 't',
  };
}

/** Distinguishes two processes with the same PID, even across a reboot. */
export function startOfProcess(pid: number): string | undefined {
  const stat = readProcessStat(pid);
  // Ticks count from boot: without the boot ID, a process after the next boot could have the same value.
  return stat && `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${stat.startTicks}`;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
