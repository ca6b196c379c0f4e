import * as z from 'zod';
import { assertSessionId, toTenantDatabase, type TenantOptions } from './tenant-database.ts';

const wishesSchema = z.record(z.string(), z.unknown());

/** The options with which a session was created, before its log starts. */
export interface ServerSession {
  readonly sessionId: string;
  readonly workspace: string;
  /** Model, mode and other requested options, as JSON. */
  readonly wishes: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
}

/** Facts about sessions that are not in their logs. */
export interface SessionFacts {
  /** Saves the facts of a session once. Returns `known` if the ID is taken, and then changes nothing. */
  put(sessionId: string, facts: Pick<ServerSession, 'workspace' | 'wishes'>): Promise<'new' | 'known'>;
  get(sessionId: string): Promise<ServerSession | undefined>;
  /** Newest first. */
  list(): Promise<readonly ServerSession[]>;
}

/** The session facts of a tenant. */
export function openSessionFacts(options: TenantOptions): SessionFacts {
  const database = toTenantDatabase(options);
  const select = (sessionId?: string): Promise<readonly ServerSession[]> =>
    database.run('read session options', async (query) => {
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
      const put = await database.run(`save the options of session ${sessionId}`, (query) =>
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
