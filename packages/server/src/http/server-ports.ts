import type { LogOwner, SessionStore } from '@bowline/log';
import type { EventBus } from '../bus/event-bus.ts';
import type { DurableTurns } from '../durable/durable-turns.ts';
import type { Inbox } from '../store/inbox.ts';
import type { SessionFacts } from '../store/session-facts.ts';
import type { SessionHeads } from '../store/session-heads.ts';
import type { ObjectStore } from '@bowline/workspace';
import type { Principal } from '../tokens/token-check.ts';

/** Data of one tenant only. */
export interface TenantPorts {
  readonly store: SessionStore;
  readonly inbox: Pick<Inbox, 'put' | 'outcomeOf'>;
  readonly facts: Pick<SessionFacts, 'put' | 'get'>;
  /** Last record number of a session's log. Without it, the log is read. */
  readonly heads?: SessionHeads | undefined;
}

/** Dependencies of the HTTP API. */
export interface ServerPorts {
  /** The owner of a token, or undefined for an unknown token. */
  readonly principalOf: (token: string) => Principal | undefined;
  readonly open: (tenant: string) => TenantPorts;
  /** The files of a tenant's sessions. Undefined: the server keeps none. */
  readonly files?: ((tenant: string) => ObjectStore) | undefined;
  readonly durable: Pick<DurableTurns, 'submit' | 'status'>;
  readonly bus: EventBus;
  readonly owner: LogOwner;
  readonly version: string;
  readonly newId: () => string;
  /** Host names of the server besides loopback. Other names are rejected as protection against DNS rebinding. */
  readonly hosts?: readonly string[] | undefined;
  /** Origins of pages that may send requests from a browser. Default: none. */
  readonly origins?: readonly string[] | undefined;
  /** Receives internal failures. */
  readonly onFault?: ((thrown: unknown, faultId: string) => void) | undefined;
  /** Aborts on shutdown, which ends all streams. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
}

/** Limits on size and time. */
export interface HttpLimits {
  /** Maximum size in bytes of a body that is read into memory. */
  readonly bodyBytes: number;
  /** Maximum size in bytes of an imported session. `lineBytes` limits each line. */
  readonly importBytes: number;
  readonly lineBytes: number;
  /** How long a send waits for its outcome before it replies that it is still pending. */
  readonly sendMs: number;
  /** How often an idle stream sends a keep-alive. */
  readonly aliveMs: number;
}

const MiB = 1024 * 1024;
const usual: HttpLimits = {
  bodyBytes: 20 * MiB,
  importBytes: 1024 * MiB,
  lineBytes: 64 * MiB,
  sendMs: 25_000,
  aliveMs: 15_000,
};

export function limitsOf({ limits }: ServerPorts): HttpLimits {
  return { ...usual, ...limits };
}
