import type { SeqRange, Snapshot } from '@bowline/log';
import { sql } from 'kysely';
import type { TenantDatabase } from './tenant-database.ts';

/** How many snapshots to keep per name and version: the latest, and some for rewinds. */
const KEPT = 8;

/** Finds the latest snapshot within the ranges. Ignores snapshots of another history. */
export async function findSnapshot(
  database: TenantDatabase,
  sessionId: string,
  wanted: { readonly name: string; readonly version: number; readonly ranges: readonly SeqRange[] },
): Promise<Snapshot | undefined> {
  const { name, version, ranges } = wanted;
  const [starts, ends] = [ranges.map(({ from }) => from), ranges.map(({ to }) => to)];
  const { rows } = await database.run(`read a snapshot of session ${sessionId}`, (query) =>
    sql<{ seq: string; state: string }>`
      select s.seq, s.state from bowline.snapshot s
      join bowline.record r on r.tenant = s.tenant and r.session_id = s.session_id and r.seq = s.seq and r.hash = s.hash
      where s.tenant = ${database.tenant} and s.session_id = ${sessionId} and s.name = ${name} and s.version = ${version}
        and r.tenant = ${database.tenant} and r.session_id = ${sessionId}
        and exists (select from unnest(${starts}::bigint[], ${ends}::bigint[]) as range (first, last)
          where s.seq between first and last)
      order by s.seq desc limit 1`.execute(query),
  );
  const [row] = rows;
  return row === undefined ? undefined : { name, version, seq: Number(row.seq), state: row.state };
}

/**
 * Saves a snapshot. Does nothing if its record does not exist or the writer's epoch is outdated, so that a snapshot is
 * never ahead of the log and never from a writer that was replaced.
 */
export async function saveSnapshot(
  database: TenantDatabase,
  writer: { readonly sessionId: string; readonly epoch: number },
  { name, version, seq, state }: Snapshot,
): Promise<void> {
  const { tenant } = database;
  await database.run(`save a snapshot of session ${writer.sessionId}`, async (query) => {
    await sql`
      insert into bowline.snapshot (tenant, session_id, name, version, seq, hash, state)
      select r.tenant, r.session_id, ${name}, ${version}::integer, r.seq, r.hash, ${state}
      from bowline.record r join bowline.session s on s.tenant = r.tenant and s.session_id = r.session_id
      where r.tenant = ${tenant} and r.session_id = ${writer.sessionId} and r.seq = ${seq} and s.epoch = ${writer.epoch}
      on conflict (tenant, session_id, name, version, seq) do update set hash = excluded.hash, state = excluded.state`.execute(
      query,
    );
    await sql`
      delete from bowline.snapshot
      where tenant = ${tenant} and session_id = ${writer.sessionId} and name = ${name} and (version < ${version}
        or version = ${version} and seq < (select seq from bowline.snapshot
          where tenant = ${tenant} and session_id = ${writer.sessionId} and name = ${name} and version = ${version}
          order by seq desc offset ${KEPT - 1} limit 1))`.execute(query);
  });
}
