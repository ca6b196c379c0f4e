import { createBatched } from './batched.ts';
import { toTenantDatabase, type TenantOptions } from './tenant-database.ts';

const TOGETHER_MS = 100;

/**
 * Returns the last record number of a session's log, or undefined if there is none. Frequent calls for many sessions
 * are batched.
 */
export type SessionHeads = (sessionId: string) => Promise<number | undefined>;

export function openSessionHeads(options: TenantOptions): SessionHeads {
  const database = toTenantDatabase(options);
  return createBatched(async (sessionIds) => {
    const rows = await database.call<{ session_id: string; head_seq: string }>('read sessions', {
      name: 'bowline_heads',
      text: 'select * from bowline.heads($1, $2)',
      values: [database.tenant, sessionIds],
    });
    return new Map(rows.map((row) => [row.session_id, Number(row.head_seq)]));
  }, TOGETHER_MS);
}
