import { AgentError } from '@bowline/protocol';
import type { LogOwner } from '@bowline/log';
import type { Pool } from 'pg';
import type { EventBus } from '../bus/event-bus.ts';
import { openRestateTurns, type RestateAddresses } from '../durable/open-restate-turns.ts';
import { createApp } from './create-app.ts';
import { serveApp } from './serve-app.ts';
import type { TenantPorts } from './server-ports.ts';
import { createTokenCheck, type TenantToken } from '../tokens/token-check.ts';
import { openInbox } from '../store/inbox.ts';
import { openPostgresStore } from '../store/open-postgres-store.ts';
import { openSessionFacts } from '../store/session-facts.ts';
import { openSessionHeads } from '../store/session-heads.ts';
import type { ServerLog } from '../worker/json-log.ts';
import type { ObjectStore } from '@bowline/workspace';
import { remember } from '../worker/remember.ts';
import { toTenantStore } from '../worker/session-homes.ts';

/** Options of the HTTP server. */
export interface ServerNodeOptions {
  readonly pool: Pool;
  readonly bus: EventBus;
  readonly restate: RestateAddresses;
  readonly tokens: readonly TenantToken[];
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly owner: LogOwner;
  readonly version: string;
  readonly newId: () => string;
  readonly drainMs?: number | undefined;
  /** Where workers keep the files of sessions. Default: in their workspaces. */
  readonly files?: ObjectStore | undefined;
  readonly log: ServerLog;
}

/** A running HTTP server. */
export interface ServerNode {
  readonly url: string;
  /** Accepts no new requests, ends streams and lets other requests finish. */
  readonly close: () => Promise<void>;
}

const ROOM_MS = 600_000;

/** Starts the HTTP server. It is stateless, so any number of them can run. */
export async function openServerNode(options: ServerNodeOptions): Promise<ServerNode> {
  const { pool, bus, restate, tokens, host, port, hosts, owner, version, newId, drainMs, files, log } = options;
  const ending = new AbortController();
  const app = createApp({
    principalOf: createTokenCheck(tokens),
    open: remember((tenant) => openPorts(pool, tenant), { ms: ROOM_MS }),
    files: files && ((tenant) => toTenantStore(files, tenant)),
    durable: openRestateTurns(restate),
    onFault: (thrown, faultId) => {
      const { code, message } = AgentError.from(thrown);
      log('error', 'request_failed', { faultId, code, message });
    },
    signal: ending.signal,
    ...{ bus, owner, version, newId, hosts },
  });
  const served = await serveApp({ app, host, port, drainMs });
  log('info', 'server_started', { url: served.url });
  return {
    url: served.url,
    close: async () => {
      ending.abort();
      await served.close();
      log('info', 'server_stopped');
    },
  };
}

function openPorts(pool: Pool, tenant: string): TenantPorts {
  return {
    store: openPostgresStore({ pool, tenant }),
    inbox: openInbox({ pool, tenant }),
    facts: openSessionFacts({ pool, tenant }),
    heads: openSessionHeads({ pool, tenant }),
  };
}
