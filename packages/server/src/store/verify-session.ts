import type { VerifyReport } from '@bowline/log';
import { damaged, walkChain } from './record-pages.ts';
import type { TenantDatabase } from './tenant-database.ts';

/** Verifies a session's records, and that they end where the session's row says. */
export async function verifySession(database: TenantDatabase, sessionId: string): Promise<VerifyReport> {
  // Reads the row first: concurrent appends can then only make the chain longer than the row says.
  const row = await database.run(`verify session ${sessionId}`, (query) =>
    query
      .selectFrom('bowline.session')
      .select(['head_seq', 'head_hash'])
      .where('tenant', '=', database.tenant)
      .where('session_id', '=', sessionId)
      .executeTakeFirst(),
  );
  const chain = await walkChain(database, sessionId);
  const problems = chain.problem === undefined ? [] : [chain.problem];
  if (row === undefined) problems.push('The session\u2019s row is missing');
  else problems.push(...(await compareHeads(database, sessionId, { chain: chain.head.seq, row })));
  return { isSound: problems.length === 0, valid: chain.head.seq, problems };
}

async function compareHeads(
  database: TenantDatabase,
  sessionId: string,
  { chain, row }: { readonly chain: number; readonly row: { readonly head_seq: string; readonly head_hash: string } },
): Promise<string[]> {
  const seq = Number(row.head_seq);
  if (chain < seq) return [`Records ${chain + 1} to ${seq} are lost`];
  if (seq === 0) return [];
  const stored = await database.run(`verify session ${sessionId}`, (query) =>
    query
      .selectFrom('bowline.record')
      .select('hash')
      .where('tenant', '=', database.tenant)
      .where('session_id', '=', sessionId)
      .where('seq', '=', row.head_seq)
      .executeTakeFirst(),
  );
  return stored?.hash === row.head_hash ? [] : [`Record ${seq} is not the one that was written`];
}

/** Throws if the log does not end where the session's row says. */
export function assertEnd(end: {
  readonly head_seq: string;
  readonly head_hash: string;
  readonly last_hash: string | null;
  readonly is_longer: boolean;
}): void {
  const seq = Number(end.head_seq);
  if (end.is_longer) throw damaged(`The session ends at record ${seq}, but there are records after it`);
  if (seq > 0 && end.last_hash !== end.head_hash)
    throw damaged(
      end.last_hash === null ? `Record ${seq} is missing` : `Record ${seq} is not the one that was written`,
    );
}
