import { AgentError } from '@bowline/protocol';
import {
  Projection,
  sessionFold,
  toDamagedSummary,
  toSummary,
  type SessionReader,
  type SessionSummary,
} from '@bowline/log';
import { decodeSummary, encodeSummary } from './session-summary.ts';
import type { TenantDatabase } from './tenant-database.ts';

/** Which sessions to list. All by default. */
export interface ListFilter {
  readonly workspace?: string | undefined;
  readonly sessionId?: string;
  readonly beginning?: string;
}

interface ListedRow {
  readonly session_id: string;
  readonly epoch: string;
  readonly head_seq: string;
  readonly updated_at: string;
  readonly summary: string | null;
}

/** The row of one session, in one round trip. */
export async function selectSession(
  database: TenantDatabase,
  sessionId: string,
): Promise<(ListedRow & { readonly head_hash: string }) | undefined> {
  const [row] = await database.call<ListedRow & { readonly head_hash: string }>(`read session ${sessionId}`, {
    name: 'bowline_session_row',
    text: 'select * from bowline.session_row($1, $2)',
    values: [database.tenant, sessionId],
  });
  return row;
}

/** What listing needs from the store. */
export interface ListParts {
  readonly database: TenantDatabase;
  readonly openReader: (sessionId: string) => Promise<SessionReader>;
}

/** Lists sessions from their rows, newest first. If a row has no summary, computes it from the log and saves it. */
export async function listSessions(parts: ListParts, filter: ListFilter): Promise<SessionSummary[]> {
  const summaries: SessionSummary[] = [];
  for (const row of await selectRows(parts.database, filter)) {
    if (row.summary === null) summaries.push(await readSummary(parts, row));
    else summaries.push(toSummary(row.session_id, decodeSummary(row.summary, row.updated_at), Number(row.head_seq)));
  }
  const { workspace } = filter;
  return workspace === undefined ? summaries : summaries.filter((summary) => summary.workspace === workspace);
}

async function selectRows(database: TenantDatabase, filter: ListFilter): Promise<readonly ListedRow[]> {
  const { workspace, sessionId, beginning } = filter;
  if (sessionId !== undefined) {
    const row = await selectSession(database, sessionId);
    return row === undefined ? [] : [row];
  }
  return await database.run('list sessions', (query) => {
    let rows = query
      .selectFrom('bowline.session')
      .select(['session_id', 'epoch', 'head_seq', 'updated_at', 'summary'])
      .where('tenant', '=', database.tenant);
    if (beginning !== undefined)
      rows = rows.where('session_id', '>=', beginning).where('session_id', '<', `${beginning}\u{10FFFF}`);
    if (workspace !== undefined)
      rows = rows.where((row) => row.or([row('workspace', '=', workspace), row('summary', 'is', null)]));
    return rows.orderBy('updated_at', 'desc').execute();
  });
}

async function readSummary({ database, openReader }: ListParts, row: ListedRow): Promise<SessionSummary> {
  try {
    const reader = await openReader(row.session_id);
    const { state } = await Projection.open(reader, sessionFold);
    await database.run(`save the summary of session ${row.session_id}`, (query) =>
      query
        .updateTable('bowline.session')
        .set({
          summary: encodeSummary(state),
          workspace: state.workspace,
          is_open: state.activeStreamId !== null,
          pending: state.pending.length,
        })
        .where('tenant', '=', database.tenant)
        .where('session_id', '=', row.session_id)
        .where('head_seq', '=', String(reader.head.seq))
        .where('summary', 'is', null)
        .execute(),
    );
    return toSummary(row.session_id, state, reader.head.seq);
  } catch (thrown) {
    const { code, message } = AgentError.from(thrown);
    if (code === 'STORE_FAILED' || code === 'STORE_FULL') throw thrown;
    return toDamagedSummary(row.session_id, row.updated_at, message);
  }
}
