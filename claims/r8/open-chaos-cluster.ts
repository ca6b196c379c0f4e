import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePorts } from '@bowline/server';
import { forkModel } from '../server-bench/fork-model.ts';
import { openMigratedPostgres, type MigratedPostgres } from '../../tests/server/migrated-postgres.ts';
import { openNats, type TestNats } from '../../tests/server/open-nats.ts';
import { openRestate, type TestRestate } from '../../tests/server/open-restate.ts';
import { serverEnvironment } from '../server-bench/server-environment.ts';
import { openBalancer } from './open-balancer.ts';
import { createPlace, type ProcessPlace } from '../server-bench/process-place.ts';
import { noHomes, type WorkerHomes } from './open-worker-homes.ts';

/** How to reach the HTTP servers. */
export interface ServersPlace {
  readonly ports: readonly number[];
  readonly token: string;
}

/** A whole server on this machine: every part is a separate process, as shipped, that can be killed. */
export interface ChaosCluster {
  /** The folder of the session workspaces. */
  readonly workspaces: string;
  readonly postgres: MigratedPostgres;
  readonly restate: TestRestate;
  readonly bus: TestNats;
  readonly workers: readonly ProcessPlace[];
  readonly servers: readonly ProcessPlace[];
  readonly server: ServersPlace;
  /** The homes of the workers, if they share no disk. */
  readonly homes: WorkerHomes;
  readonly close: () => Promise<void>;
}

export const TENANT = 'default';
const WORKERS = 3;
const SERVERS = 2;

/** Starts it in a folder, with the CLI at `cli`. Resolves when every part accepts requests. */
export async function openChaosCluster(folder: string, cli: string, homes = noHomes): Promise<ChaosCluster> {
  const workspaces = join(folder, 'work');
  const home = join(folder, 'home');
  for (const path of [workspaces, home, join(folder, 'logs')]) mkdirSync(path);
  const [postgres, restate, bus, model] = await Promise.all([
    openMigratedPostgres({ fsync: true, settings: { track_commit_timestamp: 'on' } }),
    openRestate({ nodes: 3 }),
    openNats(),
    forkModel(join(import.meta.dirname, 'children/chaos-model.ts')),
  ]);
  const portsOf = (urls: readonly string[]): readonly number[] => urls.map((url) => Number(new URL(url).port));
  const ingress = await openBalancer(portsOf(restate.nodes.map((node) => node.ingress)));
  const admin = await openBalancer(portsOf(restate.nodes.map((node) => node.admin)));
  const [workerPort = 0, ...serverPorts] = await findFreePorts(1 + SERVERS);
  const token = randomUUID();
  const engine = {
    ingress: `http://127.0.0.1:${ingress.port}`,
    admin: `http://127.0.0.1:${admin.port}`,
    publicKey: restate.publicKey,
  };
  const env = serverEnvironment({
    ...{ folder, home, engine },
    ...{ model: model.url, postgres: postgres.postgres, bus: bus.url },
  });
  const workers = Array.from({ length: WORKERS }, (_, n) =>
    homes.place(n, {
      name: `worker-${n}`,
      args: [cli, 'worker', '--listen', `127.0.0.1:${workerPort}`, '--shared', '--drain', '1'],
      env,
      ready: 'worker_registered',
      logFile: join(folder, 'logs', `worker-${n}.log`),
    }),
  );
  const tokens = { BOWLINE_TOKEN: token };
  const servers = serverPorts.map((port, n) =>
    createPlace({
      name: `server-${n}`,
      args: [cli, 'serve', '--port', String(port)],
      env: { ...env, ...tokens },
      ready: 'server_started',
      logFile: join(folder, 'logs', `server-${n}.log`),
    }),
  );
  await Promise.all([...workers, ...servers].map((place) => place.start()));
  return {
    ...{ workspaces, postgres, restate, bus, workers, servers, homes },
    server: { ports: serverPorts, token },
    close: async () => {
      await Promise.all([...workers, ...servers].map((place) => place.kill()));
      await restate.stop();
      await bus.close();
      await postgres.close();
      model.child.disconnect();
      await homes.close();
      ingress.close();
      admin.close();
    },
  };
}
