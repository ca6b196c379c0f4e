import {
  decodeRecord,
  rewindTarget,
  toSeq,
  type LogHead,
  type LogRecord,
  type PlacedRecord,
  type Rewind,
  type SeqRange,
  type SessionReader,
  type Snapshot,
  type VerifyReport,
} from '@bowline/log';
import { readProven } from './record-pages.ts';
import type { SessionSignals } from './session-signals.ts';
import { findSnapshot } from './snapshots.ts';
import type { TenantDatabase } from './tenant-database.ts';
import { verifySession } from './verify-session.ts';

export interface ReaderParts {
  readonly database: TenantDatabase;
  readonly signals: SessionSignals;
  readonly sessionId: string;
  readonly head: LogHead;
}

/** A session's records, read from the database page by page. Holds no connection between reads. */
export class PostgresReader implements SessionReader {
  readonly sessionId: string;
  readonly warnings: readonly string[] = [];
  readonly #database: TenantDatabase;
  readonly #signals: SessionSignals;
  #seen: LogHead;

  constructor({ database, signals, sessionId, head }: ReaderParts) {
    this.sessionId = sessionId;
    this.#database = database;
    this.#signals = signals;
    this.#seen = head;
  }

  get head(): LogHead {
    return this.#seen;
  }

  async *read(range: Partial<SeqRange> = {}): AsyncIterable<LogRecord> {
    const { from = 1, to = Number.MAX_SAFE_INTEGER } = range;
    for await (const record of readProven(this.#database, { sessionId: this.sessionId, from, to })) {
      if (record.seq > this.#seen.seq) this.#seen = { seq: record.seq, hash: record.hash };
      yield toRecord(record);
    }
  }

  async *tail(from: number, signal: AbortSignal): AsyncIterable<LogRecord> {
    const change = await this.#signals.listen(this.sessionId, signal);
    let next = from;
    try {
      while (!signal.aborted) {
        for await (const record of this.read({ from: next })) {
          if (isAborted(signal)) return;
          next = record.seq + 1;
          yield record;
        }
        await change.wait();
      }
    } finally {
      await change.close();
    }
  }

  async find(recordId: string): Promise<LogRecord | undefined> {
    const seq = toSeq(recordId);
    if (seq === undefined) return undefined;
    for await (const record of this.read({ from: seq, to: seq })) return record.id === recordId ? record : undefined;
    return undefined;
  }

  async findStream(streamId: string): Promise<LogRecord | undefined> {
    const row = await this.#database.run(`read session ${this.sessionId}`, (query) =>
      query
        .selectFrom('bowline.record')
        .select(['seq', 'at', 'type', 'body', 'hash', 'stream_id'])
        .where('tenant', '=', this.#database.tenant)
        .where('session_id', '=', this.sessionId)
        .where('type', '=', 'stream_started')
        .where('stream_id', '=', streamId)
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : toRecord({ ...row, seq: Number(row.seq), streamId: row.stream_id });
  }

  async rewinds(): Promise<readonly Rewind[]> {
    const rows = await this.#database.run(`read session ${this.sessionId}`, (query) =>
      query
        .selectFrom('bowline.record')
        .select(['seq', 'body'])
        .where('tenant', '=', this.#database.tenant)
        .where('session_id', '=', this.sessionId)
        .where('type', '=', 'rewound')
        .orderBy('seq')
        .execute(),
    );
    return rows.map(({ seq, body }) => ({ at: Number(seq), to: rewindTarget(body) }));
  }

  async snapshot(name: string, version: number, ranges: readonly SeqRange[]): Promise<Snapshot | undefined> {
    return await findSnapshot(this.#database, this.sessionId, { name, version, ranges });
  }

  async verify(): Promise<VerifyReport> {
    return await verifySession(this.#database, this.sessionId);
  }

  async close(): Promise<void> {
    // Nothing to release.
  }
}

function toRecord(record: PlacedRecord): LogRecord {
  return decodeRecord(record, record.seq, record.hash);
}

/** Hides the check from the compiler, which assumes that `aborted` cannot change during an await. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
