/** Waits until it is woken, the interval has passed, or a signal aborts. */
export class WakeSignal {
  readonly #lookMs: number;
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => {
    this.wake();
  };
  #isWoken = false;
  #resolve: (() => void) | undefined;

  constructor(lookMs: number, signal: AbortSignal) {
    this.#lookMs = lookMs;
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  wake(): void {
    this.#isWoken = true;
    this.#resolve?.();
  }

  /** Resolves at once if it was woken since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#lookMs);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#resolve = undefined;
    this.#isWoken = this.#signal.aborted;
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
