/** The longest supported timer, in ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Reports silence after an interval, and again after each further one. A sound costs almost nothing. */
export class SilenceWatch {
  readonly #afterMs: number;
  readonly #onSilent: (silentMs: number) => void;
  #heardAt = performance.now();
  #timer: NodeJS.Timeout;

  constructor(afterMs: number, onSilent: (silentMs: number) => void) {
    this.#afterMs = Math.min(afterMs, LONGEST_TIMER_MS);
    this.#onSilent = onSilent;
    this.#timer = this.#arm(this.#afterMs);
  }

  /** Resets the timer. */
  hear(): void {
    this.#heardAt = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const silentMs = performance.now() - this.#heardAt;
      const isSilent = silentMs >= this.#afterMs;
      this.#timer = this.#arm(isSilent ? this.#afterMs : this.#afterMs - silentMs);
      if (isSilent) this.#onSilent(silentMs);
    }, ms);
  }
}
