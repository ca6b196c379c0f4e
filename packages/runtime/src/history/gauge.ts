import type { ContextEntry } from '@bowline/context';

/** A count of fewer tokens says little about how well they are estimated. */
const LEAST = 1000;
/** Nobody's estimate is further off than this; what is was not a count of the same contents. */
const OFF = { least: 0.5, most: 2 } as const;

/** How much the model is shown: estimated, and put right by what providers counted. */
export class Gauge {
  #estimated = 0;
  #ratio = 1;
  #overhead = 0;
  #countsFrom = 0;

  /** What goes with every request besides the history. */
  set overhead(tokens: number) {
    this.#overhead = tokens;
  }

  /** Counts of earlier records are of contents that are no longer there. */
  countFrom(seq: number): void {
    this.#countsFrom = seq;
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
  measure(seq: number, counted: number): void {
    const estimated = this.#estimated + this.#overhead;
    if (seq < this.#countsFrom || estimated < LEAST || counted === 0) return;
    this.#ratio = Math.min(OFF.most, Math.max(OFF.least, counted / estimated));
  }

  /** Tokens of the next request. */
  get tokens(): number {
    return Math.ceil((this.#estimated + this.#overhead) * this.#ratio);
  }

  /** As many tokens as an estimate comes to, by what was counted so far. */
  correct(estimated: number): number {
    return Math.ceil(estimated * this.#ratio);
  }
}
