/** How failed requests are retried, as data. */
export interface RetryPolicy {
  /** Requests with one model before the next one is tried, or the turn fails. */
  readonly attempts: {
    /** 429 without a daily limit, 5xx. */
    readonly busy: number;
    /** The same, if there is another model to continue with. */
    readonly busyInChain: number;
    readonly unreachable: number;
    readonly timeout: number;
    /** Cut off, empty or malformed. */
    readonly invalid: number;
    /** No capacity for more requests. */
    readonly capacity: number;
  };
  readonly baseMs: number;
  readonly maxMs: number;
  /** How long to wait for a quota without a known end. */
  readonly unknownQuotaMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: { busy: 8, busyInChain: 3, unreachable: 4, timeout: 2, invalid: 4, capacity: 3 },
  baseMs: 1000,
  maxMs: 30_000,
  unknownQuotaMs: 15 * 60_000,
};

/** What to do if a model is unavailable. */
export interface FallbackRules {
  /** `switch` to the next model of the chain, `ask` the user, or `never`. */
  readonly fallback: 'switch' | 'ask' | 'never';
  /** If no model is left: wait for the quota, or fail. */
  readonly onQuota: 'wait' | 'fail';
}
