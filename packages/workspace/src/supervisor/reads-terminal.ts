import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { arch } from 'node:os';

/** Whether a command waits for terminal input. `perhaps`: it waits for several things, or cannot be inspected. */
export type TerminalReading = 'yes' | 'perhaps' | 'no';

/** System call numbers, as in /proc. */
interface CallNumbers {
  readonly read: ReadonlySet<number>;
  /** Calls that wait for any of several files: poll, select, epoll. */
  readonly poll: ReadonlySet<number>;
}

const callNumbers: Readonly<Record<string, CallNumbers>> = {
  x64: { read: new Set([0, 19]), poll: new Set([7, 23, 232, 270, 271, 281, 441]) },
  arm64: { read: new Set([63, 65]), poll: new Set([22, 72, 73, 441]) },
};
/** A program with more threads than this is not waiting for a user. */
const MAX_THREADS = 100;
const TERMINAL = /^\/dev\/(?:pts\/\d+|tty\d*)$/;

/** Inspects in which system call each thread of these processes is, and on which file. */
export function readsTerminalOnLinux(pids: readonly number[]): TerminalReading {
  const numbers = callNumbers[arch()];
  if (numbers === undefined) return 'perhaps';
  const found = pids.flatMap((pid) => threadsOf(pid).map((thread) => readThread(pid, thread, numbers)));
  if (found.includes('yes')) return 'yes';
  return found.includes('perhaps') ? 'perhaps' : 'no';
}

function readThread(pid: number, thread: string, numbers: CallNumbers): TerminalReading {
  let call: string;
  try {
    call = readFileSync(`/proc/${pid}/task/${thread}/syscall`, 'latin1');
  } catch {
    // It ended, or belongs to another user, as with `sudo`.
    return 'perhaps';
  }
  // 'running', or the number of the call and its arguments.
  const [number = NaN, file = NaN] = call.split(' ').map(Number);
  if (numbers.read.has(number) && isTerminal(pid, file)) return 'yes';
  return numbers.poll.has(number) && isTerminal(pid, 0) ? 'perhaps' : 'no';
}

function isTerminal(pid: number, file: number): boolean {
  try {
    return TERMINAL.test(readlinkSync(`/proc/${pid}/fd/${file}`));
  } catch {
    return false;
  }
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).slice(0, MAX_THREADS);
  } catch {
    return [];
  }
}
