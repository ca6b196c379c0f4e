import { AgentError } from '@bowline/protocol';
import type { Rewind, SeqRange } from '../records/lineage.ts';
import { AppendQueue } from '../append-queue.ts';
import { decodeRecord, toSeq, type LogRecord, type NewRecord } from '../records/log-record.ts';
import type { AppendOptions, LogHead, SessionLog, Snapshot, VerifyReport } from '../session-log.ts';
import { ChangeSignal } from './change-signal.ts';
import type { RecordRow } from './record-table.ts';
import type { SessionEngine } from './session-engine.ts';

const PAGE = 256;

/** A session log over an engine. Appends made in the same tick, or during a commit, share the next commit. */
export class SqliteLog implements SessionLog {
  readonly #engine: SessionEngine;
  readonly #queue: AppendQueue;
  /** The last record that was read from another writer. */
  #seen: LogHead;

  constructor(engine: SessionEngine, now: () => Date) {
    this.#engine = engine;
    this.#seen = engine.opened.head;
    this.#queue = new AppendQueue(engine.opened.head, (groups) => engine.append(groups), now);
  }

  get sessionId(): string {
    return this.#engine.opened.sessionId;
  }

  get warnings(): readonly string[] {
    return this.#engine.opened.warnings;
  }

  get epoch(): number {
    return this.#engine.opened.epoch;
  }

  get head(): LogHead {
    const { head } = this.#queue;
    return head.seq >= this.#seen.seq ? head : this.#seen;
  }

  append(records: readonly NewRecord[], options: AppendOptions = {}): Promise<readonly LogRecord[]> {
    return this.#queue.append(records, options);
  }

  async *read(range: Partial<SeqRange> = {}): AsyncIterable<LogRecord> {
    const to = range.to ?? Number.MAX_SAFE_INTEGER;
    let from = range.from ?? 1;
    for (;;) {
      const rows = await this.#engine.page({ from, to }, PAGE);
      for (const row of rows) {
        if (row.seq !== from)
          throw new AgentError('SESSION_DAMAGED', `Record ${from} is missing`, {
            hint: 'Run bowline sessions salvage with its id. The original is kept',
          });
        yield toRecord(row);
        from += 1;
      }
      if (rows.length < PAGE) return;
    }
  }

  async *tail(from: number, signal: AbortSignal): AsyncIterable<LogRecord> {
    const change = new ChangeSignal(this.#engine.opened.folder, signal);
    const forget = this.#queue.onCommit(() => {
      change.wake();
    });
    let next = from;
    try {
      while (!signal.aborted) {
        for await (const record of this.read({ from: next })) {
          if (isAborted(signal)) return;
          if (record.seq > this.head.seq) this.#seen = { seq: record.seq, hash: record.hash };
          next = record.seq + 1;
          yield record;
        }
        await change.wait();
      }
    } finally {
      forget();
      change.close();
    }
  }

  async find(recordId: string): Promise<LogRecord | undefined> {
    const seq = toSeq(recordId);
    if (seq === undefined) return undefined;
    const [row] = await this.#engine.page({ from: seq, to: seq }, 1);
    const record = row === undefined ? undefined : toRecord(row);
    return record?.id === recordId ? record : undefined;
  }

  async findStream(streamId: string): Promise<LogRecord | undefined> {
    const row = await this.#engine.streamStart(streamId);
    return row === undefined ? undefined : toRecord(row);
  }

  async rewinds(): Promise<readonly Rewind[]> {
    return await this.#engine.rewinds();
  }

  async snapshot(name: string, version: number, ranges: readonly SeqRange[]): Promise<Snapshot | undefined> {
    return await this.#engine.snapshot(name, version, ranges);
  }

  async saveSnapshot(snapshot: Snapshot): Promise<void> {
    await this.#engine.saveSnapshot(snapshot);
  }

  async verify(): Promise<VerifyReport> {
    return await this.#engine.verify();
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    await this.#engine.close();
  }
}

function toRecord(row: RecordRow): LogRecord {
  return decodeRecord(row, row.seq, row.hash);
}

/** A signal can abort during a wait, but TypeScript assumes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
