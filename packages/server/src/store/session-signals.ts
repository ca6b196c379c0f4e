import { WakeSignal } from '@bowline/log';

/** Tells other processes that a session has grown. Hints only: who misses one looks by itself, later. */
export interface SessionHints {
  /** The session is at record `seq` now. Must not throw. */
  announce(sessionId: string, seq: number): void;
  /** Calls `wake` when the session may have grown, until the result is called. */
  listen(sessionId: string, wake: () => void): Promise<() => Promise<void>>;
}

/** How often a reader looks by itself: seldom when it is told, since a hint is lost only with a connection. */
const LOOK_MS = { alone: 1000, hinted: 5000 };

/** Who waits for which session in this process, and the way to those in others. */
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

  /** Listens from now on, so that what happens between a read and the wait is not missed. */
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
