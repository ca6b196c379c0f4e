import type { HostEnvironment, LearnedStore } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { SessionStore } from '@bowline/log';
import type { Pool } from 'pg';
import type { EventBus } from '../bus/event-bus.ts';
import type { DurableTurns, SessionKey } from '../durable/durable-turns.ts';
import type { EndpointOptions } from '../durable/open-endpoint.ts';
import { openRestateTurns, type RestateAddresses } from '../durable/open-restate-turns.ts';
import { createRestateAdmin } from '../durable/restate-admin.ts';
import { openInbox } from '../store/inbox.ts';
import { openLearned } from '../store/open-learned.ts';
import { openPostgresStore } from '../store/open-postgres-store.ts';
import { openSessionFacts, type ServerSession } from '../store/session-facts.ts';
import { findWaitingSessions } from '../store/waiting-sessions.ts';
import { createWarmRecords, type WarmRecords } from '../turns/warm-records.ts';
import type { ServerLog } from './json-log.ts';
import { openHeldSession } from './open-held-session.ts';
import { openWorker, type Worker, type WorkerParts } from './open-worker.ts';
import { remember } from './remember.ts';
import { startCollecting, toSessionHome, type SavedFiles } from './session-homes.ts';
import { findStart, requireWorkspace } from './require-workspace.ts';
import { toTenantMachine } from './to-tenant-machine.ts';
import { toSessionOptions, type WorkerOptions } from './to-session-options.ts';

/** Options of a worker on this machine. */
export interface WorkerNodeOptions extends Pick<WorkerParts, 'drainMs' | 'retries' | 'pollMs'> {
  readonly pool: Pool;
  readonly bus: EventBus;
  readonly restate: RestateAddresses;
  readonly endpoint: Omit<EndpointOptions, 'object' | 'onMessage'>;
  /**
   * The URL at which Restate reaches the workers, the same for all of them and for later versions. Default: this
   * worker's own address.
   */
  readonly url?: string | undefined;
  readonly machine: HostEnvironment;
  /** How long commands run on after their worker was replaced or cut off. Default: 20 s. */
  readonly commandLeaseMs?: number | undefined;
  /** Options for every session on this machine. Those that a session was created with win. */
  readonly options: WorkerOptions;
  /**
   * Folders that sessions may work in, including subfolders. `{tenant}` is replaced with the tenant. Default: any
   * folder.
   */
  readonly workspaces?: readonly string[] | undefined;
  /**
   * Keeps the files of sessions in a store, so that workers share no disk. A session then works in a folder of its own,
   * which starts with the files of its workspace. Default: it works in its workspace.
   */
  readonly savedFiles?: SavedFiles | undefined;
  /** How often to look for sessions without a worker. */
  readonly sweepMs?: number | undefined;
  readonly log: ServerLog;
}

/** How long a folder's settings are cached. Later turns see changes. */
const SETTINGS_MS = 2_000;
/** Long enough for a restart of the database, short enough to wait for on another machine. */
const COMMAND_LEASE_MS = 20_000;
const SWEEP_MS = 300_000;
const ROOM_MS = 600_000;
/** How many sessions' facts are cached. They never change. */
const MOST_FACTS = 10_000;

/** Opens a worker on this machine and registers it with Restate. Sessions run tools in their workspaces here. */
export async function openWorkerNode(options: WorkerNodeOptions): Promise<Worker> {
  const { pool, bus, restate, endpoint, machine, workspaces: allowed = [], savedFiles, log } = options;
  const tenants = new Set<string>();
  const warm = createWarmRecords();
  const room = remember((tenant) => openRoom(pool, tenant, warm), { ms: ROOM_MS });
  const shared = toShared(options.options);
  const open: WorkerParts['open'] = async (key, store) => {
    const { workspace, wishes: kept } = await factsOf(key, room(key.tenant), store);
    const sessionOptions = toSessionOptions(kept, shared);
    const { directories = [] } = sessionOptions;
    const rules = { allowed, tenant: key.tenant };
    tenants.add(key.tenant);
    await requireWorkspace([...(savedFiles === undefined ? [workspace] : []), ...directories], rules);
    const start = savedFiles && (await findStart(workspace, rules));
    return await openHeldSession(key.sessionId, {
      facts: { workspace, options: sessionOptions },
      store,
      machine: {
        ...toTenantMachine(machine, key.tenant),
        learned: room(key.tenant).learned,
        commandLeaseMs: options.commandLeaseMs ?? COMMAND_LEASE_MS,
        sessionHome: savedFiles && toSessionHome(savedFiles, key, start),
      },
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
  const stopCollecting = savedFiles && startCollecting(savedFiles, { tenants: () => tenants, log });
  // Skips stuck sessions: one that crashes its worker would make it restart over and over.
  void sweepUp(options, turns, 'sound');
  return {
    ...worker,
    drain: async () => {
      clearInterval(sweep);
      stopCollecting?.();
      await worker.drain();
    },
  };
}

/**
 * Submits sessions without a worker, since the process that should have done so may have died. Retries sessions that
 * the engine gave up on, for example because there was no worker or database for a long time.
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
  readonly learned: LearnedStore;
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
  // One size limit for all tenants, but separate records.
  const warm: WarmRecords = {
    take: (sessionId) => all.take(`${tenant}/${sessionId}`),
    keep: (sessionId, records) => {
      all.keep(`${tenant}/${sessionId}`, records);
    },
  };
  const place = { pool, tenant };
  return { store: openPostgresStore(place), inbox: openInbox(place), learned: openLearned(place), facts, warm };
}

/** The facts of a session. For one that was moved here, they come from its log. */
async function factsOf(
  { sessionId }: SessionKey,
  { facts }: Room,
  store: SessionStore,
): Promise<Pick<ServerSession, 'workspace' | 'wishes'>> {
  const known = await facts(sessionId);
  if (known !== undefined) return known;
  const found = await store.find(sessionId);
  if (found !== undefined) return { workspace: found.workspace, wishes: {} };
  throw new AgentError('SESSION_NOT_FOUND', `Session not found: ${sessionId}`, { hint: 'Create it first' });
}

/** Shares options between sessions, so that a folder's settings are read once for many turns. */
function toShared(options: WorkerNodeOptions['options']): WorkerNodeOptions['options'] {
  const { settings } = options;
  if (settings === undefined) return options;
  const read = (workspace: string): ReturnType<typeof settings> => {
    const found = settings(workspace);
    return { ...found, folders: { ...found.folders, of: remember(found.folders.of, { ms: SETTINGS_MS }) } };
  };
  return { ...options, settings: remember(read, { ms: SETTINGS_MS }) };
}
