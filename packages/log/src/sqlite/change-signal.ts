import { watch, type FSWatcher } from 'node:fs';
import { WakeSignal } from '../wake-signal.ts';

/** A notification can be missed, so a reader also polls at this interval. */
const LOOK_MS = 1000;

/** Wakes a reader: the session's folder changed, its writer in this process committed, or the interval has passed. */
export class ChangeSignal extends WakeSignal {
  readonly #watcher: FSWatcher | undefined;

  /** Listens from now on, so that a change between a read and the wait is not missed. */
  constructor(folder: string, signal: AbortSignal) {
    super(LOOK_MS, signal);
    this.#watcher = openWatcher(folder, () => {
      this.wake();
    });
  }

  override close(): void {
    this.#watcher?.close();
    super.close();
  }
}

/** Returns undefined if the system has no watches left; polling is enough then. */
function openWatcher(folder: string, wake: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, wake).on('error', wake);
  } catch {
    return undefined;
  }
}
