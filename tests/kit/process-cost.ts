import { readdirSync, readFileSync } from 'node:fs';

/** What a process tree has used so far. */
export interface ProcessCost {
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** A tick in /proc is 10 ms on every current Linux system. */
const TICK_MS = 10;

/** The cost of a process and its descendants, including exited ones. */
export function costOfTree(pid: number): ProcessCost {
  const all = readAll();
  let [cpuMs, rssMb] = [0, 0];
  for (const open = [pid]; open.length > 0;) {
    const parent = open.pop();
    const found = all.find((process) => process.pid === parent);
    if (found === undefined) continue;
    cpuMs += found.cpuMs;
    rssMb += found.rssMb;
    open.push(...all.filter((process) => process.parent === parent).map((process) => process.pid));
  }
  return { cpuMs, rssMb };
}

/** The first process with all these words among its arguments whose parent does not have them too. */
export function findProcess(...words: readonly string[]): number {
  const found = readAll().filter(({ command }) => words.every((word) => command.includes(word)));
  const top = found.find(({ parent }) => found.every(({ pid }) => pid !== parent));
  if (top === undefined) throw new Error(`no process ${words.join(' ')}`);
  return top.pid;
}

interface Found extends ProcessCost {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function readAll(): readonly Found[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readOne(Number(name))];
      } catch {
        return []; // it exited meanwhile
      }
    });
}

function readOne(pid: number): Found {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may contain any character: state, parent, ..., user, system, and both for exited children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { pid, parent: Number(fields[1]), command, cpuMs: ticks * TICK_MS, rssMb: Number(kb) / 1024 };
}
