import { readProcessStat } from '@bowline/workspace';
import { readlinkSync } from 'node:fs';

const NAME = 'BOWLINE_SUPERVISOR';

/** Begins the mark of every supervisor, as it stands in the environment of its commands. */
export const MARK_PREFIX = `${NAME}=`;

/** What the commands of a supervisor have in their environment, so that others know whose they are. */
export function createSupervisorMark(pid: number): Readonly<Record<string, string>> {
  const place = readPlace();
  const start = readProcessStat(pid)?.startTicks;
  return place === undefined || start === undefined ? {} : { [NAME]: `${place}.${pid}.${start}` };
}

/** Whether the supervisor of a mark is surely dead: of one in another container nothing is known. */
export function isOfTheDead(mark: string): boolean {
  const [place, pid, start] = mark.slice(MARK_PREFIX.length).split('.');
  if (pid === undefined || !/^\d+$/.test(pid) || place !== readPlace()) return false;
  return readProcessStat(pid)?.startTicks !== start;
}

/** Where numbers of processes are ours: the same number is another process elsewhere. */
function readPlace(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    // Not on this system.
    return undefined;
  }
}
