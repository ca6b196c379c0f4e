import type { Pool } from 'pg';
import { toStoreError } from './postgres-error.ts';
import type { SessionKey } from '../durable/durable-turns.ts';

/**
 * Sessions of all tenants that need a worker: their inbox is not empty, or an open stream has no worker and waits for
 * no answer. They are submitted again after a crash, since a submit may have been lost. A redundant submit costs
 * little.
 */
export async function findWaitingSessions(pool: Pool): Promise<readonly SessionKey[]> {
  try {
    const { rows } = await pool.query<{ tenant: string; session_id: string }>('select * from bowline.waiting()');
    return rows.map((row) => ({ tenant: row.tenant, sessionId: row.session_id }));
  } catch (thrown) {
    throw toStoreError(thrown, 'find waiting sessions');
  }
}
