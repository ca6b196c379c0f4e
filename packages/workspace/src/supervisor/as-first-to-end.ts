import { readFileSync, writeFileSync } from 'node:fs';

const SCORE = '/proc/self/oom_score_adj';
const FIRST = 500;

/**
 * Starts a sandboxed command so that the kernel ends it before this process when memory runs out. Without this the
 * supervisor could be ended first, and every command with it.
 */
export function asFirstToEnd<Started>(isConfined: boolean, start: () => Started): Started {
  const before = isConfined ? readScore() : undefined;
  if (before === undefined || before >= FIRST) return start();
  writeFileSync(SCORE, String(FIRST));
  try {
    return start();
  } finally {
    // The child inherits the value. Restoring our own needs no privilege.
    writeFileSync(SCORE, String(before));
  }
}

function readScore(): number | undefined {
  try {
    return Number(readFileSync(SCORE, 'utf8'));
  } catch {
    // Not supported on this system.
    return undefined;
  }
}
