import { AgentError } from '@bowline/protocol';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FORMAT } from '../records/record-bodies.ts';
import type { LogOwner } from '../session-log.ts';
import { MetaRow } from './meta-row.ts';
import { RecordTable } from './record-table.ts';
import { SnapshotTable } from './snapshot-table.ts';

/** Marks a file as ours ('BOWL'), so that no other SQLite file is mistaken for a session. */
const APPLICATION_ID = 0x424f574c;
/** How long writers wait for each other's short transactions. */
const BUSY_MS = 1000;
/** After 4 MB, the write-ahead log is checkpointed into the database and reused from its start. */
const WAL_PAGES = 1000;
/** Space beyond this is freed after a large append. The rest is kept, because growing a file makes a sync expensive. */
const WAL_KEPT = 8_000_000;

/** The session of a new database. */
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

  /** Creates the tables of a new session in an empty file, and its first epoch. The caller holds the lock. */
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
      // Records written from here on may have types that an older version does not know.
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
      // A full or read-only disk has no room for shared memory; a database without a write-ahead log can be read
      // without it.
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

  /** Returns the problems that SQLite finds in the file. */
  integrityProblems(): string[] {
    const rows = this.#database.prepare('PRAGMA integrity_check(10)').all();
    return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
  }

  /** Moves the write-ahead log into the database. */
  checkpoint(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Creates the file without a journal: it is not a session until the next transaction, and if the power fails before,
 * its remains are discarded.
 */
function connect(path: string, isRemote: boolean, first = ''): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  return closeIfThrows(database, () => {
    // WAL's shared memory is unreliable on a network file system: use a rollback journal and a single connection.
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
        hint: 'Run bowline sessions salvage with its id. The original is kept',
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
