import { AgentError } from '@bowline/protocol';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FORMAT } from '../records/record-bodies.ts';
import type { LogOwner } from '../session-log.ts';
import { MetaRow } from './meta-row.ts';
import { RecordTable } from './record-table.ts';
import { SnapshotTable } from './snapshot-table.ts';

/** Marks a file as ours ('BOWL'), so that no other SQLite file is ever taken for a session. */
const APPLICATION_ID = 0x424f574c;
/** Writers wait for each other's short transactions this long. */
const BUSY_MS = 1000;
/** 4 MB of write-ahead log, then it is folded back into the database and used again from its start. */
const WAL_PAGES = 1000;
/** What one large append grew is given back; what is used again is not, because growing a file makes a sync dear. */
const WAL_KEPT = 8_000_000;

/** Whose session a new database is. */
interface NewDatabase {
  readonly sessionId: string;
  readonly owner: LogOwner;
  readonly at: string;
  readonly isRemote: boolean;
}

/** One connection to a session's database, and its three tables. */
export class SessionDatabase {
  readonly records: RecordTable;
  readonly meta: MetaRow;
  readonly snapshots: SnapshotTable;
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.records = new RecordTable(database);
    this.meta = new MetaRow(database);
    this.snapshots = new SnapshotTable(database);
  }

  /** Makes the tables of a new session in an empty file, and its first epoch. The caller holds the lock. */
  static create(path: string, { sessionId, owner, at, isRemote }: NewDatabase): SessionDatabase {
    const database = connect(path, isRemote, 'PRAGMA journal_mode = MEMORY;');
    return closeIfThrows(database, () => {
      database.exec(`BEGIN IMMEDIATE; ${RecordTable.schema} ${MetaRow.schema} ${SnapshotTable.schema}
        PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}`);
      new MetaRow(database).create(sessionId, owner, at);
      database.exec('COMMIT');
      return new SessionDatabase(database);
    });
  }

  static open(path: string, isRemote: boolean): SessionDatabase {
    return checkFormat(connect(path, isRemote), (database) => {
      // What is written from here on may be of types that an older version does not know.
      if (pragma(database, 'user_version') < FORMAT) database.exec(`PRAGMA user_version = ${FORMAT}`);
      return new SessionDatabase(database);
    });
  }

  static openReadOnly(path: string): SessionDatabase {
    const open = (place: string | URL): SessionDatabase =>
      checkFormat(
        new DatabaseSync(place, { readOnly: true, timeout: BUSY_MS }),
        (database) => new SessionDatabase(database),
      );
    try {
      return open(path);
    } catch (thrown) {
      // On a full or read-only disk there is no room for shared memory; a database at rest can be read without.
      if (AgentError.is(thrown) || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw thrown;
      const atRest = pathToFileURL(path);
      atRest.search = 'immutable=1';
      return open(atRest);
    }
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (thrown) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw thrown;
    }
  }

  /** What SQLite itself finds wrong with the file; empty when nothing. */
  integrityProblems(): string[] {
    const rows = this.#database.prepare('PRAGMA integrity_check(10)').all();
    return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
  }

  /** Folds the write-ahead log back into the database. */
  checkpoint(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * File creation does not use a journal: until the transaction that follows, it is not a session, and what a power cut
 * leaves is discarded.
 */
function connect(path: string, isRemote: boolean, first = ''): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  return closeIfThrows(database, () => {
    // On a network file system WAL's shared memory cannot be relied on: a rollback journal, and no second connection.
    database.exec(
      isRemote ? 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE' : `${first} PRAGMA journal_mode = WAL`,
    );
    database.exec(`PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA wal_autocheckpoint = ${WAL_PAGES};
      PRAGMA journal_size_limit = ${WAL_KEPT}; PRAGMA cache_size = -512; PRAGMA trusted_schema = OFF`);
    return database;
  });
}

function checkFormat(database: DatabaseSync, use: (database: DatabaseSync) => SessionDatabase): SessionDatabase {
  return closeIfThrows(database, () => {
    const format = pragma(database, 'user_version');
    if (pragma(database, 'application_id') !== APPLICATION_ID || format === 0) {
      throw new AgentError('SESSION_DAMAGED', 'The file is not a session database', {
        hint: 'Salvage the session. The original is kept',
      });
    }
    if (format > FORMAT) {
      throw new AgentError(
        'SESSION_TOO_NEW',
        `The session has format ${format}; this version reads formats up to ${FORMAT}`,
        {
          hint: 'Update Bowline. The session is unchanged',
        },
      );
    }
    return use(database);
  });
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

function closeIfThrows<T>(database: DatabaseSync, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}
