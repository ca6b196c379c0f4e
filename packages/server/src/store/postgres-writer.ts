import { AgentError } from '@bowline/protocol';
import {
  placeGroups,
  type AppendGroup,
  type AppendOutcome,
  type LogHead,
  type PlacedRecord,
  type SessionState,
} from '@bowline/log';
import { toAppendCall } from './append-call.ts';
import { isVerdict, toStoreError } from './postgres-error.ts';
import { damaged } from './record-pages.ts';
import { reclaim, release } from './session-claims.ts';
import { encodeSummary, reduceSummary, type KnownSummary } from './session-summary.ts';
import type { TenantDatabase } from './tenant-database.ts';
import { retryWhileDisconnected } from './wait-out.ts';

/** What a writer gets from the opened session. */
export interface WriterParts {
  readonly database: TenantDatabase;
  readonly sessionId: string;
  readonly holder: string;
  readonly leaseMs: number;
  readonly epoch: number;
  readonly head: LogHead;
  /** The summary in the session's row, or undefined if unknown. */
  readonly summary: SessionState | undefined;
  /** Computes the session's state from its log, up to a record. */
  readonly fold: (head: LogHead) => Promise<SessionState>;
}

/**
 * The only writer of a session. Appends under its epoch, and after a disconnect finds out what was written before it
 * continues.
 */
export class PostgresWriter {
  readonly #parts: WriterParts;
  #epoch: number;
  #head: LogHead;
  #summary: KnownSummary | undefined;
  /** The encoded summary in the session's row, if it is known to be there. */
  #kept: string | undefined;
  #state: 'sound' | 'suspect' | 'fenced' | 'closed' = 'sound';
  #renewedAt = performance.now();

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#epoch = parts.epoch;
    this.#head = parts.head;
    if (parts.summary === undefined) return;
    this.#summary = { state: parts.summary, isKnown: true };
    this.#kept = encodeSummary(parts.summary);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get sessionId(): string {
    return this.#parts.sessionId;
  }

  /** When the lease was last renewed. Appends renew it too. */
  get renewedAt(): number {
    return this.#renewedAt;
  }

  async append(groups: readonly AppendGroup[]): Promise<readonly AppendOutcome[]> {
    this.#assertUsable();
    try {
      if (this.#state === 'suspect')
        await retryWhileDisconnected(this.#parts.database.patienceMs, () => this.#recover());
      const { records, outcomes, head } = placeGroups(groups, this.#head);
      if (records.length > 0) await this.#write(records, head);
      return outcomes;
    } catch (thrown) {
      throw toStoreError(thrown, `write session ${this.sessionId}`);
    }
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasFenced = this.#state === 'fenced';
    this.#state = 'closed';
    if (wasFenced) return;
    // If the database is unreachable, the lease expires instead.
    await release(this.#parts.database, this.sessionId, this.#parts.holder).catch(() => undefined);
  }

  async #write(records: readonly PlacedRecord[], head: LogHead): Promise<void> {
    const start = this.#head;
    const summary = reduceSummary(await this.#known(), records);
    await retryWhileDisconnected(this.#parts.database.patienceMs, async () => {
      for (;;) {
        if (this.#state === 'suspect') await this.#recover();
        if (isSame(this.#head, head)) return; // it was written before the answer was lost
        if (!isSame(this.#head, start)) throw damaged(`Session ${this.sessionId} has a second writer`);
        if (await this.#send(records, summary)) return;
      }
    });
    this.#head = head;
    this.#summary = summary.isKnown ? summary : undefined;
    this.#kept = summary.isKnown ? encodeSummary(summary.state) : undefined;
    this.#renewedAt = performance.now();
  }

  /**
   * Returns false if the epoch or the last record differs from ours. The caller then recovers, which reports a
   * takeover.
   */
  async #send(records: readonly PlacedRecord[], summary: KnownSummary): Promise<boolean> {
    const { database, leaseMs } = this.#parts;
    const place = { sessionId: this.sessionId, epoch: this.#epoch, after: this.#head.seq, leaseMs };
    const call = toAppendCall(database.tenant, { ...place, records, ...toColumns(summary, this.#kept) });
    this.#state = 'suspect'; // until the database reports the outcome
    try {
      const [row] = await database.callOnce<{ is_appended: boolean }>(call);
      if (row?.is_appended !== true) return false;
      this.#state = 'sound';
      return true;
    } catch (thrown) {
      if (isVerdict(thrown)) this.#state = 'sound';
      throw thrown;
    }
  }

  /**
   * A call without an answer may have succeeded, or may still succeed later if it is in a socket buffer that the server
   * has not read. A new epoch rules that out, and its head is authoritative. It must include all acknowledged records.
   */
  async #recover(): Promise<void> {
    const claimed = await reclaim(this.#parts.database, this.#parts);
    if (claimed === undefined) {
      this.#state = 'fenced';
      this.#assertUsable();
      return;
    }
    const { seq, hash } = claimed.head;
    if (seq < this.#head.seq || (seq === this.#head.seq && hash !== this.#head.hash))
      throw damaged(`Record ${this.#head.seq} was acknowledged but is missing`);
    this.#epoch = claimed.epoch;
    if (seq !== this.#head.seq) this.#summary = this.#kept = undefined;
    this.#head = claimed.head;
    this.#state = 'sound';
  }

  async #known(): Promise<KnownSummary> {
    this.#summary ??= { state: await this.#parts.fold(this.#head), isKnown: true };
    return this.#summary;
  }

  #assertUsable(): void {
    if (this.#state === 'closed') throw new AgentError('SESSION_CLOSED', `Session ${this.sessionId} is closed`);
    if (this.#state === 'fenced') {
      throw new AgentError('SESSION_FENCED', `Another process took over session ${this.sessionId}`, {
        hint: 'This process writes nothing more. Attach to the session to follow it',
      });
    }
  }
}

/** The list columns of the session's row. An unchanged summary is not written again. */
function toColumns(
  { state, isKnown }: KnownSummary,
  kept: string | undefined,
): { workspace: string; isOpen: boolean; pending: number; summary: string | null } {
  const text = isKnown ? encodeSummary(state) : '';
  return {
    workspace: state.workspace,
    isOpen: state.activeStreamId !== null,
    pending: state.pending.length,
    summary: text === kept ? null : text,
  };
}

function isSame(one: LogHead, other: LogHead): boolean {
  return one.seq === other.seq && one.hash === other.hash;
}
