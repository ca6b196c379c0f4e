import { AgentError } from '@bowline/protocol';
import { Client } from 'pg';
import { migrations } from './migrations.ts';
import { toStoreError } from './postgres-error.ts';

/** The default role of workers and the HTTP server. */
export const APP_ROLE = 'bowline_app';

export interface MigrateOptions {
  /** The role that is granted only what the server needs. Created if missing and permitted. */
  readonly appRole?: string;
}

/** The schema version before and after a migration. */
export interface MigrateReport {
  readonly from: number;
  readonly to: number;
}

/** An arbitrary number for the advisory lock of migrations. */
const LOCK = 6_027_741_390;

/**
 * Brings the database at `url` to the current schema, completely or not at all, one process at a time.
 *
 * The role in `url` becomes the owner of the tables. Do not serve as it: connect as the app's role, which owns nothing
 * and is bound by row-level security.
 */
export async function migrate(url: string, { appRole = APP_ROLE }: MigrateOptions = {}): Promise<MigrateReport> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(appRole))
    throw new AgentError('SETTINGS_INVALID', `Invalid role name: ${appRole}`, { hint: 'Use a-z, 0-9 and _' });
  const client = new Client({ connectionString: url, application_name: 'bowline migrate' });
  client.on('error', () => undefined); // the failing query reports it
  try {
    await client.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await ensureRole(client, appRole);
    const report = await applyMissing(client, appRole);
    await client.query('commit');
    return report;
  } catch (thrown) {
    throw toStoreError(thrown, 'migrate the database');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function applyMissing(client: Client, appRole: string): Promise<MigrateReport> {
  await client.query(`
    create schema if not exists bowline;
    create table if not exists bowline.migration (version integer primary key, applied_at timestamptz default now())`);
  const { rows } = await client.query<{ version: number | null }>(
    'select max(version) as version from bowline.migration',
  );
  const from = rows[0]?.version ?? 0;
  for (const { version, sql } of migrations) {
    if (version <= from) continue;
    await client.query(sql(appRole));
    await client.query('insert into bowline.migration (version) values ($1)', [version]);
  }
  return { from, to: Math.max(from, migrations.at(-1)?.version ?? 0) };
}

async function ensureRole(client: Client, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 1) return;
  try {
    await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls`);
  } catch (thrown) {
    throw new AgentError('STORE_FAILED', `Role ${role} does not exist, and this user is not allowed to create it`, {
      hint: `Run as an administrator: create role ${role} login password '...' nosuperuser nobypassrls`,
      cause: thrown,
    });
  }
}
