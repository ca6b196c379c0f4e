import { readdirSync, readFileSync } from 'node:fs';

/** A living process. */
export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Living processes with the mark in their command line or environment, without this process and zombies. */
export function findMarked(mark: string): MarkedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = readProc(name, 'cmdline').replaceAll('\0', ' ');
      const isMarked = command.includes(mark) || readProc(name, 'environ').includes(mark);
      return isMarked && !isZombie(name) ? [{ pid: Number(name), command }] : [];
    });
}

/** Kills the processes with that mark, which only processes started here can have. */
export function killMarked(mark: string): void {
  for (const { pid } of findMarked(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It exited by itself.
    }
  }
}

function isZombie(pid: string): boolean {
  const stat = readProc(pid, 'stat');
  return stat === '' || 'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2));
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return ''; // it exited during the read
  }
}
