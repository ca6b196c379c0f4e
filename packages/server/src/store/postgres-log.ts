import { AgentError } from '@bowline/protocol';
import { sql } from 'kysely';
import {
  AppendQueue,
  type AppendOptions,
  type LogHead,
  type LogRecord,
  type NewRecord,
  type SessionLog,
  type Snapshot,
} from '@bowline/log';
import { PostgresReader, type ReaderParts } from './postgres-reader.ts';
import type { PostgresWriter } from './postgres-writer.ts';
import { saveSnapshot } from './snapshots.ts';

/** What a log needs besides the parts of a reader. */
export interface LogParts extends ReaderParts {
  readonly writer: PostgresWriter;
  readonly now: () => Date;
  /** Called once when the log closes, even after an error. */
  readonly onClose: () => void;
}

/** A session's log, opened for writing. */
export class PostgresLog extends PostgresReader implements SessionLog {
  readonly #parts: LogParts;
  readonly #queue: AppendQueue;

  constructor(parts: LogParts) {
    super(parts);
    this.#parts = parts;
    this.#queue = new AppendQueue(parts.head, (groups) => parts.writer.append(groups), parts.now);
    this.#queue.onCommit(() => {
      parts.signals.announce(parts.sessionId, this.#queue.head.seq);
    });
  }

  get epoch(): number {
    return this.#parts.writer.epoch;
  }

  /** The last acknowledged record. A read may have returned newer ones. */
  override get head(): LogHead {
    return this.#queue.head;
  }

  append(records: readonly NewRecord[], options: AppendOptions = {}): Promise<readonly LogRecord[]> {
    return this.#queue.append(records, options);
  }

  readonly confirm = async (): Promise<void> => {
    const { database, sessionId, writer } = this.#parts;
    const { epoch } = writer;
    const { rows } = await database.run(`confirm the owner of session ${sessionId}`, (query) =>
      sql<{ epoch: string }>`select epoch from bowline.session
        where tenant = ${database.tenant} and session_id = ${sessionId}`.execute(query),
    );
    // The writer may have started another epoch meanwhile, after a disconnect.
    if ([epoch, writer.epoch].includes(Number(rows[0]?.epoch))) return;
    throw new AgentError('SESSION_FENCED', `Another process took over session ${sessionId}`);
  };

  async saveSnapshot(snapshot: Snapshot): Promise<void> {
    const { database, sessionId, writer } = this.#parts;
    await saveSnapshot(database, { sessionId, epoch: writer.epoch }, snapshot);
  }

  override async close(): Promise<void> {
    await this.#queue.settled();
    this.#parts.onClose();
    await this.#parts.writer.close();
  }
}
