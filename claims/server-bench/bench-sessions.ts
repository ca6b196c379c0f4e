import { randomUUID } from 'node:crypto';
import { openInbox, openPostgresStore, openSessionFacts } from '@bowline/server';
import { owner, started } from '@bowline/testkit';
import type { NewRecord } from '@bowline/log';
import { BENCH_TENANT, type ServerBench } from './open-server-bench.ts';

/** Sessions of a server, driven without its HTTP server: messages are put into the inbox, then a worker is called. */
export interface BenchSessions {
  /** Creates a session without messages. */
  readonly create: () => Promise<string>;
  /** Sends a message and waits until the run that received it is over. */
  readonly turn: (sessionId: string, text: string) => Promise<void>;
}

/** Opens the sessions on the database and the engine of a server. */
export function openBenchSessions({ postgres, restate, workspace }: ServerBench): BenchSessions {
  const own = { pool: postgres.app, tenant: BENCH_TENANT };
  const [store, inbox, facts] = [openPostgresStore(own), openInbox(own), openSessionFacts(own)];
  return {
    create: async () => {
      const sessionId = randomUUID();
      await facts.put(sessionId, { workspace, wishes: {} });
      const log = await store.open(sessionId, { owner, create: true });
      const settings = { model: 'gemini-2.5-pro', mode: 'default' };
      const { body } = started(sessionId) as Extract<NewRecord, { type: 'session_started' }>;
      await log.append([{ type: 'session_started', body: { ...body, workspace, settings } }]);
      await log.close();
      return sessionId;
    },
    turn: async (sessionId, text) => {
      const entry = { send: { message: { content: [{ type: 'text' as const, text }] } } };
      await inbox.put(sessionId, { messageId: randomUUID(), entry });
      await callObject(restate.ingress, { object: 'Session', key: `${BENCH_TENANT}/${sessionId}`, handler: 'run' });
    },
  };
}

/** Calls a handler of a Restate object and waits for its end. */
export async function callObject(
  ingress: string,
  { object, key, handler, body }: { object: string; key: string; handler: string; body?: string },
): Promise<void> {
  const response = await fetch(`${ingress}/${object}/${encodeURIComponent(key)}/${handler}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  const said = await response.text();
  if (!response.ok) throw new Error(`${object} would not ${handler}: ${response.status} ${said}`);
}
