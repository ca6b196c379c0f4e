import type { HostEnvironment, SessionOptions } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { SessionStore } from '@bowline/log';
import type { Pool } from 'pg';
import type { EventBus } from '../bus/event-bus.ts';
import type { DurableTurns, SessionKey } from '../durable/durable-turns.ts';
import type { EndpointOptions } from '../durable/open-endpoint.ts';
import { openRestateTurns, type RestateAddresses } from '../durable/open-restate-turns.ts';
import { createRestateAdmin } from '../durable/restate-admin.ts';
import { openInbox } from '../store/inbox.ts';
import { openPostgresStore } from '../store/open-postgres-store.ts';
import { openSessionFacts, type ServerSession } from '../store/session-facts.ts';
import { findWaitingSessions } from '../store/waiting-sessions.ts';
import { createWarmRecords, type WarmRecords } from '../turns/warm-records.ts';
import type { ServerLog } from './json-log.ts';
import { openHeldSession } from './open-held-session.ts';
import { openWorker, type Worker, type WorkerParts } from './open-worker.ts';
import { remember } from './remember.ts';
import { requireWorkspace } from './require-workspace.ts';
import { toTenantMachine } from './to-tenant-machine.ts';
import { toWishes } from './to-wishes.ts';

/** What a worker on this machine is opened with. */
export interface WorkerNodeOptions extends Pick<WorkerParts, 'drainMs' | 'retries' | 'pollMs'> {
  readonly pool: Pool;
  readonly bus: EventBus;
  readonly restate: RestateAddresses;
  readonly endpoint: Omit<EndpointOptions, 'object' | 'onMessage'>;
  /**
   * Where Restate reaches the workers: the same for all of them and for their next version. Default: its own address.
   */
  readonly url?: string | undefined;
  readonly machine: HostEnvironment;
  /** What every session on this machine gets: models, settings, keys that are kept out of what is sent. */
  readonly wishes: Omit<SessionOptions, 'session' | 'workspace' | 'model' | 'mode' | 'isInteractive' | 'canAsk'>;
  /** Folders that sessions may work in, with what is below them; `{tenant}` stands for the tenant. Any when none is named. */
  readonly workspaces?: readonly string[] | undefined;
  /** How often to look for sessions without a worker. */
  readonly sweepMs?: number | undefined;
  readonly log: ServerLog;
}

/** How long a folder's settings are good for: a change is seen by the turns after that. */
const SETTINGS_MS = 2_000;
const SWEEP_MS = 300_000;
const ROOM_MS = 600_000;
/** What a session was asked for with never changes, so it is asked for once; this many are remembered. */
const MOST_FACTS = 10_000;

/** A worker of this machine, made known to Restate. Sessions run tools in their workspaces here. */
export async function openWorkerNode(options: WorkerNodeOptions): Promise<Worker> {
  const { pool, bus, restate, endpoint, machine, workspaces: allowed = [], log } = options;
  const warm = createWarmRecords();
  const room = remember((tenant) => openRoom(pool, tenant, warm), { ms: ROOM_MS });
  const shared = toSharedWishes(options.wishes);
  const open: WorkerParts['open'] = async (key, store) => {
    const { workspace, wishes: kept } = await factsOf(key, room(key.tenant), store);
    const { model, mode, ...own } = toWishes(kept);
    await requireWorkspace([workspace, ...(own.directories ?? [])], { allowed, tenant: key.tenant });
    const wishes = { ...shared, ...own, isInteractive: false, canAsk: true };
    return await openHeldSession(key.sessionId, {
      facts: { workspace, wishes, first: { model, mode } },
      store,
      machine: toTenantMachine(machine, key.tenant),
    });
  };
  const { drainMs, retries, pollMs } = options;
  const turns = openRestateTurns(restate);
  const worker = await openWorker({
    ...{ room, open, bus, turns, endpoint, log, drainMs, retries, pollMs },
    owner: machine.owner,
  });
  const url = options.url ?? `http://${endpoint.host ?? '127.0.0.1'}:${worker.port}`;
  try {
    await createRestateAdmin(restate.admin).register(url);
  } catch (thrown) {
    await worker.drain();
    throw thrown;
  }
  log('info', 'worker_registered', { url });
  const sweep = setInterval(() => void sweepUp(options, turns, 'all'), options.sweepMs ?? SWEEP_MS).unref();
  // Not those that are stuck: a worker that one of them ends would start over and over again.
  void sweepUp(options, turns, 'sound');
  return {
    ...worker,
    drain: async () => {
      clearInterval(sweep);
      await worker.drain();
    },
  };
}

/**
 * Submits sessions without a worker: the process that was about to may have died. Retries one that the engine gave up
 * on because there was no worker or no database for long.
 */
async function sweepUp({ pool, log }: WorkerNodeOptions, turns: DurableTurns, which: 'all' | 'sound'): Promise<void> {
  try {
    const keys = await findWaitingSessions(pool);
    for (const key of keys) {
      const status = which === 'all' ? await turns.status(key) : 'resting';
      if (status === 'resting') await turns.submit(key);
      if (status === 'stuck') await turns.retry(key);
    }
    if (keys.length > 0) log('info', 'swept', { sessions: keys.length });
  } catch (thrown) {
    log('warn', 'sweep_failed', { code: AgentError.from(thrown).code });
  }
}

interface Room {
  readonly store: SessionStore;
  readonly inbox: ReturnType<typeof openInbox>;
  readonly facts: (sessionId: string) => Promise<ServerSession | undefined>;
  readonly warm: WarmRecords;
}

function openRoom(pool: Pool, tenant: string, all: WarmRecords): Room {
  const kept = openSessionFacts({ pool, tenant });
  const known = new Map<string, ServerSession>();
  const facts = async (sessionId: string): Promise<ServerSession | undefined> => {
    const found = known.get(sessionId) ?? (await kept.get(sessionId));
    if (found !== undefined) known.set(sessionId, found);
    const [oldest] = known.keys();
    if (known.size > MOST_FACTS && oldest !== undefined) known.delete(oldest);
    return found;
  };
  // One bound for all tenants, and no tenant's records for another.
  const warm: WarmRecords = {
    take: (sessionId) => all.take(`${tenant}/${sessionId}`),
    keep: (sessionId, records) => {
      all.keep(`${tenant}/${sessionId}`, records);
    },
  };
  return { store: openPostgresStore({ pool, tenant }), inbox: openInbox({ pool, tenant }), facts, warm };
}

/** What a session is to be; one that was brought here from elsewhere has only its log to say so. */
async function factsOf(
  { sessionId }: SessionKey,
  { facts }: Room,
  store: SessionStore,
): Promise<Pick<ServerSession, 'workspace' | 'wishes'>> {
  const known = await facts(sessionId);
  if (known !== undefined) return known;
  const found = await store.find(sessionId);
  if (found !== undefined) return { workspace: found.workspace, wishes: {} };
  throw new AgentError('SESSION_NOT_FOUND', `no session ${sessionId}`, { hint: 'create it first' });
}

/** The same for all sessions; a folder's settings are read once for many turns. */
function toSharedWishes(wishes: WorkerNodeOptions['wishes']): WorkerNodeOptions['wishes'] {
  const { settings } = wishes;
  if (settings === undefined) return wishes;
  const read = (workspace: string): ReturnType<typeof settings> => {
    const found = settings(workspace);
    return { ...found, folders: { ...found.folders, of: remember(found.folders.of, { ms: SETTINGS_MS }) } };
  };
  return { ...wishes, settings: remember(read, { ms: SETTINGS_MS }) };
}
