import type { ContextEntry } from '@bowline/context';

/** No estimate is further off than this. A larger difference means that other contents were counted. */
const LEAST_SHARE = 0.5;

/**
 * The size of what the model sees: the provider's last count plus estimates since. The same records give the same
 * number, live or later. A count is valid until a summary replaces what was counted.
 */
export class Gauge {
  #estimated = 0;
  #overhead = 0;
  #counted: { readonly tokens: number; readonly estimated: number } | null = null;
  #countsFrom = 0;

  /** What goes with every request besides the history; a count has it already. */
  set overhead(tokens: number) {
    this.#overhead = tokens;
  }

  /** Counts of earlier records are of contents that are no longer there. */
  forgetCounts(before: number): void {
    this.#countsFrom = before;
    this.#counted = null;
  }

  add({ tokens }: ContextEntry): void {
    this.#estimated += tokens;
  }

  remove({ tokens }: ContextEntry): void {
    this.#estimated -= tokens;
  }

  set(entries: readonly ContextEntry[]): void {
    this.#estimated = entries.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  /** The provider's count of a request that showed what is shown now. */
  measure(seq: number, tokens: number): void {
    if (seq < this.#countsFrom || tokens === 0 || tokens < this.#estimated * LEAST_SHARE) return;
    this.#counted = { tokens, estimated: this.#estimated };
  }

  /** Tokens of a request of which nothing was counted. */
  uncounted(estimated: number): number {
    return Math.ceil(estimated + this.#overhead);
  }

  /** Tokens of the next request. */
  get tokens(): number {
    if (this.#counted === null) return this.uncounted(this.#estimated);
    return Math.max(0, Math.ceil(this.#counted.tokens + this.#estimated - this.#counted.estimated));
  }
}
