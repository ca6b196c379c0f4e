import { setTimeout as sleep } from 'node:timers/promises';
import { isCut } from './postgres-error.ts';

const PAUSE_MS = { first: 25, longest: 1000 };

/**
 * Retries while the database is unreachable, for up to `patienceMs`. The work may already have taken effect, so it must
 * be safe to repeat.
 */
export async function retryWhileDisconnected<T>(patienceMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.longest)) {
    try {
      return await work();
    } catch (thrown) {
      if (!isCut(thrown) || performance.now() + pause > until) throw thrown;
      await sleep(pause);
    }
  }
}
