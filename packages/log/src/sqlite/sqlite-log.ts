import { AgentError } from '@bowline/protocol';
import type { Rewind, SeqRange } from '../records/lineage.ts';
import {
  decodeRecord,
  encodeRecord,
  toSeq,
  type LogRecord,
  type NewRecord,
  type RecordFields,
} from '../records/log-record.ts';
import type { AppendOptions, LogHead, SessionLog, Snapshot, VerifyReport } from '../session-log.ts';
import { ChangeSignal } from './change-signal.ts';
import type { RecordRow } from './record-table.ts';
import type { AppendGroup, AppendOutcome, SessionEngine } from './session-engine.ts';

const PAGE = 256;

interface Waiting {
  readonly group: AppendGroup;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A session log over an engine. Appends that are asked for at once, or while a commit is under way, share the next one. */
export class SqliteLog implements SessionLog {
  readonly #engine: SessionEngine;
  readonly #now: () => Date;
  readonly #changed = new Set<() => void>();
  #queue: Waiting[] = [];
  #isCommitting = false;
  #head: LogHead;

  constructor(engine: SessionEngine, now: () => Date) {
    this.#engine = engine;
    this.#now = now;
    this.#head = engine.opened.head;
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
    return this.#head;
  }

  append(records: readonly NewRecord[], options: AppendOptions = {}): Promise<readonly LogRecord[]> {
    return new Promise((resolve, reject) => {
      const at = this.#now().toISOString();
      const fields = records.map((record) => encodeRecord(record, at));
      const settle = (outcome: AppendOutcome): void => {
        if (outcome.ok) resolve(fields.map((field, n) => toRecord(field, outcome.places[n] ?? this.#head)));
        else reject(new AgentError(outcome.code, outcome.message, { hint: 'read the log again' }));
      };
      this.#queue.push({ group: { records: fields, after: options.after ?? null }, settle, reject });
      if (this.#queue.length === 1 && !this.#isCommitting) this.#scheduleCommit();
    });
  }

  async *read(range: Partial<SeqRange> = {}): AsyncIterable<LogRecord> {
    const to = range.to ?? Number.MAX_SAFE_INTEGER;
    let from = range.from ?? 1;
    for (;;) {
      const rows = await this.#engine.page({ from, to }, PAGE);
      for (const row of rows) {
        if (row.seq !== from)
          throw new AgentError('SESSION_DAMAGED', `record ${from} is missing`, { hint: 'salvage the session' });
        yield toRecord(row, row);
        from += 1;
      }
      if (rows.length < PAGE) return;
    }
  }

  async *tail(from: number, signal: AbortSignal): AsyncIterable<LogRecord> {
    const change = new ChangeSignal(this.#engine.opened.folder, signal);
    const wake = change.wake.bind(change);
    this.#changed.add(wake);
    let next = from;
    try {
      while (!signal.aborted) {
        for await (const record of this.read({ from: next })) {
          if (isAborted(signal)) return;
          if (record.seq > this.#head.seq) this.#head = { seq: record.seq, hash: record.hash };
          next = record.seq + 1;
          yield record;
        }
        await change.wait();
      }
    } finally {
      this.#changed.delete(wake);
      change.close();
    }
  }

  async find(recordId: string): Promise<LogRecord | undefined> {
    const seq = toSeq(recordId);
    if (seq === undefined) return undefined;
    const [row] = await this.#engine.page({ from: seq, to: seq }, 1);
    const record = row === undefined ? undefined : toRecord(row, row);
    return record?.id === recordId ? record : undefined;
  }

  async findStream(streamId: string): Promise<LogRecord | undefined> {
    const row = await this.#engine.streamStart(streamId);
    return row === undefined ? undefined : toRecord(row, row);
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
    while (this.#isCommitting) await new Promise<void>((resolve) => this.#changed.add(resolve));
    await this.#engine.close();
  }

  /** A microtask later, so that everything asked for in this turn of the loop joins. */
  #scheduleCommit(): void {
    this.#isCommitting = true;
    queueMicrotask(() => {
      this.#commit();
    });
  }

  #commit(): void {
    const batch = this.#queue;
    this.#queue = [];
    const fail = (thrown: unknown): void => {
      for (const { reject } of batch) reject(thrown);
      this.#finishCommit();
    };
    const settle = (outcomes: readonly AppendOutcome[]): void => {
      this.#settle(batch, outcomes);
      this.#finishCommit();
    };
    try {
      const outcomes = this.#engine.append(batch.map(({ group }) => group));
      // An engine of this thread answers at once, and then nobody waits for another turn of the loop.
      if (outcomes instanceof Promise) outcomes.then(settle, fail);
      else settle(outcomes);
    } catch (thrown) {
      fail(thrown);
    }
  }

  #settle(batch: readonly Waiting[], outcomes: readonly AppendOutcome[]): void {
    for (const [n, { settle, reject }] of batch.entries()) {
      const outcome = outcomes[n];
      if (outcome === undefined) {
        reject(new AgentError('INTERNAL', 'a group of records has no outcome'));
        continue;
      }
      const last = outcome.ok ? outcome.places.at(-1) : undefined;
      if (last !== undefined) this.#head = last;
      settle(outcome);
    }
  }

  #finishCommit(): void {
    this.#isCommitting = false;
    if (this.#queue.length > 0) this.#scheduleCommit();
    for (const wake of [...this.#changed]) wake();
  }
}

function toRecord(fields: RecordFields | RecordRow, place: LogHead): LogRecord {
  return decodeRecord(fields, place.seq, place.hash);
}

/** A signal can abort while we wait; the compiler believes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
