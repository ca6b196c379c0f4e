import { AgentError } from '@bowline/protocol';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { checksumRow, GENESIS } from '../records/chain.ts';
import type { Rewind, SeqRange } from '../records/lineage.ts';
import type { RecordFields } from '../records/log-record.ts';
import { rewindTarget } from '../records/place-groups.ts';
import type { LogHead } from '../session-log.ts';

/** A record as a table row. */
export interface RecordRow extends RecordFields, LogHead {
  readonly epoch: number;
  readonly crc: number;
}

/** The records of a session: inserted under an epoch, and read with their checksums verified. */
export class RecordTable {
  static readonly schema = `
    CREATE TABLE records (
      seq INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, at TEXT NOT NULL, streamId TEXT, type TEXT NOT NULL,
      body TEXT NOT NULL, hash TEXT NOT NULL, crc INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX streams ON records (streamId) WHERE type = 'stream_started';
    CREATE INDEX rewinds ON records (seq) WHERE type = 'rewound';
    CREATE TRIGGER records_are_kept BEFORE DELETE ON records BEGIN SELECT raise(ABORT, 'records are only appended'); END;
    CREATE TRIGGER records_stand BEFORE UPDATE ON records BEGIN SELECT raise(ABORT, 'records are only appended'); END;`;

  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #page: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO records SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE (SELECT epoch FROM meta WHERE one = 1) = ?`,
    );
    this.#page = database.prepare('SELECT * FROM records WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT ?');
  }

  /**
   * Inserts one row, unless its epoch is over. The check is part of the statement, so no other connection can
   * interfere.
   */
  insert(row: RecordRow): boolean {
    const { seq, epoch, at, streamId, type, body, hash, crc } = row;
    return this.#insert.run(seq, epoch, at, streamId, type, body, hash, crc, epoch).changes === 1;
  }

  /** Reads rows in order. */
  page(range: SeqRange, limit: number): RecordRow[] {
    return this.#page.all(range.from, range.to, limit).map(checkRow);
  }

  row(seq: number): RecordRow | undefined {
    return this.page({ from: seq, to: seq }, 1)[0];
  }

  head(): LogHead {
    const [row] = this.#database.prepare('SELECT * FROM records ORDER BY seq DESC LIMIT 1').all().map(checkRow);
    return row === undefined ? { seq: 0, hash: GENESIS } : { seq: row.seq, hash: row.hash };
  }

  streamStart(streamId: string): RecordRow | undefined {
    const statement = this.#database.prepare(`SELECT * FROM records WHERE type = 'stream_started' AND streamId = ?`);
    return statement.all(streamId).map(checkRow)[0];
  }

  rewinds(): Rewind[] {
    const rows = this.#database
      .prepare(`SELECT * FROM records WHERE type = 'rewound' ORDER BY seq`)
      .all()
      .map(checkRow);
    return rows.map(({ seq, body }) => ({ at: seq, to: rewindTarget(body) }));
  }
}

/** Creates the row of a record at its position, with its checksum. */
export function createRow(place: LogHead, epoch: number, fields: RecordFields): RecordRow {
  const { seq, hash } = place;
  const { at, streamId, type, body } = fields;
  return {
    seq,
    epoch,
    at,
    streamId,
    type,
    body,
    hash,
    crc: checksumRow({ seq, epoch, at, streamId, type, body, hash }),
  };
}

/** Verifies the checksum of a row. SQLite enforces the column types (STRICT); the checksum covers their content. */
function checkRow(value: unknown): RecordRow {
  const row = value as RecordRow;
  if (checksumRow(row) === row.crc) return row;
  throw new AgentError('SESSION_DAMAGED', `Record ${row.seq} does not match its checksum`, {
    hint: 'Run bowline sessions salvage with its id. The original is kept',
    details: { seq: row.seq },
  });
}
