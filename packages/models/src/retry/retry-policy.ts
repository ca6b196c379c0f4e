/** How failed requests are tried again, as data. */
export interface RetryPolicy {
  /** Requests with one model before the next one is tried, or the turn fails. */
  readonly attempts: {
    /** 429 without a day's limit, 5xx. */
    readonly busy: number;
    /** The same, when there is another model to go on with. */
    readonly busyInChain: number;
    readonly unreachable: number;
    readonly timeout: number;
    /** Cut off, empty, malformed. */
    readonly invalid: number;
    /** No room for more requests. */
    readonly capacity: number;
  };
  readonly baseMs: number;
  readonly maxMs: number;
  /** What a day's quota without a known end is looked at again after. */
  readonly unknownQuotaMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: { busy: 8, busyInChain: 3, unreachable: 4, timeout: 2, invalid: 4, capacity: 3 },
  baseMs: 1000,
  maxMs: 30_000,
  unknownQuotaMs: 15 * 60_000,
};

/** What may be done when a model is unavailable. */
export interface FallbackRules {
  /** `switch` to the next model of the chain, `ask` a person, or `never`. */
  readonly fallback: 'switch' | 'ask' | 'never';
  /** Where nothing is left: wait until the quota is back, or fail. */
  readonly onQuota: 'wait' | 'fail';
}
