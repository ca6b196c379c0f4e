import type { TokenUsage } from '@bowline/protocol';
import { costOf } from './cost-of.ts';
import type { Price } from './price.ts';

/** The ceilings of a session; an absent one does not apply. */
export interface SpendLimits {
  readonly maxTokens?: number | undefined;
  /** In US dollars. */
  readonly maxCost?: number | undefined;
}

/** The state before the next request. */
export interface AllowanceQuery {
  /** The sum so far, with its `cost`. Without one it is priced as a single request, which is never too low. */
  readonly spent: TokenUsage;
  readonly limits: SpendLimits;
  /** The length of the next prompt. */
  readonly promptTokens: number;
  readonly price: Price | undefined;
}

/**
 * What may still be generated. `value` is the amount spent: less than `max` if the next prompt alone would exceed it.
 */
export type OutputAllowance =
  | { readonly kind: 'free' }
  | { readonly kind: 'capped'; readonly maxOutputTokens: number }
  | {
      readonly kind: 'stop';
      readonly limit: 'max_tokens' | 'max_cost';
      readonly value: number;
      readonly max: number;
    }
  | { readonly kind: 'unpriced' };

/** Fewer tokens than this are no useful answer, only a cost. */
const LEAST_OF_USE = 16;

/** Returns how much the next request may generate, including thoughts, without exceeding a ceiling. */
export function outputAllowance({ spent, limits, promptTokens, price }: AllowanceQuery): OutputAllowance {
  const { maxTokens, maxCost } = limits;
  let allowed = Infinity;
  if (maxTokens !== undefined) {
    const value = spent.inputTokens + spent.outputTokens + (spent.thoughtTokens ?? 0);
    allowed = Math.floor(maxTokens - value - promptTokens);
    if (allowed < LEAST_OF_USE) return { kind: 'stop', limit: 'max_tokens', value, max: maxTokens };
  }
  if (maxCost !== undefined) {
    if (price === undefined) return { kind: 'unpriced' };
    const value = spent.cost ?? costOf(spent, price);
    const fits = (outputTokens: number): boolean => value + dearest(promptTokens, outputTokens, price) <= maxCost;
    if (!fits(LEAST_OF_USE)) return { kind: 'stop', limit: 'max_cost', value, max: maxCost };
    allowed = Math.min(allowed, mostThatFits(fits));
  }
  return allowed === Infinity ? { kind: 'free' } : { kind: 'capped', maxOutputTokens: allowed };
}

/**
 * The highest possible cost of a request: nothing of its prompt is cached yet, and all of it may be written to a cache.
 */
function dearest(promptTokens: number, outputTokens: number, price: Price): number {
  const usage = { inputTokens: promptTokens, outputTokens };
  return Math.max(costOf(usage, price), costOf({ ...usage, cacheWriteTokens: promptTokens }, price));
}

/** Searches instead of dividing: a quotient that is rounded up would exceed the ceiling by a token. */
function mostThatFits(fits: (tokens: number) => boolean): number {
  if (fits(Number.MAX_SAFE_INTEGER)) return Infinity;
  let most = LEAST_OF_USE;
  let tooMany = Number.MAX_SAFE_INTEGER;
  while (tooMany - most > 1) {
    const middle = most + Math.floor((tooMany - most) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}
