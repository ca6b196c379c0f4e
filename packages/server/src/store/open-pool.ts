import { Pool } from 'pg';

export interface PoolOptions {
  /** Maximum number of connections. More than PostgreSQL has cores and disks adds little throughput. */
  readonly connections?: number;
}

/** Time after which a frozen server or a silent disconnect is detected. */
const QUERY_MS = 30_000;
const CONNECT_MS = 5000;

/**
 * A connection pool, shared by everything in this process that uses the same database and role. Replaces broken
 * connections.
 */
export function openPool(url: string, { connections = 16 }: PoolOptions = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    query_timeout: QUERY_MS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'bowline',
  });
  // Without a listener, a connection that breaks between two queries would end the process. The next query reports the
  // error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
