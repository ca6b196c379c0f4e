import { AgentError } from '@bowline/protocol';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file paths of a session. */
export interface SessionFiles {
  readonly folder: string;
  readonly database: string;
  readonly wal: string;
  readonly witness: string;
  readonly artifacts: string;
  /** The artifacts that have their hash as a name. */
  readonly named: string;
}

/** Returns the files of a session below `root`. Checks the session id first, because it becomes a folder name. */
export function sessionFiles(root: string, sessionId: string): SessionFiles {
  if (!isSessionId(sessionId)) {
    throw new AgentError('SESSION_ID_INVALID', `Invalid session id: ${JSON.stringify(sessionId.slice(0, 80))}`, {
      hint: 'Use 1 to 64 letters, digits, dashes and underscores, starting with a letter or digit',
    });
  }
  return filesIn(join(root, sessionId));
}

/** Returns the files of the session in `folder`. */
export function filesIn(folder: string): SessionFiles {
  const database = join(folder, 'events.db');
  return {
    folder,
    database,
    wal: `${database}-wal`,
    witness: join(folder, 'head'),
    artifacts: join(folder, 'artifacts'),
    named: join(folder, 'artifacts', 'named'),
  };
}

/** Whether a name is a valid session id. */
export function isSessionId(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);
}

/** Creates a folder that only its owner can enter, durably: it survives a power cut. */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  ensureFolder(parent);
  mkdirSync(folder, { mode: 0o700, recursive: true });
  syncFolder(parent);
}

/** Creates an empty file that only its owner can read, unless it exists. */
export function ensureFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

/** Syncs a folder, so that created and removed entries survive a power cut. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
