import type { AskModel } from '@bowline/models';

/** The default timeout, short because a turn can continue without the answer. */
const LONGEST_MS = 5000;
/** The number of consecutive failures after which pauses stop growing. */
const MOST = 5;

interface Failures {
  readonly count: number;
  /** How many questions are still to be skipped. */
  left: number;
}

/**
 * Asks optional questions without delaying the turn: one request with a short timeout. Each failure doubles the number
 * of questions of the same purpose that are skipped before the next request. An answer resets this.
 */
export function createAdvice(ask: AskModel): AskModel {
  const failures = new Map<string, Failures>();
  return async (question) => {
    const { purpose, signal } = question;
    const known = failures.get(purpose);
    if (known !== undefined && known.left > 0) {
      known.left -= 1;
      return undefined;
    }
    const answer = await ask({ longestMs: LONGEST_MS, ...question, tries: 1 });
    if (answer !== undefined) failures.delete(purpose);
    else if (!signal.aborted) failures.set(purpose, toFailures((known?.count ?? 0) + 1));
    return answer;
  };
}

function toFailures(count: number): Failures {
  return { count, left: 2 ** Math.min(count, MOST) - 1 };
}
