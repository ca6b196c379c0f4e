import type { LogOwner, SessionStore } from '@bowline/log';
import type { EventBus } from '../bus/event-bus.ts';
import type { DurableTurns } from '../durable/durable-turns.ts';
import type { Inbox } from '../store/inbox.ts';
import type { SessionFacts } from '../store/session-facts.ts';
import type { SessionHeads } from '../store/session-heads.ts';
import type { Principal } from './token-check.ts';

/** What belongs to one tenant, and to no other. */
export interface TenantPorts {
  readonly store: SessionStore;
  readonly inbox: Pick<Inbox, 'put' | 'outcomeOf'>;
  readonly facts: Pick<SessionFacts, 'put' | 'get'>;
  /** How far a session's log has come; it is read where this is missing. */
  readonly heads?: SessionHeads | undefined;
}

/** All that the door leads to. */
export interface ServerPorts {
  /** The owner of a token. Undefined: unknown token. */
  readonly principalOf: (token: string) => Principal | undefined;
  readonly open: (tenant: string) => TenantPorts;
  readonly durable: Pick<DurableTurns, 'submit' | 'status'>;
  readonly bus: EventBus;
  readonly owner: LogOwner;
  readonly version: string;
  readonly newId: () => string;
  /** Names that the server is reached by, besides loopback's; a page that made its own name point here has another. */
  readonly hosts?: readonly string[] | undefined;
  /** Pages that may ask from a browser; none when nothing is said. */
  readonly origins?: readonly string[] | undefined;
  /** Receives internal failures. */
  readonly onFault?: ((thrown: unknown, faultId: string) => void) | undefined;
  /** Aborts when the server is to end: streams end with it. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
}

/** How much and how long. */
export interface HttpLimits {
  /** Of a body that is read whole, in bytes. */
  readonly bodyBytes: number;
  /** Of a session that is brought here, in bytes, and of one line of it. */
  readonly importBytes: number;
  readonly lineBytes: number;
  /** How long a send waits for what comes of it, before it says that it is still on its way. */
  readonly sendMs: number;
  /** How often a quiet stream shows that it is alive. */
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
