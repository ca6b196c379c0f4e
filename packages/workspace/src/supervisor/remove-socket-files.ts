import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { acquireLock } from './supervisor-lock.ts';

/** The number of entries checked at once: an older version may have left many. */
const MOST = 64;

/** The lock file of a socket. */
export const lockFile = (socketPath: string): string => `${socketPath}.lock`;

/** Removes a socket and the pipes beside it. Requires its lock. */
export function removeSocketFiles(socketPath: string): void {
  const folder = dirname(socketPath);
  const name = basename(socketPath);
  const isOurs = (each: string): boolean => each === name || each.startsWith(`${name}.pipe`);
  for (const each of namesIn(folder).filter(isOurs)) rmSync(join(folder, each), { force: true });
}

/** Removes files of killed supervisors beside this socket, which is in use. */
export function removeDeadSockets(ownSocket: string): void {
  const folder = dirname(ownSocket);
  const names = namesIn(folder).flatMap((name) => /^([\da-f]{16})\.lock$/.exec(name)?.[1] ?? []);
  for (const name of names.filter((each) => each !== basename(ownSocket)).slice(0, MOST))
    removeDead(join(folder, name));
}

function removeDead(socketPath: string): void {
  try {
    const lock = acquireLock(lockFile(socketPath));
    if (lock === undefined) return;
    removeSocketFiles(socketPath);
    lock.release();
  } catch {
    // Not one of our locks.
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another cleanup of temporary files was faster.
    return [];
  }
}
