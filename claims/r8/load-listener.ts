import { setTimeout as sleep } from 'node:timers/promises';
import { openRemoteAgent, type RemoteAgent } from '@bowline/client';
import { toKeptId, type AgentEvent } from '@bowline/protocol';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { openBalancer, type Balancer } from './open-balancer.ts';
import type { ServersPlace } from './open-chaos-cluster.ts';

/** How a client treats its connection: keeps it, cuts it sometimes, or leaves and returns as a new client. */
export type ListenerKind = 'steady' | 'cutting' | 'leaving';

/** A client that stays attached to a session throughout, and the events it received. */
export interface LoadListener {
  readonly kind: ListenerKind;
  /** Durable events, in the order received. */
  readonly heard: readonly AgentEvent[];
  /** How often it cut its connection or left. */
  readonly cuts: () => number;
  /** The current agent, which is a new one after it has left and returned. */
  readonly agent: () => RemoteAgent;
  /** Calls the listener for each event from now on. */
  readonly onEvent: (listener: (event: AgentEvent) => void) => void;
  readonly close: () => Promise<void>;
}

export interface ListenerOptions {
  readonly server: ServersPlace;
  readonly sessionId: string;
  readonly kind: ListenerKind;
  readonly random: SeededRandom;
}

/** Longer than any kill keeps anything down. */
export const PATIENCE_MS = 900_000;
const CUT_MS = { from: 1000, to: 6000 };

/** Attaches with its own route to the HTTP servers: each new connection uses the next one. */
export async function openListener(options: ListenerOptions): Promise<LoadListener> {
  const { server, kind, random } = options;
  const way = await openBalancer(server.ports, random.int(0, 100));
  const ear = new Ear(options, way);
  await ear.attach();
  const stop = new AbortController();
  let cuts = 0;
  const cutting = (async () => {
    while (kind !== 'steady' && !stop.signal.aborted) {
      const isOver = await sleep(random.int(CUT_MS.from, CUT_MS.to), false, { signal: stop.signal }).catch(() => true);
      if (isOver) return;
      cuts += 1;
      if (kind === 'cutting') way.cut();
      else await ear.attach();
    }
  })();
  return {
    kind,
    heard: ear.heard,
    cuts: () => cuts,
    agent: () => ear.agent,
    onEvent: (listener) => ear.listeners.add(listener),
    close: async () => {
      stop.abort();
      await cutting;
      ear.agent.close();
      way.close();
    },
  };
}

/** The events of a session, over one or more clients in succession. */
class Ear {
  readonly heard: AgentEvent[] = [];
  readonly listeners = new Set<(event: AgentEvent) => void>();
  readonly #options: ListenerOptions;
  readonly #way: Balancer;
  #agent: RemoteAgent | undefined;

  constructor(options: ListenerOptions, way: Balancer) {
    this.#options = options;
    this.#way = way;
  }

  get agent(): RemoteAgent {
    if (this.#agent === undefined) throw new Error('it has not attached yet');
    return this.#agent;
  }

  /** Reads the missed events as a new client, then follows the live ones. */
  async attach(): Promise<void> {
    this.#agent?.close();
    for (;;) {
      const coming: AgentEvent[] = [];
      const missed: AgentEvent[] = [];
      let isCaughtUp = false;
      try {
        const { server, sessionId } = this.#options;
        const url = `http://127.0.0.1:${this.#way.port}`;
        const agent = await openRemoteAgent({ url, token: server.token, sessionId, patienceMs: PATIENCE_MS });
        this.#agent = agent;
        agent.subscribe((event) => {
          if (isCaughtUp) this.#hear(event);
          else coming.push(event);
        });
        const last = this.heard.at(-1)?.id;
        for await (const event of agent.events(last === undefined ? {} : { after: last })) missed.push(event);
      } catch {
        this.#agent?.close();
        await sleep(100);
        continue;
      }
      for (const event of [...missed, ...coming]) this.#hear(event);
      isCaughtUp = true;
      return;
    }
  }

  #hear(event: AgentEvent): void {
    if (event.id === toKeptId(event.id)) this.heard.push(event);
    for (const listener of this.listeners) listener(event);
  }
}
