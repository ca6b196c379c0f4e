import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  openInbox,
  openPostgresStore,
  openRestateTurns,
  openSessionFacts,
  type InboxEntry,
  type InboxOutcome,
} from '@bowline/server';
import { toAgentEvents } from '@bowline/runtime';
import type { AgentEvent, AgentSend, ApprovalMode } from '@bowline/protocol';
import type { LogRecord, NewRecord, SessionStore } from '@bowline/log';
import { all } from '@bowline/testkit';
import { openMigratedPostgres } from './migrated-postgres.ts';
import { openRestate, type TestRestate } from './open-restate.ts';
import { openWorkers, type TestWorkers, type WorkersOptions } from './open-workers.ts';

/** PostgreSQL, Restate and workers for one test, and clients for their sessions. */
export interface DurableRig {
  readonly restate: TestRestate;
  readonly workers: TestWorkers;
  readonly store: SessionStore;
  /** Creates a session without messages. */
  readonly session: (mode?: ApprovalMode, wishes?: Readonly<Record<string, unknown>>) => Promise<RigSession>;
  readonly close: () => Promise<void>;
}

/** One session, seen from outside. */
export interface RigSession {
  readonly sessionId: string;
  /** Adds an entry to the inbox and wakes a worker; returns the id of the entry. */
  readonly put: (entry: InboxEntry, messageId?: string) => Promise<string>;
  /** The same for plain text. */
  readonly say: (text: string) => Promise<string>;
  readonly outcome: (messageId: string) => Promise<InboxOutcome>;
  readonly records: () => Promise<readonly LogRecord[]>;
  readonly events: () => Promise<readonly AgentEvent[]>;
  /** Waits for an event in the log. */
  readonly until: <Type extends AgentEvent['type']>(type: Type, count?: number) => Promise<EventOf<Type>>;
  /** The state of the session in the engine, such as `stuck`. */
  readonly status: () => Promise<string>;
}

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

const TENANT = 'acme';
const PATIENCE_MS = 60_000;

export async function openDurableRig(
  options: Partial<Omit<WorkersOptions, 'database' | 'restate' | 'publicKey'>> & { readonly nodes?: 1 | 3 } = {},
): Promise<DurableRig> {
  const { nodes = 1, ...wanted } = options;
  const [postgres, restate] = await Promise.all([openMigratedPostgres(), openRestate({ nodes })]);
  const { ingress, admin, publicKey } = restate;
  const database = postgres.postgres.appUrl;
  const workers = await openWorkers({ ...wanted, database, restate: { ingress, admin }, publicKey });
  const own = { pool: postgres.app, tenant: TENANT };
  const store = openPostgresStore(own);
  const inbox = openInbox(own);
  const facts = openSessionFacts(own);
  const turns = openRestateTurns(restate);

  const session: DurableRig['session'] = async (mode = 'default', wishes = {}) => {
    const sessionId = `s-${randomUUID().slice(0, 12)}`;
    const key = { tenant: TENANT, sessionId };
    await begin(store, sessionId, { workspace: workers.workspace, mode });
    await facts.put(sessionId, { workspace: workers.workspace, wishes });
    const put: RigSession['put'] = async (entry, messageId = randomUUID()) => {
      await inbox.put(sessionId, { messageId, entry });
      await turns.submit(key);
      return messageId;
    };
    const records = async (): Promise<readonly LogRecord[]> => {
      const reader = await store.openReader(sessionId);
      try {
        return await all(reader.read());
      } finally {
        await reader.close();
      }
    };
    const events = async (): Promise<readonly AgentEvent[]> =>
      (await records()).flatMap((record) => toAgentEvents(record, sessionId));
    return {
      sessionId,
      put,
      say: (text) => put({ send: toMessage(text) }),
      outcome: async (messageId) =>
        await eventually(`an outcome of ${messageId}`, workers, async () => {
          const known = await inbox.outcomeOf(sessionId, messageId);
          return known.state === 'settled' ? known.outcome : undefined;
        }),
      records,
      events,
      until: async <Type extends AgentEvent['type']>(type: Type, count = 1) =>
        await eventually(`${type} in ${sessionId}`, workers, async () => {
          const found = (await events()).filter((event): event is EventOf<Type> => event.type === type);
          return found[count - 1];
        }),
      status: () => turns.status(key),
    };
  };
  return {
    restate,
    workers,
    store,
    session,
    close: async () => {
      await workers.close();
      await restate.stop();
      await store.close();
      await postgres.close();
    },
  };
}

export function toMessage(text: string): AgentSend {
  return { message: { content: [{ type: 'text', text }] } };
}

/** Polls until there is a value; on timeout, the error contains the output of the workers. */
export async function eventually<Value>(
  what: string,
  workers: Pick<TestWorkers, 'said'>,
  look: () => Promise<Value | undefined>,
): Promise<Value> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(25);
  }
  throw new Error(`there never was ${what}; the workers said:\n${workers.said().slice(-4_000)}`);
}

async function begin(
  store: SessionStore,
  sessionId: string,
  { workspace, mode }: { readonly workspace: string; readonly mode: ApprovalMode },
): Promise<void> {
  const started: NewRecord = {
    type: 'session_started',
    body: { sessionId, workspace, agent: 'main', versions: { bowline: '0' }, settings: { model: 'obedient', mode } },
  };
  const owner = { pid: process.pid, host: 'here', name: 'test' };
  const log = await store.open(sessionId, { owner, create: true });
  await log.append(mode === 'default' ? [started] : [started, { type: 'mode_changed', body: { mode } }]);
  await log.close();
}
