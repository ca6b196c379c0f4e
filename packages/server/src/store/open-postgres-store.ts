import type { SessionStore } from '@bowline/log';
import type { Pool } from 'pg';
import { openPool } from './open-pool.ts';
import { PostgresStore } from './postgres-store.ts';
import { SessionSignals, type SessionHints } from './session-signals.ts';
import { toTenantDatabase } from './tenant-database.ts';

/** The database and tenant of a store, and its options. */
export type PostgresStoreOptions = ({ readonly pool: Pool } | { readonly url: string }) & {
  readonly tenant: string;
  readonly now?: () => Date;
  /** Notifies readers in other processes of new records. Without it, they poll once a second. */
  readonly hints?: SessionHints;
  /** How long a dead writer keeps its session. A takeover does not wait for it. */
  readonly leaseMs?: number;
  /** How long a call waits for the database to come back before it fails. */
  readonly patienceMs?: number;
};

const LEASE_MS = 30_000;

/** Opens a tenant's sessions. A given pool stays open. Close sessions before their pool. */
export function openPostgresStore(options: PostgresStoreOptions): SessionStore {
  const { tenant, now = () => new Date(), leaseMs = LEASE_MS, patienceMs } = options;
  const pool = 'pool' in options ? options.pool : openPool(options.url);
  const database = toTenantDatabase({ pool, tenant, ...(patienceMs === undefined ? {} : { patienceMs }) });
  return new PostgresStore({
    ...{ database, leaseMs, now, signals: new SessionSignals(options.hints) },
    onClose: async () => {
      if (!('pool' in options)) await pool.end();
    },
  });
}
