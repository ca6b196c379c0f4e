import { AgentError } from '@bowline/protocol';
import { isSessionId } from '@bowline/log';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Pool, QueryResultRow } from 'pg';
import { checkDatabase } from './check-database.ts';
import { toStoreError } from './postgres-error.ts';
import type { Tables } from './tables.ts';
import { retryWhileDisconnected } from './wait-out.ts';

/** A tenant and its database. */
export interface TenantOptions {
  readonly pool: Pool;
  readonly tenant: string;
  /** How long a call waits for the database to come back before it fails. */
  readonly patienceMs?: number;
}

/** A prepared call of a database function. */
export interface Call {
  /** The name of the prepared statement. The same name must always have the same text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The database as one tenant sees it. */
export interface TenantDatabase {
  readonly tenant: string;
  readonly patienceMs: number;
  readonly pool: Pool;
  /** Runs queries in a transaction of the tenant. Retries after a disconnect, so they must be safe to run twice. */
  run<T>(what: string, work: (query: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** One round trip without retries. Throws driver errors unchanged. */
  callOnce<Row extends QueryResultRow>(call: Call): Promise<readonly Row[]>;
  /** The same with retries after a disconnect, and with driver errors converted. */
  call<Row extends QueryResultRow>(what: string, call: Call): Promise<readonly Row[]>;
}

const PATIENCE_MS = 15_000;

/** Binds a pool to a tenant. The first query checks that the database is usable. */
export function toTenantDatabase({ pool, tenant, patienceMs = PATIENCE_MS }: TenantOptions): TenantDatabase {
  if (!isSessionId(tenant)) {
    throw new AgentError('SETTINGS_INVALID', `Invalid tenant name: ${JSON.stringify(tenant.slice(0, 80))}`, {
      hint: 'Use 1 to 64 letters, digits, dashes and underscores, starting with a letter or digit',
    });
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const callOnce = async <Row extends QueryResultRow>({ name, text, values }: Call): Promise<readonly Row[]> => {
    await checkDatabase(pool, tenant);
    return (await pool.query<Row>({ name, text, values: [...values] })).rows;
  };
  return {
    tenant,
    patienceMs,
    pool,
    run: (what, work) =>
      attempt(what, patienceMs, async () => {
        await checkDatabase(pool, tenant);
        return await kysely.transaction().execute(async (query) => {
          await sql`select set_config('bowline.tenant', ${tenant}, true)`.execute(query);
          return await work(query);
        });
      }),
    callOnce,
    call: (what, call) => attempt(what, patienceMs, () => callOnce(call)),
  };
}

async function attempt<T>(what: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  try {
    return await retryWhileDisconnected(patienceMs, work);
  } catch (thrown) {
    throw toStoreError(thrown, what);
  }
}

/** Throws `SESSION_ID_INVALID` for a malformed session ID. */
export function assertSessionId(sessionId: string): void {
  if (isSessionId(sessionId)) return;
  throw new AgentError('SESSION_ID_INVALID', `Invalid session id: ${JSON.stringify(sessionId.slice(0, 80))}`, {
    hint: 'Use 1 to 64 letters, digits, dashes and underscores, starting with a letter or digit',
  });
}
