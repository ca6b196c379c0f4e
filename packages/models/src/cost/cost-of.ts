import type { TokenUsage } from '@bowline/protocol';
import type { Price, Rates } from './price.ts';

/** The tokens that are billed. Cache reads and cache writes are parts of the input. */
export interface BilledUsage extends TokenUsage {
  readonly cacheWriteTokens?: number | undefined;
}

/**
 * Returns the cost of one request in US dollars. For a sum of requests it is too high if long prompts have their own
 * price.
 */
export function costOf(usage: BilledUsage, price: Price): number {
  const { input, cachedInput = input, cacheWrite = input, output } = ratesFor(usage.inputTokens, price);
  const cached = Math.min(usage.cachedTokens ?? 0, usage.inputTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.inputTokens - cached);
  const fresh = usage.inputTokens - cached - written;
  const generated = usage.outputTokens + (usage.thoughtTokens ?? 0);
  return (fresh * input + cached * cachedInput + written * cacheWrite + generated * output) / 1_000_000;
}

function ratesFor(promptTokens: number, price: Price): Rates {
  return price.above !== undefined && promptTokens > price.above.promptTokens ? price.above : price;
}
