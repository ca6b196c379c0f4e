import { AgentError } from '@bowline/protocol';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errnoOf } from './in-folder.ts';

const VERSION = 2;
const BUSY_MS = 10_000;
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const OPEN_TRIES = 40;
const OPEN_WAIT_MS = 50;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS content (
    hash TEXT PRIMARY KEY, size INTEGER NOT NULL, packed INTEGER NOT NULL, used INTEGER NOT NULL, bytes BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS content_used ON content (used);
  CREATE TABLE IF NOT EXISTS entry (path TEXT PRIMARY KEY, stamp TEXT NOT NULL, hash TEXT, state TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS entry_hash ON entry (hash);
  CREATE TABLE IF NOT EXISTS journal (id TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS restored (key TEXT PRIMARY KEY, body TEXT NOT NULL);
  DROP TABLE IF EXISTS checkpoint;
  CREATE TABLE IF NOT EXISTS look (
    n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, call TEXT, changes TEXT NOT NULL);
`;

/** Opens the database of a store, which several processes may share. Throws an `AgentError` if that fails. */
export function openStore(folder: string): DatabaseSync {
  const path = join(folder, 'snapshots.db');
  return inStore(path, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    createPrivate(path);
    const database = new DatabaseSync(path);
    try {
      prepare(database, path);
    } catch (thrown) {
      database.close();
      throw thrown;
    }
    return database;
  });
}

/** Does work on a store and translates its errors. */
export function inStore<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    if (AgentError.is(thrown)) throw thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const code = errcodeOf(thrown) === SQLITE_FULL ? 'STORE_FULL' : 'STORE_FAILED';
    throw new AgentError(code, `Cannot use the file history in ${path}: ${message}`, {
      retryable: errcodeOf(thrown) === SQLITE_BUSY,
      hint: 'Free some space or check permissions. If the file is damaged, delete it: earlier changes can then no longer be undone',
      cause: thrown,
    });
  }
}

/** Whether SQLite says that another connection holds a lock. */
export function isBusy(thrown: unknown): boolean {
  return errcodeOf(thrown) === SQLITE_BUSY;
}

/** Files may contain secrets. SQLite gives the files beside the database the same mode. */
function createPrivate(path: string): void {
  try {
    // Never opens an existing file: closing any descriptor of it would release the locks of this process.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
  }
}

function prepare(database: DatabaseSync, path: string): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA auto_vacuum = INCREMENTAL`);
  // Two processes that create the store at the same time: SQLite does not wait here.
  for (let left = OPEN_TRIES; ; left -= 1) {
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      break;
    } catch (thrown) {
      if (!isBusy(thrown) || left === 0) throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_WAIT_MS);
    }
  }
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > VERSION)
    throw new AgentError('STORE_FAILED', `The file history in ${path} was written by a newer version of Bowline`, {
      hint: 'Update Bowline',
    });
  if (version === VERSION) return;
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA user_version = ${VERSION}; COMMIT`);
}

function errcodeOf(thrown: unknown): number | undefined {
  // The upper bits say which operation failed.
  return thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number'
    ? thrown.errcode & 0xff
    : undefined;
}
