import { AgentError } from '@bowline/protocol';
import type { Pool } from 'pg';
import { DATABASE_VERSION } from './migrations.ts';

/** Checks by pool and tenant, each run once. */
const checked = new WeakMap<Pool, Map<string, Promise<void>>>();

/**
 * Checks once that the database has the current schema and that row-level security applies to our role, and registers
 * the tenant.
 */
export async function checkDatabase(pool: Pool, tenant: string): Promise<void> {
  const tenants = checked.get(pool) ?? new Map<string, Promise<void>>();
  checked.set(pool, tenants);
  let check = tenants.get(tenant);
  if (check === undefined) {
    check = runCheck(pool, tenant);
    tenants.set(tenant, check);
    check.catch(() => tenants.delete(tenant));
  }
  await check;
}

interface Found {
  readonly version: number | null;
  readonly role: string;
  readonly is_unbound: boolean;
  readonly is_owner: boolean;
}

async function runCheck(pool: Pool, tenant: string): Promise<void> {
  const { rows } = await pool.query<Found>(`
    select (select max(version) from bowline.migration) as version, current_user as role,
      rolsuper or rolbypassrls as is_unbound,
      exists (select from pg_class where relnamespace = 'bowline'::regnamespace
        and pg_has_role(current_user, relowner, 'member')) as is_owner
    from pg_roles where rolname = current_user`);
  const problem = toProblem(rows[0]);
  if (problem !== undefined) throw problem;
  await pool.query('insert into bowline.tenant values ($1) on conflict do nothing', [tenant]);
}

function toProblem(found: Found | undefined): AgentError | undefined {
  const version = found?.version ?? 0;
  if (version < DATABASE_VERSION) {
    return new AgentError(
      'STORE_FAILED',
      `The database has schema version ${version}, but this server needs ${DATABASE_VERSION}`,
      {
        hint: 'Migrate the database first',
      },
    );
  }
  if (version > DATABASE_VERSION) {
    return new AgentError(
      'STORE_FAILED',
      `The database has schema version ${version}, but this server only supports ${DATABASE_VERSION}`,
      {
        hint: 'Update Bowline',
      },
    );
  }
  if (found?.is_unbound === true || found?.is_owner === true) {
    const why = found.is_unbound ? 'it bypasses row-level security' : 'it owns the tables';
    return new AgentError('SETTINGS_INVALID', `The role ${found.role} must not be used to serve: ${why}`, {
      hint: 'Connect as bowline_app, or append ?options=-c%20role%3Dbowline_app to the address',
    });
  }
  return undefined;
}
