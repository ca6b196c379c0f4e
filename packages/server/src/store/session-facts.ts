import * as z from 'zod';
import { assertSessionId, toTenantDatabase, type TenantOptions } from './tenant-database.ts';

const wishesSchema = z.record(z.string(), z.unknown());

/** What a session was asked for with, before its log began: where it works, and how. */
export interface ServerSession {
  readonly sessionId: string;
  readonly workspace: string;
  /** Model, mode and whatever else its maker wished for, as JSON. */
  readonly wishes: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
}

/** What the server knows of sessions that their logs do not say. */
export interface SessionFacts {
  /** Keeps what a session is to be, once: `known` when the id is taken, and then nothing has changed. */
  put(sessionId: string, facts: Pick<ServerSession, 'workspace' | 'wishes'>): Promise<'new' | 'known'>;
  get(sessionId: string): Promise<ServerSession | undefined>;
  /** Newest first. */
  list(): Promise<readonly ServerSession[]>;
}

/** The facts of a tenant's sessions. */
export function openSessionFacts(options: TenantOptions): SessionFacts {
  const database = toTenantDatabase(options);
  const select = (sessionId?: string): Promise<readonly ServerSession[]> =>
    database.run('the facts of sessions', async (query) => {
      const rows = query.selectFrom('bowline.server_session').selectAll().where('tenant', '=', database.tenant);
      const wanted = sessionId === undefined ? rows : rows.where('session_id', '=', sessionId);
      const found = await wanted.orderBy('created_at', 'desc').execute();
      return found.map((row) => ({
        sessionId: row.session_id,
        workspace: row.workspace,
        wishes: wishesSchema.parse(row.wishes),
        createdAt: row.created_at.toISOString(),
      }));
    });
  return {
    async put(sessionId, { workspace, wishes }) {
      assertSessionId(sessionId);
      const row = { tenant: database.tenant, session_id: sessionId, workspace, wishes: JSON.stringify(wishes) };
      const put = await database.run(`the facts of session ${sessionId}`, (query) =>
        query
          .insertInto('bowline.server_session')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst(),
      );
      return put.numInsertedOrUpdatedRows === 1n ? 'new' : 'known';
    },
    get: async (sessionId) => (await select(sessionId))[0],
    list: () => select(),
  };
}
