import type { AgentEvent } from './events.ts';

/**
 * Events that were received and not yet taken, at most `limit`. Beyond that the queue is dropped and the reader must
 * read the log again: a slow reader loses its own deltas and affects no other.
 */
export class Inbox {
  readonly #limit: number;
  #queue: AgentEvent[] = [];
  #hasOverflowed = false;
  #wake: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get heard(): readonly AgentEvent[] {
    return this.#queue;
  }

  push(event: AgentEvent): void {
    if (this.#queue.length >= this.#limit) {
      this.#queue = [];
      this.#hasOverflowed = true;
    }
    this.#queue.push(event);
    this.#wake?.();
  }

  /** Forgets that events were lost, because the reader is about to read them from the log. */
  clearOverflow(): void {
    this.#hasOverflowed = false;
  }

  /** All that was heard since the last call, or `overflowed`; waits while there is neither. */
  async take(): Promise<readonly AgentEvent[] | 'overflowed'> {
    while (this.#queue.length === 0 && !this.#hasOverflowed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
    if (this.#hasOverflowed) return 'overflowed';
    const taken = this.#queue;
    this.#queue = [];
    return taken;
  }
}
