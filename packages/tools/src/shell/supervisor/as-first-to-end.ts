import { readFileSync, writeFileSync } from 'node:fs';

const SCORE = '/proc/self/oom_score_adj';
const FIRST = 500;

/**
 * Starts a confined command so that the kernel, when memory runs out, ends it before this process: they may share a
 * bound, and with the supervisor every other command would end.
 */
export function asFirstToEnd<Started>(isConfined: boolean, start: () => Started): Started {
  const before = isConfined ? readScore() : undefined;
  if (before === undefined || before >= FIRST) return start();
  writeFileSync(SCORE, String(FIRST));
  try {
    return start();
  } finally {
    // Inherited by what was started; to come back to where one was needs no right.
    writeFileSync(SCORE, String(before));
  }
}

function readScore(): number | undefined {
  try {
    return Number(readFileSync(SCORE, 'utf8'));
  } catch {
    // Not on this system.
    return undefined;
  }
}
