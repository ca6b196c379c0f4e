import type { Pool } from 'pg';
import { toStoreError } from './postgres-error.ts';
import type { SessionKey } from '../durable/durable-turns.ts';

/**
 * Sessions of all tenants that a worker should look at: something waits in their inbox, or a stream is open that nobody
 * works at and that waits for no answer. To be submitted again after a crash, since a submit may have been lost; one too
 * many costs little.
 */
export async function findWaitingSessions(pool: Pool): Promise<readonly SessionKey[]> {
  try {
    const { rows } = await pool.query<{ tenant: string; session_id: string }>('select * from bowline.waiting()');
    return rows.map((row) => ({ tenant: row.tenant, sessionId: row.session_id }));
  } catch (thrown) {
    throw toStoreError(thrown, 'looking for sessions that wait');
  }
}
