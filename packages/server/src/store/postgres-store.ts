import { randomBytes, randomUUID } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import {
  heldInFork,
  pickSummary,
  Projection,
  refuseMoved,
  sessionFold,
  sessionHeld,
  type ArtifactStore,
  type LogHead,
  type LogOwner,
  type OpenOptions,
  type Restored,
  type SalvageReport,
  type SessionLog,
  type SessionReader,
  type SessionState,
  type SessionStore,
  type SessionSummary,
} from '@bowline/log';
import { sql } from 'kysely';
import { Leases } from './leases.ts';
import { createPostgresArtifacts } from './postgres-artifacts.ts';
import { PostgresLog } from './postgres-log.ts';
import { PostgresReader } from './postgres-reader.ts';
import { PostgresWriter } from './postgres-writer.ts';
import { walkChain } from './record-pages.ts';
import { restoreSession } from './restore-session.ts';
import { notFound, release, toClaimCall, toGranted, type Claimant, type ClaimRow } from './session-claims.ts';
import { listSessions, selectSession } from './session-list.ts';
import type { SessionSignals } from './session-signals.ts';
import { decodeSummary } from './session-summary.ts';
import { assertSessionId, type TenantDatabase } from './tenant-database.ts';
import { assertEnd, verifySession } from './verify-session.ts';

export interface PostgresStoreParts {
  readonly database: TenantDatabase;
  readonly signals: SessionSignals;
  readonly leaseMs: number;
  readonly now: () => Date;
  /** Closes resources that the store opened itself. */
  readonly onClose: () => Promise<void>;
}

/** A tenant's sessions in PostgreSQL. */
export class PostgresStore implements SessionStore {
  readonly artifacts: ArtifactStore;
  readonly #parts: PostgresStoreParts;
  readonly #leases: Leases;

  constructor(parts: PostgresStoreParts) {
    this.#parts = parts;
    this.artifacts = createPostgresArtifacts(parts.database);
    this.#leases = new Leases(parts.database, parts.leaseMs);
  }

  async open(sessionId: string, options: OpenOptions): Promise<SessionLog> {
    const { database, leaseMs } = this.#parts;
    const claimant = this.#claimant(sessionId, options);
    const claimed = await this.#claim(claimant);
    try {
      assertEnd(claimed);
      if (claimed.moved !== null) refuseMoved(sessionId, { type: 'session_moved', body: claimed.moved });
    } catch (thrown) {
      await release(database, sessionId, claimant.holder);
      throw thrown;
    }
    const head = { seq: Number(claimed.head_seq), hash: claimed.head_hash };
    const writer = new PostgresWriter({
      ...{ database, sessionId, holder: claimant.holder, leaseMs, epoch: Number(claimed.epoch), head },
      summary: claimed.summary === null ? undefined : decodeSummary(claimed.summary),
      fold: (at) => this.#fold(sessionId, at),
    });
    const onClose = this.#leases.hold(writer);
    return new PostgresLog({ ...this.#parts, sessionId, head, writer, onClose });
  }

  async openReader(sessionId: string): Promise<SessionReader> {
    assertSessionId(sessionId);
    const { database } = this.#parts;
    const row = await selectSession(database, sessionId);
    if (row === undefined) throw notFound(sessionId);
    return this.#reader(sessionId, { seq: Number(row.head_seq), hash: row.head_hash });
  }

  async list(filter: { readonly workspace?: string } = {}): Promise<readonly SessionSummary[]> {
    return await listSessions(this.#listed(), filter);
  }

  async find(wanted: string, filter: { readonly workspace?: string } = {}): Promise<SessionSummary | undefined> {
    const [exact] = await listSessions(this.#listed(), { sessionId: wanted });
    if (exact !== undefined) return exact;
    const named = wanted === 'latest' ? {} : { beginning: wanted };
    return pickSummary(await listSessions(this.#listed(), { ...filter, ...named }), wanted);
  }

  async delete(sessionId: string): Promise<void> {
    assertSessionId(sessionId);
    const [row] = await this.#parts.database.call<{ forget: string }>(`delete session ${sessionId}`, {
      name: 'bowline_forget',
      text: 'select bowline.forget($1, $2)',
      values: [this.#parts.database.tenant, sessionId],
    });
    if (row?.forget === 'missing') throw notFound(sessionId);
    if (row?.forget === 'busy') throw sessionHeld(sessionId, undefined);
  }

  async restore(restored: Restored): Promise<void> {
    assertSessionId(restored.sessionId);
    await restoreSession(this.#parts.database, restored, this.#parts.now().toISOString());
    await listSessions(this.#listed(), { sessionId: restored.sessionId }); // fills in the summary of its row
  }

  async fork(
    sessionId: string,
    fork: { readonly at: number; readonly as: string; readonly owner: LogOwner },
  ): Promise<void> {
    const reader = await this.openReader(sessionId);
    const [last] = await all(reader.read({ from: fork.at, to: fork.at }));
    if (last === undefined) throw new AgentError('RECORD_INVALID', `Session ${sessionId} has no record ${fork.at}`);
    const held = await heldInFork(reader, fork.at);
    const body = { sessionId: fork.as, from: sessionId, at: fork.at, hash: last.hash, held };
    const records = reader.read({ to: fork.at });
    const then = [{ type: 'session_forked', body } as const];
    await this.restore({ sessionId: fork.as, owner: fork.owner, records, sharing: sessionId, then });
  }

  async salvage(sessionId: string, owner: LogOwner): Promise<SalvageReport> {
    const { database } = this.#parts;
    const claimant = this.#claimant(sessionId, { owner });
    const claimed = await this.#claim(claimant);
    try {
      const { problems } = await verifySession(database, sessionId);
      const { head } = await walkChain(database, sessionId);
      const last = Math.max(Number(claimed.head_seq), await this.#lastSeq(sessionId));
      const original = `${sessionId}-${this.#parts.now().toISOString().replace(/\W/g, '')}-${randomBytes(3).toString('hex')}`;
      await database.call(`salvage session ${sessionId}`, {
        name: 'bowline_set_aside',
        text: 'select bowline.set_aside($1, $2, $3, $4, $5, $6)',
        values: [database.tenant, sessionId, claimed.epoch, original, head.seq, head.hash],
      });
      return { kept: head.seq, lost: last - head.seq, problems, original };
    } finally {
      await release(database, sessionId, claimant.holder);
    }
  }

  async close(): Promise<void> {
    this.#leases.close();
    await this.#parts.onClose();
  }

  #claimant(sessionId: string, { owner, create = false, takeover = false }: OpenOptions): Claimant {
    assertSessionId(sessionId);
    const since = this.#parts.now().toISOString();
    return { sessionId, holder: randomUUID(), owner, since, leaseMs: this.#parts.leaseMs, create, takeover };
  }

  async #claim(claimant: Claimant): Promise<ClaimRow> {
    const { database } = this.#parts;
    const { sessionId } = claimant;
    const [row] = await database.call<ClaimRow>(`open session ${sessionId}`, toClaimCall(database.tenant, claimant));
    return toGranted(row, sessionId);
  }

  async #fold(sessionId: string, head: LogHead): Promise<SessionState> {
    return (await Projection.open(this.#reader(sessionId, head), sessionFold)).state;
  }

  #reader(sessionId: string, head: LogHead): PostgresReader {
    const { database, signals } = this.#parts;
    return new PostgresReader({ database, signals, sessionId, head });
  }

  #listed(): Parameters<typeof listSessions>[0] {
    return { database: this.#parts.database, openReader: (sessionId) => this.openReader(sessionId) };
  }

  async #lastSeq(sessionId: string): Promise<number> {
    const { database } = this.#parts;
    const { rows } = await database.run(`read session ${sessionId}`, (query) =>
      sql<{ last: string | null }>`select max(seq) as last from bowline.record
        where tenant = ${database.tenant} and session_id = ${sessionId}`.execute(query),
    );
    return Number(rows[0]?.last ?? 0);
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
