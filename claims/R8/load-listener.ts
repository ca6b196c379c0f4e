import { setTimeout as sleep } from 'node:timers/promises';
import { openRemoteAgent, type RemoteAgent } from '@bowline/client';
import { toKeptId, type AgentEvent } from '@bowline/protocol';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { openBalancer, type Balancer } from './open-balancer.ts';
import type { DoorsPlace } from './open-chaos-cluster.ts';

/** How a client treats its connection: leaves it alone, breaks it now and then, or leaves and comes back as another client. */
export type ListenerKind = 'steady' | 'cutting' | 'leaving';

/** A client that is attached to a session through everything, and what it was told. */
export interface LoadListener {
  readonly kind: ListenerKind;
  /** Kept events, as they came. */
  readonly heard: readonly AgentEvent[];
  /** How often it broke its connection or left. */
  readonly cuts: () => number;
  /** As it is now; another one after it has left and come back. */
  readonly agent: () => RemoteAgent;
  /** Calls back for each event from now on. */
  readonly onEvent: (listener: (event: AgentEvent) => void) => void;
  readonly close: () => Promise<void>;
}

export interface ListenerOptions {
  readonly door: DoorsPlace;
  readonly sessionId: string;
  readonly kind: ListenerKind;
  readonly random: SeededRandom;
}

/** Longer than any kill takes anything away. */
export const PATIENCE_MS = 900_000;
const CUT_MS = { from: 1000, to: 6000 };

/** Attaches, with a way of its own to the doors: each new connection goes to the next of them. */
export async function openListener(options: ListenerOptions): Promise<LoadListener> {
  const { door, kind, random } = options;
  const way = await openBalancer(door.ports, random.int(0, 100));
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

/** What is heard of a session over one client or several, one after the other. */
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

  /** As a new client: reads what it has missed, then goes on with what comes. */
  async attach(): Promise<void> {
    this.#agent?.close();
    for (;;) {
      const coming: AgentEvent[] = [];
      const missed: AgentEvent[] = [];
      let isCaughtUp = false;
      try {
        const { door, sessionId } = this.#options;
        const url = `http://127.0.0.1:${this.#way.port}`;
        const agent = await openRemoteAgent({ url, token: door.token, sessionId, patienceMs: PATIENCE_MS });
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
