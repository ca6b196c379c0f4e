import type { ChildProcess } from 'node:child_process';
import { readProcessStat } from '../sandbox/linux/process-stat.ts';

/** How long to wait before a guard is started again that ended at once. */
const PAUSE_MS = 500;

/**
 * Keeps a second process that ends the commands of this one, so that a lease also ends where this process is killed or
 * stopped. Each of the two watches the other.
 */
export class LeaseGuard {
  readonly #start: (until: number) => ChildProcess;
  #guard: ChildProcess | undefined;
  #until = 0;
  #startedAt = -Infinity;

  /** `start` starts the guard of a lease that ends at a time since boot. */
  constructor(start: (until: number) => ChildProcess) {
    this.#start = start;
  }

  /** Before the first command of the lease: from then on, the guard needs nothing from this process. */
  keepUntil(until: number): void {
    this.#until = until;
    if (this.#guard === undefined) this.#replace();
    else this.#guard.stdin?.write(`${until}\n`);
  }

  /** Replaces a guard that was killed or stopped. */
  check(): void {
    if (this.#guard === undefined || performance.now() - this.#startedAt < PAUSE_MS) return;
    const stat = this.#guard.pid === undefined ? undefined : readProcessStat(this.#guard.pid);
    if (stat === undefined || stat.isStopped) this.#replace();
  }

  /** No command is left. */
  close(): void {
    this.#guard?.kill('SIGKILL');
    this.#guard = undefined;
  }

  #replace(): void {
    this.close();
    this.#startedAt = performance.now();
    const guard = this.#start(this.#until);
    // It ended, which the next check finds.
    guard.on('error', () => undefined);
    guard.stdin?.on('error', () => undefined);
    this.#guard = guard;
  }
}
