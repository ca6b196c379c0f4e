import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresStore } from '@bowline/server';
import type { SessionStore } from '@bowline/log';
import { all } from '@bowline/testkit';
import type { MigratedPostgres } from '../../tests/server/migrated-postgres.ts';
import type { SessionEvidence } from './chaos-evidence.ts';
import { EFFECTS } from './chaos-plan.ts';
import type { SessionNotes } from './load-session.ts';
import { TENANT, type ChaosCluster } from './open-chaos-cluster.ts';

/** Reads the evidence of sessions from the database and their workspaces. */
export async function readEvidence(
  { postgres, workspaces, homes }: ChaosCluster,
  notes: readonly SessionNotes[],
): Promise<readonly SessionEvidence[]> {
  const store = openPostgresStore({ pool: postgres.app, tenant: TENANT });
  const unsettled = await countUnsettled(postgres.admin);
  return await Promise.all(
    notes.map(async ({ sessionId, ...known }) => {
      const log = await readLog(store, sessionId);
      const files = (await homes.restore(sessionId, log.records)) ?? join(workspaces, sessionId);
      return { ...known, sessionId, ...log, ...readWorkspace(files), unsettled: unsettled.get(sessionId) ?? 0 };
    }),
  );
}

/** The commit time of each record of each session, as PostgreSQL reports it. */
export async function readCommits(admin: MigratedPostgres['admin']): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await admin.query<{ session_id: string; at: string | null }>(
    `select session_id, extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as at
     from bowline.record order by session_id, seq`,
  );
  const commits = new Map<string, number[]>();
  for (const { session_id: sessionId, at } of rows)
    if (at !== null) commits.set(sessionId, [...(commits.get(sessionId) ?? []), Number(at)]);
  return commits;
}

async function readLog(store: SessionStore, sessionId: string): Promise<Pick<SessionEvidence, 'records' | 'problems'>> {
  const reader = await store.openReader(sessionId);
  try {
    const { problems } = await reader.verify();
    // A damaged log cannot be read to its end; then `problems` reports the damage.
    const records = await all(reader.read()).catch(() => []);
    return { records, problems };
  } finally {
    await reader.close();
  }
}

function readWorkspace(folder: string): Pick<SessionEvidence, 'lines' | 'files'> {
  const effects = join(folder, EFFECTS);
  const lines = existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : [];
  const names = readdirSync(folder).filter((name) => name.startsWith('e-'));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  return { lines, files };
}

async function countUnsettled(admin: MigratedPostgres['admin']): Promise<ReadonlyMap<string, number>> {
  const { rows } = await admin.query<{ session_id: string; n: string }>(
    'select session_id, count(*) as n from bowline.inbox where settled_at is null group by session_id',
  );
  return new Map(rows.map(({ session_id: sessionId, n }) => [sessionId, Number(n)]));
}
