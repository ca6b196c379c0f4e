import { WakeSignal } from '@bowline/log';

/**
 * Notifies other processes that a session has new records. A process that misses a hint finds them at its next poll.
 */
export interface SessionHints {
  /** Announces that the session has reached record `seq`. Must not throw. */
  announce(sessionId: string, seq: number): void;
  /** Calls `wake` when the session may have new records, until the result is called. */
  listen(sessionId: string, wake: () => void): Promise<() => Promise<void>>;
}

/** How often a reader polls. Rarely if it gets hints, since those are lost only with a connection. */
const LOOK_MS = { alone: 1000, hinted: 5000 };

/** Wakes readers of sessions in this process, and forwards hints to and from other processes. */
export class SessionSignals {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #hints: SessionHints | undefined;

  constructor(hints: SessionHints | undefined) {
    this.#hints = hints;
  }

  announce(sessionId: string, seq: number): void {
    for (const wake of this.#waiting.get(sessionId) ?? []) wake();
    this.#hints?.announce(sessionId, seq);
  }

  /** Starts listening now, so that a change between a read and the wait is not missed. */
  async listen(sessionId: string, signal: AbortSignal): Promise<{ wait(): Promise<void>; close(): Promise<void> }> {
    const change = new WakeSignal(this.#hints === undefined ? LOOK_MS.alone : LOOK_MS.hinted, signal);
    const wake = (): void => {
      change.wake();
    };
    const forget = this.#add(sessionId, wake);
    const unlisten = await this.#hints?.listen(sessionId, wake);
    return {
      wait: () => change.wait(),
      close: async () => {
        forget();
        change.close();
        await unlisten?.();
      },
    };
  }

  #add(sessionId: string, wake: () => void): () => void {
    const wakes = this.#waiting.get(sessionId) ?? new Set();
    this.#waiting.set(sessionId, wakes.add(wake));
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0) this.#waiting.delete(sessionId);
    };
  }
}
