import { readProcessStat } from '../sandbox/linux/process-stat.ts';
import { readlinkSync } from 'node:fs';

const NAME = 'BOWLINE_SUPERVISOR';

/** The start of every supervisor's mark in the environment of its commands. */
export const MARK_PREFIX = `${NAME}=`;

/** Environment variables that identify the supervisor of a command. */
export function createSupervisorMark(pid: number): Readonly<Record<string, string>> {
  const place = readPlace();
  const start = readProcessStat(pid)?.startTicks;
  return place === undefined || start === undefined ? {} : { [NAME]: `${place}.${pid}.${start}` };
}

/** Whether the supervisor of a mark is certainly dead. Unknown for one in another container. */
export function isOfTheDead(mark: string): boolean {
  const [place, pid, start] = mark.slice(MARK_PREFIX.length).split('.');
  if (pid === undefined || !/^\d+$/.test(pid) || place !== readPlace()) return false;
  return readProcessStat(pid)?.startTicks !== start;
}

/** The PID namespace: the same number is a different process elsewhere. */
function readPlace(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    // Not supported on this system.
    return undefined;
  }
}
