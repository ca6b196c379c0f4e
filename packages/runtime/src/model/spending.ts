import { AgentError, type TokenUsage } from '@bowline/protocol';
import { costOf, outputAllowance, priceOf, type PriceTable } from '@bowline/models';
import type { Journal } from '../journal/journal.ts';
import type { Ceiling, TurnLimits } from '../state/next-action.ts';

/** What the turn has spent, and what it may still spend. Computed from the log. */
export class Spending {
  readonly #journal: Journal;
  readonly #limits: TurnLimits;
  readonly #prices: PriceTable;
  readonly #estimate: () => number;

  /** `estimate` returns the size of the next prompt until a model has counted one. */
  constructor(
    journal: Journal,
    limits: TurnLimits,
    { prices, estimate }: { readonly prices: PriceTable; readonly estimate: () => number },
  ) {
    this.#journal = journal;
    this.#limits = limits;
    this.#prices = prices;
    this.#estimate = estimate;
  }

  /** Adds the cost to the usage, if the price is known. */
  price(model: string, usage: TokenUsage | undefined): TokenUsage | undefined {
    const price = usage === undefined ? undefined : priceOf(model, undefined, this.#prices);
    return usage === undefined || price === undefined ? usage : { ...usage, cost: costOf(usage, price) };
  }

  /** The limit that the next request to this model would exceed, if any. */
  ceilingFor(model: string): Ceiling | null {
    const allowance = this.#allowance(model);
    if (allowance.kind !== 'stop') return null;
    const { limit, value, max } = allowance;
    return { limit, value, max };
  }

  /** The maximum output of this model's next answer within the limits. */
  mostOutput(model: string): number {
    const allowance = this.#allowance(model);
    return allowance.kind === 'capped' ? allowance.maxOutputTokens : Infinity;
  }

  /** Refuses a cost limit that cannot be enforced. */
  checkPrice(model: string): void {
    if (this.#allowance(model).kind !== 'unpriced') return;
    throw new AgentError('MODEL_BAD_REQUEST', `The price of ${model} is unknown, so --max-cost cannot be enforced`, {
      hint: 'Use --max-tokens, or set its price under "prices" in the settings',
    });
  }

  #allowance(model: string): ReturnType<typeof outputAllowance> {
    const { maxTokens, maxCost } = this.#limits;
    if (maxTokens === undefined && maxCost === undefined) return { kind: 'free' };
    const { spent, promptTokens } = this.#journal.turn;
    return outputAllowance({
      spent,
      limits: this.#limits,
      promptTokens: promptTokens === 0 ? this.#estimate() : promptTokens,
      price: priceOf(model, undefined, this.#prices),
    });
  }
}
