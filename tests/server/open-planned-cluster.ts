import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteServer, openRemoteAgent, type RemoteServer } from '@bowline/client';
import {
  createApp,
  createTokenCheck,
  findFreePorts,
  openInbox,
  openNatsBus,
  openPostgresBus,
  openPostgresStore,
  openRestateTurns,
  openSessionFacts,
  serveApp,
  type EventBus,
} from '@bowline/server';
import { owner, type TurnPlan } from '@bowline/testkit';
import type { AgentSubject } from '@bowline/testkit/conformance';
import { atExit } from '../kit/at-exit.ts';
import type { PlannedWorkerOrder } from './children/planned-worker.ts';
import { openMigratedPostgres } from './migrated-postgres.ts';
import { openNats } from './open-nats.ts';
import { openRestate } from './open-restate.ts';

/** PostgreSQL, Restate, two worker processes and an HTTP server, with agents that play plans. */
export interface PlannedCluster {
  readonly url: string;
  readonly token: string;
  readonly remote: RemoteServer;
  /** Sets the plans of a session. */
  readonly plan: (sessionId: string, plans: readonly TurnPlan[]) => void;
  /** Creates a session with these plans, and returns its agent as a client sees it. */
  readonly open: (plans: readonly TurnPlan[]) => Promise<AgentSubject>;
  /**
   * Starts as many new workers as are running, then kills the old ones at once; returns how many were alive until then.
   */
  readonly replaceWorkers: () => Promise<number>;
  readonly said: () => string;
  readonly close: () => Promise<void>;
}

export async function openPlannedCluster({
  carrier,
}: {
  readonly carrier: 'postgres' | 'nats';
}): Promise<PlannedCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-cluster-'));
  const postgres = await openMigratedPostgres();
  const nats = carrier === 'nats' ? await openNats() : undefined;
  // Last, because everything before it ends with this process in any case.
  const restate = await openRestate();
  const database = postgres.postgres.appUrl;
  const [port = 0] = await findFreePorts(1);
  const { ingress, admin, publicKey } = restate;
  const order = { database, nats: nats?.url, restate: { ingress, admin }, publicKey, port, plans: folder };
  const workers = createWorkers(order);
  await workers.start();
  await workers.start();

  const bus: EventBus = nats === undefined ? await openPostgresBus({ url: database }) : await openNatsBus(nats);
  const ending = new AbortController();
  const token = randomUUID();
  const own = { pool: postgres.app, tenant: 't1' };
  const ports = { store: openPostgresStore(own), inbox: openInbox(own), facts: openSessionFacts(own) };
  const app = createApp({
    ...{ principalOf: createTokenCheck([{ tenant: 't1', token }]), open: () => ports },
    ...{ durable: openRestateTurns(restate), bus, owner, version: '0', newId: randomUUID, signal: ending.signal },
    onFault: (thrown) => {
      console.error(thrown);
    },
  });
  const server = await serveApp({ app, drainMs: 1000 });
  const { url } = server;
  const remote = createRemoteServer({ url, token });
  const plan = (sessionId: string, plans: readonly TurnPlan[]): void => {
    writeFileSync(join(folder, `${sessionId}.json`), JSON.stringify(plans));
  };
  return {
    ...{ url, token, remote, plan },
    open: async (plans) => {
      const sessionId = randomUUID();
      plan(sessionId, plans);
      await remote.create({ sessionId, workspace: '/workspace' });
      const agent = await openRemoteAgent({ url, token, sessionId });
      const close = async (): Promise<void> => {
        await agent.abort();
        agent.close();
      };
      return { agent, close };
    },
    replaceWorkers: workers.replace,
    said: workers.said,
    close: async () => {
      ending.abort();
      await workers.close();
      await server.close();
      await bus.close();
      await ports.store.close();
      await restate.stop();
      await nats?.close();
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createWorkers(order: PlannedWorkerOrder): {
  readonly start: () => Promise<void>;
  readonly replace: () => Promise<number>;
  readonly said: () => string;
  readonly close: () => Promise<void>;
} {
  const alive = new Set<ChildProcess>();
  let said = '';
  const start = async (): Promise<void> => {
    const file = join(import.meta.dirname, 'children/planned-worker.ts');
    const child = spawn(
      process.execPath,
      ['--conditions=@bowline/source', '--no-warnings', file, JSON.stringify(order)],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    alive.add(child);
    child.once('exit', () => alive.delete(child));
    atExit(() => child.kill('SIGKILL'));
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const [ready] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
    if (!(ready instanceof Buffer)) throw new Error(`a worker did not start:\n${said}`);
  };
  const kill = async (children: readonly ChildProcess[]): Promise<number> => {
    const living = children.filter((child) => alive.has(child));
    const ended = living.map((child) => once(child, 'exit'));
    for (const child of living) child.kill('SIGKILL');
    await Promise.all(ended);
    return living.length;
  };
  return {
    start,
    replace: async () => {
      const old = [...alive];
      for (const _ of old) await start();
      return await kill(old);
    },
    said: () => said,
    close: async () => {
      await kill([...alive]);
    },
  };
}
