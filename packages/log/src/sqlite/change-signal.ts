import { watch, type FSWatcher } from 'node:fs';
import { WakeSignal } from '../wake-signal.ts';

/** A hint may be missed, so a reader looks by itself this often. */
const LOOK_MS = 1000;

/** Tells a reader to look again: the session's folder changed, its writer here said so, or time has passed. */
export class ChangeSignal extends WakeSignal {
  readonly #watcher: FSWatcher | undefined;

  /** Listens from now on, so that what happens between a read and the wait is not missed. */
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

/** Some systems have no watches left to give; looking now and then is enough there. */
function openWatcher(folder: string, wake: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, wake).on('error', wake);
  } catch {
    return undefined;
  }
}
