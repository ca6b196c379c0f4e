import { randomUUID } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import {
  checkReturn,
  encodeAgain,
  encodeRecord,
  placeGroups,
  type LogHead,
  type LogRecord,
  type PlacedRecord,
  type RecordFields,
  type Restored,
  writtenHere,
} from '@bowline/log';
import type { PoolClient } from 'pg';
import { toAppendCall } from './append-call.ts';
import { toKeepCall } from './postgres-artifacts.ts';
import { checkDatabase } from './check-database.ts';
import { toStoreError } from './postgres-error.ts';
import { assertEnd } from './verify-session.ts';
import { toClaimCall, toGranted, type ClaimRow } from './session-claims.ts';
import type { TenantDatabase } from './tenant-database.ts';

const BATCH = { records: 500, bytes: 4_000_000 };
/** A restore without progress for this long is aborted, so that it does not hold its transaction forever. */
const IDLE_MS = 60_000;

/** Writes a complete session in one transaction and verifies each hash. On failure, nothing is written. */
export async function restoreSession(database: TenantDatabase, restored: Restored, at: string): Promise<void> {
  const { sessionId } = restored;
  try {
    await checkDatabase(database.pool, database.tenant);
    const client = await database.pool.connect();
    let isDone = false;
    try {
      await client.query('begin');
      await client.query(`set local idle_in_transaction_session_timeout = ${IDLE_MS}`);
      await writeAll(client, database.tenant, { restored, at });
      await client.query('commit');
      isDone = true;
    } finally {
      client.release(!isDone); // closing the connection discards uncommitted changes
    }
  } catch (thrown) {
    throw toStoreError(thrown, `restore session ${sessionId}`);
  }
}

async function writeAll(
  client: PoolClient,
  tenant: string,
  { restored, at }: { readonly restored: Restored; readonly at: string },
): Promise<void> {
  const { sessionId, then = [] } = restored;
  await client.query('select bowline.hold_artifacts($1)', [tenant]); // before any row, as everywhere
  const claimed = await claimPlace(client, tenant, { restored, at });
  await keepArtifacts(client, tenant, restored);
  const epoch = Number(claimed.epoch);
  let head: LogHead = { seq: Number(claimed.head_seq), hash: claimed.head_hash };
  const records = head.seq === 0 ? restored.records : continued(restored, head);
  const write = async (batch: readonly RecordFields[]): Promise<readonly PlacedRecord[]> => {
    const after = head;
    const placed = placeGroups([{ records: batch, after: null }], after);
    const [outcome] = placed.outcomes;
    if (outcome?.ok === false) throw invalid(after.seq + 1, outcome.message);
    const unknown = { workspace: '', isOpen: false, pending: 0, summary: '' };
    const place = { sessionId, epoch, after: after.seq, leaseMs: 0, records: placed.records };
    const { name, text, values } = toAppendCall(tenant, { ...place, ...unknown });
    const { rows: answers } = await client.query<{ is_appended: boolean }>({ name, text, values: [...values] });
    if (answers[0]?.is_appended !== true) throw invalid(after.seq + 1, 'another process took over the session');
    head = placed.head;
    return placed.records;
  };
  for await (const batch of batches(records)) assertSame(batch, await write(encodeAll(batch, head.seq)));
  if (then.length > 0) await write(then.map((record) => encodeRecord(record, at)));
}

async function keepArtifacts(
  client: PoolClient,
  tenant: string,
  { sessionId, artifacts, sharing }: Restored,
): Promise<void> {
  for await (const text of artifacts ?? []) {
    const { values, ...call } = await toKeepCall({ tenant, sessionId, text });
    await client.query({ ...call, values: [...values] });
  }
  if (sharing !== undefined)
    await client.query('select bowline.share_artifacts($1, $2, $3)', [tenant, sharing, sessionId]);
}

/** Claims a new session ID, or that of a session that was moved away. */
async function claimPlace(
  client: PoolClient,
  tenant: string,
  { restored, at }: { readonly restored: Restored; readonly at: string },
): Promise<ClaimRow> {
  const { sessionId, owner, isReturn = false } = restored;
  const claimant = { sessionId, holder: randomUUID(), owner, since: at, leaseMs: 0, create: true, takeover: false };
  const { rows } = await client.query<ClaimRow>(toClaimCall(tenant, claimant));
  if (rows[0]?.outcome !== 'exists' || !isReturn) return toGranted(rows[0], sessionId);
  const again = await client.query<ClaimRow>(toClaimCall(tenant, { ...claimant, create: false }));
  const known = toGranted(again.rows[0], sessionId);
  assertEnd(known);
  if (known.moved === null) throw writtenHere(sessionId);
  return known;
}

/** Yields the records after those that exist here, once these are verified to be the same history. */
async function* continued({ sessionId, records }: Restored, { seq, hash }: LogHead): AsyncIterable<LogRecord> {
  for await (const record of checkReturn(records, { sessionId, last: { type: 'session_moved', seq, hash } }))
    if (record.seq > seq) yield record;
}

function encodeAll(batch: readonly LogRecord[], after: number): RecordFields[] {
  const gap = batch.find((record, n) => record.seq !== after + 1 + n);
  if (gap !== undefined) throw invalid(gap.seq, 'it does not follow the record before it');
  return batch.map(encodeAgain);
}

function assertSame(batch: readonly LogRecord[], placed: readonly PlacedRecord[]): void {
  const wrong = batch.find((record, n) => placed[n]?.hash !== record.hash);
  if (wrong !== undefined) throw invalid(wrong.seq, 'its hash does not match the record and its predecessor');
}

function invalid(seq: number, why: string): AgentError {
  return new AgentError('IMPORT_INVALID', `Record ${seq}: ${why}`, {
    hint: 'The import was altered or is incomplete. Nothing was imported',
  });
}

async function* batches(records: AsyncIterable<LogRecord>): AsyncIterable<LogRecord[]> {
  let batch: LogRecord[] = [];
  let bytes = 0;
  for await (const record of records) {
    batch.push(record);
    bytes += JSON.stringify(record.body).length;
    if (batch.length < BATCH.records && bytes < BATCH.bytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
