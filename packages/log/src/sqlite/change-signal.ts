import { watch, type FSWatcher } from 'node:fs';

/** A hint may be missed, so a reader looks by itself this often. */
const LOOK_MS = 1000;

/** Tells a reader to look again: the session's folder changed, its writer here said so, or time has passed. */
export class ChangeSignal {
  readonly #watcher: FSWatcher | undefined;
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => {
    this.wake();
  };
  #hasChanged = false;
  #resolve: (() => void) | undefined;

  /** Listens from now on, so that what happens between a read and the wait is not missed. */
  constructor(folder: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#watcher = openWatcher(folder, this.#onAbort);
    signal.addEventListener('abort', this.#onAbort);
  }

  wake(): void {
    this.#hasChanged = true;
    this.#resolve?.();
  }

  /** Resolves at the next change, or at once when there was one since the last wait. */
  async wait(): Promise<void> {
    if (!this.#hasChanged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#resolve = undefined;
    this.#hasChanged = this.#signal.aborted;
  }

  close(): void {
    this.#watcher?.close();
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}

/** Some systems have no watches left to give; looking now and then is enough there. */
function openWatcher(folder: string, wake: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, wake).on('error', wake);
  } catch {
    return undefined;
  }
}
