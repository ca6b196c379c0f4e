import { Pool } from 'pg';

export interface PoolOptions {
  /** Connections at most; PostgreSQL does little more work with more of them than it has cores and disks. */
  readonly connections?: number;
}

/** A frozen server or a silent disconnect is detected after this time. */
const QUERY_MS = 30_000;
const CONNECT_MS = 5000;

/** Connections for a process, to be shared by all that asks the same database as the same role. One that breaks is replaced. */
export function openPool(url: string, { connections = 16 }: PoolOptions = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    query_timeout: QUERY_MS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'bowline',
  });
  // A connection that breaks between two queries would end the process. The next query reports it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
