import { AgentError } from '@bowline/protocol';
import { DatabaseSync } from 'node:sqlite';
import { inStore, isBusy } from './open-store.ts';

const WAIT_MS = 10_000;

/**
 * Does work while no other process restores. The lock ends with its process. SQLite is used because Node has no `flock`;
 * it is a file of its own, so that looks and other work go on meanwhile.
 */
export function withRestoreLock<Result>(path: string, work: () => Result, waitMs = WAIT_MS): Result {
  const database = inStore(path, () => new DatabaseSync(path));
  try {
    lock(database, { path, waitMs });
    return work();
  } finally {
    database.close();
  }
}

function lock(database: DatabaseSync, { path, waitMs }: { readonly path: string; readonly waitMs: number }): void {
  try {
    database.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
  } catch (thrown) {
    if (!isBusy(thrown)) inStore(path, () => raise(thrown));
    throw new AgentError('STORE_FAILED', 'Another session is restoring files in this folder', {
      retryable: true,
      hint: 'Try again when it has finished',
      cause: thrown,
    });
  }
}

function raise(thrown: unknown): never {
  throw thrown;
}
