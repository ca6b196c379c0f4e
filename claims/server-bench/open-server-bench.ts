import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '@bowline/server';
import { createPlace, type ProcessPlace } from './process-place.ts';
import { forkModel } from './fork-model.ts';
import { openMigratedPostgres, type MigratedPostgres } from '../../tests/server/migrated-postgres.ts';
import { openNats, type TestNats } from '../../tests/server/open-nats.ts';
import { openRestate, type TestRestate } from '../../tests/server/open-restate.ts';
import { serverEnvironment } from './server-environment.ts';
import { buildCli } from '../workbench/build-cli.ts';
import { costOfTree, findProcess, type ProcessCost } from '../../tests/kit/process-cost.ts';

/** The names of the parts of a server. */
export type PartName = 'worker' | 'server' | 'restate' | 'postgres' | 'model';

/** A whole server to measure: each part is a separate process, as shipped, on a database that writes to its disk. */
export interface ServerBench {
  readonly workspace: string;
  readonly postgres: MigratedPostgres;
  readonly restate: TestRestate;
  readonly workers: readonly ProcessPlace[];
  readonly servers: readonly ProcessPlace[];
  readonly urls: readonly string[];
  readonly token: string;
  /** The address of the model. */
  readonly model: string;
  /** The resources that each part has used since its start, summed over its processes. */
  readonly costs: () => Readonly<Record<PartName, ProcessCost>>;
  readonly close: () => Promise<void>;
}

export interface ServerBenchOptions {
  readonly workers?: number;
  readonly servers?: number;
  /** Uses NATS instead of the database for hints and live events. */
  readonly isOnNats?: boolean;
  /** Flags for Node. */
  readonly nodeFlags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The tenant of a token from the environment. */
export const BENCH_TENANT = 'default';

/** Builds and starts the server. Resolves when every part accepts requests. */
export async function openServerBench(options: ServerBenchOptions = {}): Promise<ServerBench> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-bench-server-'));
  const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')];
  for (const path of [workspace, home, join(folder, 'logs')]) mkdirSync(path);
  // BOWLINE_BENCH_CLI names an existing build, so that several measurements in a row need only one.
  const cli = process.env['BOWLINE_BENCH_CLI'] ?? buildCli(folder);
  const [postgres, restate, nats, model] = await Promise.all([
    openMigratedPostgres({ fsync: true }),
    openRestate(),
    openCarrier(options),
    forkModel(join(import.meta.dirname, 'children/serve-stamped.ts')),
  ]);
  const [workerPort = 0, ...serverPorts] = await findFreePorts(1 + (options.servers ?? 0));
  const token = randomUUID();
  const parts = { folder, home, model: model.url, postgres: postgres.postgres, bus: nats?.url, engine: restate };
  const env = { ...serverEnvironment(parts), BOWLINE_TOKEN: token, ...options.env };
  const nodeFlags = options.nodeFlags ?? [];
  const place = (name: string, args: readonly string[], ready: string): ProcessPlace =>
    createPlace({ name, args: [...nodeFlags, cli, ...args], env, ready, logFile: join(folder, 'logs', `${name}.log`) });
  const listen = ['--listen', `127.0.0.1:${workerPort}`, '--shared'];
  const workers = Array.from({ length: options.workers ?? 1 }, (_, n) =>
    place(`worker-${n}`, ['worker', ...listen], 'worker_registered'),
  );
  const servers = serverPorts.map((port, n) =>
    place(`server-${n}`, ['serve', '--port', String(port)], 'server_started'),
  );
  for (const each of [...workers, ...servers]) await each.start();
  const engine = findProcess('restate-server', restate.nodes[0]?.folder ?? '');
  const database = findProcess('postgres', `port=${postgres.postgres.port}`);
  return {
    ...{ workspace, postgres, restate, workers, servers, token, model: model.url },
    urls: serverPorts.map((port) => `http://127.0.0.1:${port}`),
    costs: () => ({
      worker: costOf(workers.map(({ pid }) => pid())),
      server: costOf(servers.map(({ pid }) => pid())),
      restate: costOf([engine]),
      postgres: costOf([database]),
      model: costOf([model.child.pid]),
    }),
    close: async () => {
      await Promise.all([...workers, ...servers].map((each) => each.kill()));
      await restate.stop();
      await nats?.close();
      await postgres.close();
      model.child.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openCarrier({ isOnNats = false }: ServerBenchOptions): Promise<TestNats | undefined> {
  return isOnNats ? await openNats() : undefined;
}

/** The summed cost of all these processes. */
function costOf(pids: readonly (number | undefined)[]): ProcessCost {
  const costs = pids.flatMap((pid) => (pid === undefined ? [] : [costOfTree(pid)]));
  return { cpuMs: sum(costs.map(({ cpuMs }) => cpuMs)), rssMb: sum(costs.map(({ rssMb }) => rssMb)) };
}

function sum(list: readonly number[]): number {
  return list.reduce((total, value) => total + value, 0);
}
