import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** A lock that ends with its process. Uses SQLite because Node has no `flock`. */
export interface SupervisorLock {
  /** Removes the lock file and releases the lock. */
  readonly release: () => void;
}

/**
 * Takes the lock of a path. Undefined if another process has it. Never call it twice in one process: both locks would
 * be lost.
 */
export function acquireLock(path: string): SupervisorLock | undefined {
  for (;;) {
    // Stays open while the lock is held: closing any descriptor of a file releases all its locks.
    const file = openSync(path, 'a', 0o600);
    const database = new DatabaseSync(path, { timeout: 0 });
    const close = (): void => {
      database.close();
      closeSync(file);
    };
    try {
      database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    } catch (thrown) {
      close();
      if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_BUSY) return undefined;
      throw thrown;
    }
    const release = (): void => {
      rmSync(path, { force: true });
      close();
    };
    // The previous holder may have removed the file after we opened it: another process could then lock a new one.
    if (statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino) return { release };
    close();
  }
}
