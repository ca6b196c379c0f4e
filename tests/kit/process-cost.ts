import { readdirSync, readFileSync } from 'node:fs';

/** What a tree of processes has used so far. */
export interface ProcessCost {
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** A tick of /proc is a hundredth of a second wherever Linux runs today. */
const TICK_MS = 10;

/** A process and all that it has started, those that have ended included. */
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

/** The first process that has all these words among its arguments, and no parent that has them too. */
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
        return []; // it ended meanwhile
      }
    });
}

function readOne(pid: number): Found {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may hold anything: state, parent, ..., user, system, and both of children that ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { pid, parent: Number(fields[1]), command, cpuMs: ticks * TICK_MS, rssMb: Number(kb) / 1024 };
}
