import type { AskModel } from '@bowline/models';

/** An answer that a turn can do without is not worth more time than this, unless the question says so. */
const LONGEST_MS = 5000;
/** After how many failures in a row the pauses grow no longer. */
const MOST = 5;

interface Failures {
  readonly count: number;
  /** How many questions are still left out. */
  left: number;
}

/**
 * Asks what a turn can do without, so that nothing on the side holds it up: one request, for a short time, and after each
 * failure twice as many questions of the same purpose are left out before the next is asked. An answer ends that.
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
