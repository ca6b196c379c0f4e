import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteServer, type RemoteServer } from '@bowline/client';
import { openStore, type SessionStore } from '@bowline/log';
import {
  createApp,
  createTokenCheck,
  publishEvents,
  runSession,
  serveApp,
  toEventsTopic,
  toInboxTopic,
  toOutcomeTopic,
  type DurableTurns,
  type EntryState,
  type EventBus,
  type HeldSession,
  type Inbox,
  type InboxEntry,
  type InboxOutcome,
  type ServerPorts,
  type ServerSession,
  type SessionFacts,
  type SessionKey,
} from '@bowline/server';
import { owner, type TurnPlan } from '@bowline/testkit';
import { plannedParts } from '../turns/planned-agent.ts';
import { openTestAgent, type TestAgentOptions } from '../turns/test-agent.ts';
import { createMemoryBus } from './memory-bus.ts';

export const TOKEN = 'a-token-of-this-test';

/** A server in this process, without engine and database, with the parts that a test may need. */
export interface TestServer {
  readonly url: string;
  readonly token: string;
  readonly remote: RemoteServer;
  readonly store: SessionStore;
  readonly ports: ServerPorts;
  readonly runs: () => number;
  close(): Promise<void>;
}

/** What a test can set. */
export interface TestServerOptions extends Partial<Pick<ServerPorts, 'bus' | 'files' | 'limits' | 'onFault'>> {
  readonly plans?: readonly TurnPlan[];
  /** Reuses the sessions of an earlier server. */
  readonly folder?: string;
}

/** Opens a server whose sessions all play the same plans. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'bowline-server-'));
  const store = openStore({ root: join(folder, 'sessions') });
  const bus = options.bus ?? createMemoryBus();
  const inbox = createMemoryInbox();
  const engine = createEngine({ store, bus, inbox, agent: plannedParts(options.plans ?? []) });
  const ending = new AbortController();
  let ids = 0;
  const ports: ServerPorts = {
    principalOf: createTokenCheck([{ tenant: 't1', token: TOKEN, name: 'alice' }]),
    open: () => ({ store, inbox, facts }),
    durable: engine.turns,
    bus,
    owner,
    version: '0',
    newId: () => `new-${(ids += 1)}`,
    signal: ending.signal,
    ...options,
  };
  const facts = createMemoryFacts();
  const served = await serveApp({ app: createApp(ports), drainMs: 1000 });
  return {
    url: served.url,
    token: TOKEN,
    remote: createRemoteServer({ url: served.url, token: TOKEN }),
    store,
    ports,
    runs: engine.runs,
    close: async () => {
      ending.abort();
      await engine.close();
      await served.close();
      await store.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface EngineParts {
  readonly store: SessionStore;
  readonly bus: EventBus;
  readonly inbox: ReturnType<typeof createMemoryInbox>;
  readonly agent: TestAgentOptions;
}

/** Runs sessions in this process, one run per session at a time. */
function createEngine(parts: EngineParts): {
  readonly turns: DurableTurns;
  readonly runs: () => number;
  readonly close: () => Promise<void>;
} {
  const running = new Map<string, Promise<unknown>>();
  const ending = new AbortController();
  let count = 0;
  const run = async ({ tenant, sessionId }: SessionKey): Promise<void> => {
    const key = { tenant, sessionId };
    if (ending.signal.aborted) return;
    count += 1;
    const { bus, store, inbox } = parts;
    await runSession(
      sessionId,
      {
        store,
        inbox,
        open: (watched) => openHeld(watched, sessionId, parts.agent),
        listen: (onHint) => bus.subscribe(toInboxTopic(key), onHint),
        publish: (agent) => publishEvents(agent, bus, toEventsTopic(key)),
        onSettled: (messageId) => void bus.publish(toOutcomeTopic(key), messageId),
      },
      ending.signal,
    );
  };
  const submit = async (key: SessionKey): Promise<void> => {
    const name = `${key.tenant}/${key.sessionId}`;
    const next = (running.get(name) ?? Promise.resolve()).then(() => run(key)).catch(() => undefined);
    running.set(name, next);
    void next.then(() => {
      if (running.get(name) === next) running.delete(name);
    });
  };
  const turns: DurableTurns = {
    submit,
    submitLater: async () => undefined,
    cancel: async () => undefined,
    status: async ({ tenant, sessionId }) => (running.has(`${tenant}/${sessionId}`) ? 'running' : 'resting'),
    retry: submit,
  };
  const close = async (): Promise<void> => {
    ending.abort();
    await Promise.all(running.values());
  };
  return { turns, runs: () => count, close };
}

async function openHeld(store: SessionStore, sessionId: string, options: TestAgentOptions): Promise<HeldSession> {
  const log = await store.open(sessionId, { owner, takeover: true });
  // Ids of a separate run, as from another process.
  let id = 0;
  const newId = (): string => `${log.epoch}-${(id += 1)}`;
  const agent = await openTestAgent(log, { ...options, seams: { plugins: [], newId, onFault: () => undefined } });
  return {
    session: agent,
    close: () => agent.close(),
    leave: async () => {
      await agent.abort();
      await agent.close();
    },
  };
}

/** An inbox in memory. */
export function createMemoryInbox(): Inbox {
  interface Row {
    readonly sessionId: string;
    readonly messageId: string;
    readonly entry: InboxEntry;
    outcome?: InboxOutcome;
  }
  const rows: Row[] = [];
  const find = (sessionId: string, messageId: string): Row | undefined =>
    rows.find((row) => row.sessionId === sessionId && row.messageId === messageId);
  return {
    put: async (sessionId, { messageId, entry }) => {
      if (find(sessionId, messageId) !== undefined) return 'known';
      rows.push({ sessionId, messageId, entry });
      return 'new';
    },
    waiting: async (sessionId) =>
      rows.flatMap((row, position) =>
        row.sessionId === sessionId && row.outcome === undefined ? [{ ...row, position }] : [],
      ),
    hasWaiting: async (sessionId) => rows.some((row) => row.sessionId === sessionId && row.outcome === undefined),
    settle: async (sessionId, messageId, outcome) => {
      const row = find(sessionId, messageId);
      if (row === undefined || row.outcome !== undefined) return false;
      row.outcome = outcome;
      return true;
    },
    outcomeOf: async (sessionId, messageId): Promise<EntryState> => {
      const row = find(sessionId, messageId);
      if (row === undefined) return { state: 'unknown' };
      return row.outcome === undefined ? { state: 'waiting' } : { state: 'settled', outcome: row.outcome };
    },
  };
}

function createMemoryFacts(): SessionFacts {
  const known = new Map<string, ServerSession>();
  return {
    put: async (sessionId, facts) => {
      if (known.has(sessionId)) return 'known';
      known.set(sessionId, { ...facts, sessionId, createdAt: '' });
      return 'new';
    },
    get: async (sessionId) => known.get(sessionId),
    list: async () => [...known.values()],
  };
}
