import { readFileSync } from 'node:fs';

/** What the kernel says of a process. */
export interface ProcessStat {
  readonly name: string;
  readonly group: number;
  readonly startTicks: string;
}

/** A living process; undefined when there is none, or it has ended and was not waited for. */
export function readProcessStat(pid: number | string): ProcessStat | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name before the last bracket may hold spaces and brackets.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return { name: text.slice(text.indexOf('(') + 1, end), group: Number(fields[2]), startTicks: fields[19] ?? '' };
}

/** Differs between two processes that had the same number, also across a restart of the machine. */
export function startOfProcess(pid: number): string | undefined {
  const stat = readProcessStat(pid);
  // Ticks count from the boot: without its id, a process after the next boot could pass for this one.
  return stat && `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${stat.startTicks}`;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
