import type { LogOwner } from '../session-log.ts';
import type { SessionMeta } from './meta-row.ts';
import { SessionDatabase } from './session-database.ts';
import { sessionFiles, type SessionFiles } from './session-files.ts';
import { SessionLock } from './session-lock.ts';

/** A process that writes a session, and since when. */
export interface HeldBy extends LogOwner {
  readonly since: string;
}

/** The process that has a session of this folder open for writing. Undefined if none has, even if one died with it. */
export function findOwner(root: string, sessionId: string): HeldBy | undefined {
  const files = sessionFiles(root, sessionId);
  const meta = readMeta(files);
  return meta !== undefined && SessionLock.isHeld(files.folder, meta.generation) ? toOwner(meta) : undefined;
}

/** The process that opened the session last. */
export function readOwner(files: SessionFiles): HeldBy | undefined {
  const meta = readMeta(files);
  return meta === undefined ? undefined : toOwner(meta);
}

function toOwner({ owner }: SessionMeta): HeldBy | undefined {
  return owner.pid === 0 ? undefined : owner;
}

function readMeta(files: SessionFiles): SessionMeta | undefined {
  try {
    const database = SessionDatabase.openReadOnly(files.database);
    try {
      return database.meta.read();
    } finally {
      database.close();
    }
  } catch {
    return undefined; // there is no session, or it is being created and has no known holder yet
  }
}
