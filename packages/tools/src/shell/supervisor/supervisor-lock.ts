import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** A lock that dies with its process: Node has no `flock`, SQLite has. */
export interface SupervisorLock {
  /** Removes its file and lets go of it. */
  readonly release: () => void;
}

/** Takes the lock of a path; undefined when another process has it. Never twice in one process, which would lose both. */
export function acquireLock(path: string): SupervisorLock | undefined {
  for (;;) {
    // Open as long as the lock is held: who closes any descriptor of a file loses all of its locks.
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
    // The one before us may have removed it since we opened it: then another can lock a new one.
    if (statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino) return { release };
    close();
  }
}
