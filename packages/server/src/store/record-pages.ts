import { AgentError } from '@bowline/protocol';
import { GENESIS, hashRecord, type LogHead, type PlacedRecord, type SeqRange } from '@bowline/log';
import type { TenantDatabase } from './tenant-database.ts';

/** Maximum size of a page. Limited in bytes too, since it is read into memory. */
const PAGE = { records: 256, bytes: 4_000_000 };

interface Row {
  readonly seq: string;
  readonly at: string;
  readonly stream_id: string | null;
  readonly type: string;
  readonly body: string;
  readonly hash: string;
}

/** The records to read. */
export interface PageRequest extends SeqRange {
  readonly sessionId: string;
}

/** Yields raw records in order, without verifying them. */
export async function* readRows(database: TenantDatabase, request: PageRequest): AsyncIterable<PlacedRecord> {
  for (let { from } = request; from <= request.to;) {
    const rows = await readPage(database, { ...request, from });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || isEnd(rows)) return;
    from = last.seq + 1;
  }
}

/**
 * Yields records and verifies that each has the next number and a valid hash, as far back as its predecessor was read.
 */
export async function* readProven(database: TenantDatabase, request: PageRequest): AsyncIterable<PlacedRecord> {
  let before = request.from === 1 ? GENESIS : undefined;
  let { from } = request;
  for await (const record of readRows(database, request)) {
    const problem = findProblem(record, { seq: from - 1, hash: before });
    if (problem !== undefined) throw damaged(problem);
    yield record;
    before = record.hash;
    from += 1;
  }
}

/** Verifies the hash chain from the first record to the first problem. */
export async function walkChain(
  database: TenantDatabase,
  sessionId: string,
): Promise<{ readonly head: LogHead; readonly problem: string | undefined }> {
  let head: LogHead = { seq: 0, hash: GENESIS };
  // Starts below the first number, so that records in invalid positions are found too.
  for await (const record of readRows(database, {
    sessionId,
    from: Number.MIN_SAFE_INTEGER,
    to: Number.MAX_SAFE_INTEGER,
  })) {
    const problem = findProblem(record, head);
    if (problem !== undefined) return { head, problem };
    head = { seq: record.seq, hash: record.hash };
  }
  return { head, problem: undefined };
}

/** The error for a session whose rows were altered. */
export function damaged(problem: string): AgentError {
  return new AgentError('SESSION_DAMAGED', problem, { hint: 'Salvage the session. The original is kept' });
}

function findProblem(
  record: PlacedRecord,
  before: { readonly seq: number; readonly hash: string | undefined },
): string | undefined {
  if (record.seq !== before.seq + 1) return `Record ${before.seq + 1} is missing`;
  if (before.hash !== undefined && hashRecord(before.hash, record.seq, record) !== record.hash)
    return `Record ${record.seq} breaks the chain`;
  return undefined;
}

async function readPage(database: TenantDatabase, request: PageRequest): Promise<readonly PlacedRecord[]> {
  const { sessionId, from, to } = request;
  const rows = await database.call<Row>(`read session ${sessionId}`, {
    name: 'bowline_page',
    text: 'select * from bowline.page($1, $2, $3, $4, $5, $6)',
    values: [database.tenant, sessionId, from, to, PAGE.records, PAGE.bytes],
  });
  return rows.map(({ seq, at, stream_id: streamId, type, body, hash }) => ({
    ...{ seq: Number(seq), at, streamId, type, body, hash },
  }));
}

/** A page that is full in neither records nor bytes is the last one. The database counts the same way. */
function isEnd(rows: readonly PlacedRecord[]): boolean {
  if (rows.length >= PAGE.records) return false;
  return rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) < PAGE.bytes;
}
