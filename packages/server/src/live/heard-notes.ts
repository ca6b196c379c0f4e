import type { BusMessage } from './told.ts';

/** Maximum number of messages waiting for a slow reader. Beyond it, live events are dropped but never hints. */
const LIMIT = 4096;

/** A bounded queue of received messages. */
export class BoundedMailbox {
  #notes: BusMessage[] = [];
  #wake: (() => void) | undefined;

  push(told: BusMessage): void {
    const last = this.#notes.at(-1);
    if ('at' in told && last !== undefined && 'at' in last) this.#notes.pop();
    if (this.#notes.length >= LIMIT) this.#notes = this.#notes.filter((note) => 'at' in note).slice(-1);
    this.#notes.push(told);
    this.#wake?.();
  }

  /** Returns all messages. If there are none, waits for one until `waitMs` have passed or the signal aborts. */
  async take(waitMs: number, signal: AbortSignal): Promise<readonly BusMessage[]> {
    if (this.#notes.length === 0 && !signal.aborted) await this.#wait(waitMs, signal);
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  async #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(finish, waitMs);
      signal.addEventListener('abort', finish);
      this.#wake = finish;
    });
  }
}
