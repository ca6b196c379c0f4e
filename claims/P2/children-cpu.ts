import { readFileSync } from 'node:fs';

/** A tick of /proc is a hundredth of a second wherever Linux runs today. */
const TICK_MS = 10;

/** What the children of this process that have ended have used, user and system; the difference of two is one child's. */
export function childrenCpuMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) * TICK_MS;
}
