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

/** What an opened session hands to its writer. */
export interface WriterParts {
  readonly database: TenantDatabase;
  readonly sessionId: string;
  readonly holder: string;
  readonly leaseMs: number;
  readonly epoch: number;
  readonly head: LogHead;
  /** As the session's row has it; undefined when it is not known. */
  readonly summary: SessionState | undefined;
  /** Folds the session up to a record from its log. */
  readonly fold: (head: LogHead) => Promise<SessionState>;
}

/** The one writer of a session: appends under its epoch, and after a cut finds out what happened before it goes on. */
export class PostgresWriter {
  readonly #parts: WriterParts;
  #epoch: number;
  #head: LogHead;
  #summary: KnownSummary | undefined;
  /** The summary's text in the session's row, when it is known to be there. */
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

  /** When the lease was last prolonged; an append does so too. */
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
      throw toStoreError(thrown, `session ${this.sessionId}`);
    }
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const wasFenced = this.#state === 'fenced';
    this.#state = 'closed';
    if (wasFenced) return;
    // A database that is away cannot be told; the lease ends by itself.
    await release(this.#parts.database, this.sessionId, this.#parts.holder).catch(() => undefined);
  }

  async #write(records: readonly PlacedRecord[], head: LogHead): Promise<void> {
    const start = this.#head;
    const summary = reduceSummary(await this.#known(), records);
    await retryWhileDisconnected(this.#parts.database.patienceMs, async () => {
      for (;;) {
        if (this.#state === 'suspect') await this.#recover();
        if (isSame(this.#head, head)) return; // it was there before the answer was lost
        if (!isSame(this.#head, start)) throw damaged(`session ${this.sessionId} is not where its only writer left it`);
        if (await this.#send(records, summary)) return;
      }
    });
    this.#head = head;
    this.#summary = summary.isKnown ? summary : undefined;
    this.#kept = summary.isKnown ? encodeSummary(summary.state) : undefined;
    this.#renewedAt = performance.now();
  }

  /** False when the epoch or the last record is another than we believe: then we look, and hear if we were taken over from. */
  async #send(records: readonly PlacedRecord[], summary: KnownSummary): Promise<boolean> {
    const { database, leaseMs } = this.#parts;
    const place = { sessionId: this.sessionId, epoch: this.#epoch, after: this.#head.seq, leaseMs };
    const call = toAppendCall(database.tenant, { ...place, records, ...toColumns(summary, this.#kept) });
    this.#state = 'suspect'; // until the database has said what came of it
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
   * A call whose answer was lost may have been done, or may yet be: it can still lie in a socket that the server reads
   * later. A new epoch puts an end to that, and the head that comes with it is the truth. What was acknowledged must be in it.
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
      throw damaged(`record ${this.#head.seq} was acknowledged and is gone`);
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
    if (this.#state === 'closed') throw new AgentError('SESSION_CLOSED', `session ${this.sessionId} is closed`);
    if (this.#state === 'fenced') {
      throw new AgentError('SESSION_FENCED', `session ${this.sessionId} was taken over by another process`, {
        hint: 'nothing more is written from here; attach to the session to see what goes on',
      });
    }
  }
}

/** The columns of the session's row for lists. A text that has not changed is not written again. */
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
