import type { ContextEntry } from '@bowline/context';

/** No estimate is off by more than this. A larger difference means that different contents were counted. */
const LEAST_SHARE = 0.5;

/**
 * The size of what the model sees: the provider's last count plus estimates since. The same records give the same
 * number, live or on replay. A count is valid until a summary replaces what was counted.
 */
export class Gauge {
  #estimated = 0;
  #overhead = 0;
  #counted: { readonly tokens: number; readonly estimated: number } | null = null;
  #countsFrom = 0;

  /** Tokens of every request besides the history. Already included in a count. */
  set overhead(tokens: number) {
    this.#overhead = tokens;
  }

  /** Drops counts of earlier records, whose contents are gone. */
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

  /** Records the provider's count of a request with the current contents. */
  measure(seq: number, tokens: number): void {
    if (seq < this.#countsFrom || tokens === 0 || tokens < this.#estimated * LEAST_SHARE) return;
    this.#counted = { tokens, estimated: this.#estimated };
  }

  /** The size of a request without any count. */
  uncounted(estimated: number): number {
    return Math.ceil(estimated + this.#overhead);
  }

  /** Tokens of the next request. */
  get tokens(): number {
    if (this.#counted === null) return this.uncounted(this.#estimated);
    return Math.max(0, Math.ceil(this.#counted.tokens + this.#estimated - this.#counted.estimated));
  }
}
