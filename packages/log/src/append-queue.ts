import { AgentError } from '@bowline/protocol';
import { decodeRecord, encodeRecord, type LogRecord, type NewRecord } from './records/log-record.ts';
import type { AppendGroup, AppendOutcome } from './records/place-groups.ts';
import type { AppendOptions, LogHead } from './session-log.ts';

/**
 * Commits groups in one transaction, synchronously or as a promise. If it throws, every group in it fails with that
 * error.
 */
export type CommitGroups = (
  groups: readonly AppendGroup[],
) => readonly AppendOutcome[] | Promise<readonly AppendOutcome[]>;

interface Waiting {
  readonly group: AppendGroup;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Queues the appends of a log. Appends made in the same tick, or during a commit, share the next commit. */
export class AppendQueue {
  readonly #commitGroups: CommitGroups;
  readonly #now: () => Date;
  readonly #changed = new Set<() => void>();
  #waiting: Waiting[] = [];
  #isCommitting = false;
  #head: LogHead;

  constructor(head: LogHead, commit: CommitGroups, now: () => Date) {
    this.#head = head;
    this.#commitGroups = commit;
    this.#now = now;
  }

  /** The last record that was acknowledged. */
  get head(): LogHead {
    return this.#head;
  }

  append(records: readonly NewRecord[], options: AppendOptions = {}): Promise<readonly LogRecord[]> {
    return new Promise((resolve, reject) => {
      const at = this.#now().toISOString();
      const fields = records.map((record) => encodeRecord(record, at));
      const settle = (outcome: AppendOutcome): void => {
        if (outcome.ok) resolve(fields.map((field, n) => toRecord(field, outcome.places[n] ?? this.#head)));
        else reject(new AgentError(outcome.code, outcome.message, { hint: 'Read the log again' }));
      };
      this.#waiting.push({ group: { records: fields, after: options.after ?? null }, settle, reject });
      if (this.#waiting.length === 1 && !this.#isCommitting) this.#scheduleCommit();
    });
  }

  /** Calls `wake` after each commit. Call the result to stop. */
  onCommit(wake: () => void): () => void {
    this.#changed.add(wake);
    return () => this.#changed.delete(wake);
  }

  /** Resolves when nothing is being committed. */
  async settled(): Promise<void> {
    while (this.#isCommitting) {
      await new Promise<void>((resolve) => {
        const forget = this.onCommit(() => {
          forget();
          resolve();
        });
      });
    }
  }

  /** Waits one microtask, so that all appends of this turn of the event loop share the commit. */
  #scheduleCommit(): void {
    this.#isCommitting = true;
    queueMicrotask(() => {
      this.#commit();
    });
  }

  #commit(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    const fail = (thrown: unknown): void => {
      for (const { reject } of batch) reject(thrown);
      this.#finishCommit();
    };
    const settle = (outcomes: readonly AppendOutcome[]): void => {
      this.#settle(batch, outcomes);
      this.#finishCommit();
    };
    try {
      const outcomes = this.#commitGroups(batch.map(({ group }) => group));
      // An engine in this thread returns synchronously, so appends need not wait for another turn of the event loop.
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
        reject(new AgentError('INTERNAL', 'A group of records has no outcome'));
        continue;
      }
      const last = outcome.ok ? outcome.places.at(-1) : undefined;
      if (last !== undefined) this.#head = last;
      settle(outcome);
    }
  }

  #finishCommit(): void {
    this.#isCommitting = false;
    if (this.#waiting.length > 0) this.#scheduleCommit();
    for (const wake of [...this.#changed]) wake();
  }
}

function toRecord(fields: AppendGroup['records'][number], place: LogHead): LogRecord {
  return decodeRecord(fields, place.seq, place.hash);
}
