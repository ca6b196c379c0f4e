import type { SessionStore } from '@bowline/log';
import type { Pool } from 'pg';
import { openPool } from './open-pool.ts';
import { PostgresStore } from './postgres-store.ts';
import { SessionSignals, type SessionHints } from './session-signals.ts';
import { toTenantDatabase } from './tenant-database.ts';

/** Where a tenant's sessions are, and how they are kept. */
export type PostgresStoreOptions = ({ readonly pool: Pool } | { readonly url: string }) & {
  readonly tenant: string;
  readonly now?: () => Date;
  /** How readers in other processes hear of new records; without it they look once a second. */
  readonly hints?: SessionHints;
  /** How long a session is held by a writer that has died. One who takes over does not wait for it. */
  readonly leaseMs?: number;
  /** How long a restart of the database is waited out before a call fails. */
  readonly patienceMs?: number;
};

const LEASE_MS = 30_000;

/** Opens a tenant's sessions. A pool that is handed in stays open; sessions that were opened from it are closed before it is. */
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
