import type { AgentEvent } from './events.ts';

type Listener = (event: AgentEvent) => void;

/** Subscribers kept apart: one that throws is reported and passed over, the others and the turn go on. */
export class FanOut {
  readonly #listeners = new Set<Listener>();
  readonly #onFault: (thrown: unknown) => void;

  constructor(onFault: (thrown: unknown) => void) {
    this.#onFault = onFault;
  }

  subscribe(listener: Listener): () => void {
    // A wrapper per subscription, so that one function subscribed twice is two subscriptions.
    const own: Listener = (event) => {
      listener(event);
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  emit(event: AgentEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (thrown) {
        this.#onFault(thrown);
      }
    }
  }
}
