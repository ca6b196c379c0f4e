import { existsSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ensureFile } from './session-files.ts';
import { isBusy } from './store-error.ts';

/**
 * Processes that all hold a shared lock for a moment must not all fail; a failed attempt still returns within 100 ms.
 */
const WAIT_MS = 20;

/**
 * The right to write a session, held through an operating-system lock that dies with its process.
 *
 * Node has no `flock`, but SQLite can lock a file: with an exclusive transaction on an empty database. It writes
 * nothing, so a session can be locked, and deleted, on a full disk. Each takeover starts a new generation with another
 * lock file, because a frozen owner cannot be forced to release its lock.
 */
export class SessionLock {
  readonly generation: number;
  readonly #database: DatabaseSync;

  private constructor(generation: number, database: DatabaseSync) {
    this.generation = generation;
    this.#database = database;
  }

  /** Takes the lock of a generation. Undefined: another process has it. */
  static acquire(folder: string, generation: number): SessionLock | undefined {
    const path = lockPath(folder, generation);
    ensureFile(path);
    const database = new DatabaseSync(path, { timeout: WAIT_MS });
    try {
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (thrown) {
      database.close();
      if (isBusy(thrown)) return undefined;
      throw thrown;
    }
    const earlier = lockPath(folder, generation - 1);
    if (existsSync(earlier)) unlinkSync(earlier);
    return new SessionLock(generation, database);
  }

  /** Whether a process has the lock of a generation. Looks only, so that nothing is kept from locking. */
  static isHeld(folder: string, generation: number): boolean {
    const path = lockPath(folder, generation);
    if (!existsSync(path)) return false;
    const database = new DatabaseSync(path, { timeout: WAIT_MS, readOnly: true });
    try {
      database.prepare('SELECT count(*) FROM sqlite_master').get();
      return false;
    } catch (thrown) {
      if (isBusy(thrown)) return true;
      throw thrown;
    } finally {
      database.close();
    }
  }

  /** Takes all locks, so that no process writes or starts to. Undefined: another process has one. */
  static acquireAll(folder: string): SessionLock[] | undefined {
    const generations = readdirSync(folder).flatMap((name) => /^lock-(\d+)$/.exec(name)?.[1] ?? []);
    const locks: SessionLock[] = [];
    for (const generation of generations.length === 0 ? [0] : generations.map(Number)) {
      const lock = SessionLock.acquire(folder, generation);
      if (lock !== undefined) locks.push(lock);
    }
    if (locks.length >= Math.max(1, generations.length)) return locks;
    for (const lock of locks) lock.release();
    return undefined;
  }

  release(): void {
    this.#database.close();
  }
}

function lockPath(folder: string, generation: number): string {
  return join(folder, `lock-${generation}`);
}
