import { join } from 'node:path';
import type { HostEnvironment } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import { collectSaves, withinStore, type ObjectStore } from '@bowline/workspace';
import type { SessionKey } from '../durable/durable-turns.ts';
import type { ServerLog } from './json-log.ts';

/** Where the files of sessions are kept, so that workers share no disk. */
export interface SavedFiles {
  /** The same for all workers. */
  readonly store: ObjectStore;
  /** The folder of this worker for the files of open sessions. */
  readonly homes: string;
}

/** How often a worker looks for old saves. */
const COLLECT_MS = 6 * 60 * 60 * 1000;

/** The part of the store that a tenant's sessions use. */
export function toTenantStore(store: ObjectStore, tenant: string): ObjectStore {
  return withinStore(store, `tenants/${tenant}`);
}

/** The home of a session on this worker. `start`: the folder that a new session starts from. */
export function toSessionHome(
  { store, homes }: SavedFiles,
  { tenant, sessionId }: SessionKey,
  start: string | undefined,
): NonNullable<HostEnvironment['sessionHome']> {
  return { folder: join(homes, tenant, sessionId), store: toTenantStore(store, tenant), start };
}

/** Removes old saves of the tenants that this worker has worked for, until the result is called. */
export function startCollecting(
  { store }: SavedFiles,
  { tenants, log, everyMs = COLLECT_MS }: CollectingParts,
): () => void {
  let collecting: Promise<unknown> = Promise.resolve();
  const collect = async (): Promise<void> => {
    for (const tenant of tenants()) {
      try {
        const removed = await collectSaves(toTenantStore(store, tenant));
        if (removed.saves + removed.chunks > 0) log('info', 'saves_collected', { tenant, ...removed });
      } catch (thrown) {
        log('warn', 'collect_failed', { tenant, code: AgentError.from(thrown).code });
      }
    }
  };
  const timer = setInterval(() => {
    collecting = collecting.then(collect);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
  };
}

interface CollectingParts {
  readonly tenants: () => Iterable<string>;
  readonly log: ServerLog;
  readonly everyMs?: number | undefined;
}
