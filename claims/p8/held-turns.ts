import { setTimeout as sleep } from 'node:timers/promises';
import { createServerClient, type ServerClient, type Following } from './server-client.ts';
import type { ServerBench } from '../server-bench/open-server-bench.ts';

/** Sessions behind the HTTP servers, each followed by a client. */
export interface HeldTurns {
  /**
   * Starts one turn per session at that rate, with a model that stays silent for `waitMs`; returns the extra ms of each
   * turn.
   */
  readonly run: (turns: { readonly perSecond: number; readonly waitMs: number }) => Promise<readonly number[]>;
  /** Runs one turn per session, a few at a time, as fast as possible; returns the turns per second. */
  readonly hurry: () => Promise<number>;
  readonly close: () => void;
}

interface Followed {
  readonly sessionId: string;
  readonly client: ServerClient;
  readonly following: Following;
  /** Receives the time at which the next turn ended. */
  onEnd: (atMs: number) => void;
}

const AT_ONCE = 16;

/** Creates the sessions and follows them, spread over the HTTP servers. */
export async function openHeldTurns(bench: ServerBench, count: number): Promise<HeldTurns> {
  const { urls, token, workspace } = bench;
  const clients = urls.map((url) => createServerClient({ url, token, workspace }));
  const all: Followed[] = [];
  const open = async (n: number): Promise<void> => {
    const client = clients[n % clients.length];
    if (client === undefined) throw new Error('the server has no server');
    const sessionId = await client.create();
    const hear = (json: string): void => {
      if (json.includes('"agent_end"')) followed.onEnd(performance.now());
    };
    const following = await client.follow(sessionId, hear);
    const followed: Followed = { sessionId, client, following, onEnd: () => undefined };
    all.push(followed);
  };
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, more) => open(n + more)));
  return {
    run: ({ perSecond, waitMs }) =>
      Promise.all(all.map((followed, n) => runOne(followed, { startMs: (n * 1000) / perSecond, waitMs }))),
    hurry: async () => {
      const began = performance.now();
      const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
        for (let n = lane; n < all.length; n += AT_ONCE) {
          const followed = all[n];
          if (followed !== undefined) await runOne(followed, { startMs: 0, waitMs: 0 });
        }
      });
      await Promise.all(lanes);
      return (all.length / (performance.now() - began)) * 1000;
    },
    close: () => {
      for (const { following } of all) following.close();
    },
  };
}

async function runOne(
  followed: Followed,
  { startMs, waitMs }: { readonly startMs: number; readonly waitMs: number },
): Promise<number> {
  await sleep(startMs);
  const ended = new Promise<number>((resolve) => {
    followed.onEnd = resolve;
  });
  const began = performance.now();
  await followed.client.send(followed.sessionId, JSON.stringify({ waitMs }));
  return (await ended) - began - waitMs;
}

/** Latency from the model to a client in ms; each word contains the time at which it was sent. */
export async function measureDeltas(bench: ServerBench, words: number): Promise<readonly number[]> {
  const { urls, token, workspace } = bench;
  // Follows through the last HTTP server and sends through the first: with several servers the words cross the bus.
  const [speaking, hearing] = [urls[0] ?? '', urls.at(-1) ?? ''].map((url) =>
    createServerClient({ url, token, workspace }),
  );
  if (speaking === undefined || hearing === undefined) throw new Error('the server has no server');
  const sessionId = await speaking.create();
  const late = new Map<string, number>();
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const following = await hearing.follow(sessionId, (json) => {
    const now = performance.timeOrigin + performance.now();
    if (json.includes('"agent_end"')) resolve(undefined);
    // The complete message repeats all of them later.
    for (const [, stamp = ''] of json.matchAll(/@(\d+\.\d)/g))
      if (!late.has(stamp)) late.set(stamp, now - Number(stamp));
  });
  await speaking.send(sessionId, JSON.stringify({ words, everyMs: 20 }));
  await ended;
  following.close();
  return [...late.values()];
}
