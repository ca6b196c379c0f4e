import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 5000;

/** The number of a process from a file that may be written at this moment. Never 0: that would mean our own group. */
export async function readPid(file: string): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
    if (pid > 1) return pid;
    if (performance.now() > end) throw new Error(`${file} has no number of a process`);
    await sleep(10);
  }
}
