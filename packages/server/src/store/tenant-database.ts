import { AgentError } from '@bowline/protocol';
import { isSessionId } from '@bowline/log';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Pool, QueryResultRow } from 'pg';
import { checkDatabase } from './check-database.ts';
import { toStoreError } from './postgres-error.ts';
import type { Tables } from './tables.ts';
import { retryWhileDisconnected } from './wait-out.ts';

/** Whose data, in which database. */
export interface TenantOptions {
  readonly pool: Pool;
  readonly tenant: string;
  /** How long a restart of the database is waited out before a call fails. */
  readonly patienceMs?: number;
}

/** A prepared call of one of the functions in the database. */
export interface Call {
  /** Names the prepared statement; the same name is always the same text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The database as one tenant sees it. */
export interface TenantDatabase {
  readonly tenant: string;
  readonly patienceMs: number;
  readonly pool: Pool;
  /** Runs queries in a transaction of the tenant, again after a cut: they must bear to be run twice. */
  run<T>(what: string, work: (query: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** One round trip, tried once; throws what the driver throws. */
  callOnce<Row extends QueryResultRow>(call: Call): Promise<readonly Row[]>;
  /** The same, again after a cut, with errors that say what they mean. */
  call<Row extends QueryResultRow>(what: string, call: Call): Promise<readonly Row[]>;
}

const PATIENCE_MS = 15_000;

/** Binds a pool to a tenant. The first query checks that the database is fit to be used. */
export function toTenantDatabase({ pool, tenant, patienceMs = PATIENCE_MS }: TenantOptions): TenantDatabase {
  if (!isSessionId(tenant)) {
    throw new AgentError('SETTINGS_INVALID', `not a name for a tenant: ${JSON.stringify(tenant.slice(0, 80))}`, {
      hint: 'use 1 to 64 letters, digits, dashes and underscores, starting with a letter or digit',
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

/** Throws `SESSION_ID_INVALID` for what can be no session's id anywhere. */
export function assertSessionId(sessionId: string): void {
  if (isSessionId(sessionId)) return;
  throw new AgentError('SESSION_ID_INVALID', `not a session id: ${JSON.stringify(sessionId.slice(0, 80))}`, {
    hint: 'use 1 to 64 letters, digits, dashes and underscores, starting with a letter or digit',
  });
}
