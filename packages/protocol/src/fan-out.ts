import type { AgentEvent } from './events.ts';

type Listener = (event: AgentEvent) => void;

/** Isolates subscribers: an error of one is reported, and the others and the turn continue. */
export class FanOut {
  readonly #listeners = new Set<Listener>();
  readonly #onFault: (thrown: unknown) => void;

  constructor(onFault: (thrown: unknown) => void) {
    this.#onFault = onFault;
  }

  subscribe(listener: Listener): () => void {
    // Each subscription has its own wrapper, so that subscribing one function twice makes two subscriptions.
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
