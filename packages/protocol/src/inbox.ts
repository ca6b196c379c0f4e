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

  /** Clears the overflow flag, because the reader is about to read the lost events from the log. */
  clearOverflow(): void {
    this.#hasOverflowed = false;
  }

  /** Returns all events since the last call, or `overflowed`. Waits if there are none. */
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
