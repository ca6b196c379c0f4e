/** The maximum of Node's timers. Longer waits need several. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How long a stream has been worked on in this process. Time spent waiting for the user does not count. */
export class WorkClock {
  readonly #maxMs: number;
  #streamId = '';
  #workedMs = 0;
  #startedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(maxSeconds: number | undefined) {
    this.#maxMs = (maxSeconds ?? Infinity) * 1000;
  }

  get seconds(): number {
    const since = this.#startedAt === undefined ? 0 : Date.now() - this.#startedAt;
    return Math.round((this.#workedMs + since) / 1000);
  }

  /** Continues counting. The signal aborts when the time is up. */
  start(streamId: string): AbortSignal {
    const over = new AbortController();
    if (streamId !== this.#streamId) this.#workedMs = 0;
    this.#streamId = streamId;
    this.#startedAt = Date.now();
    const left = this.#maxMs - this.#workedMs;
    if (left <= 0) over.abort();
    else if (left < Infinity)
      this.#timer = setTimeout(
        () => {
          over.abort();
        },
        Math.min(left, LONGEST_TIMER_MS),
      );
    return over.signal;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#workedMs += Date.now() - (this.#startedAt ?? Date.now());
    this.#startedAt = undefined;
  }
}
