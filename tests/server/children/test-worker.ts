import { createHostEnvironment } from '@bowline/assembly';
import { createModelSetup } from '@bowline/providers';
import {
  createJsonLog,
  openNatsBus,
  openPool,
  openPostgresBus,
  openWorkerNode,
  type WorkerNodeOptions,
} from '@bowline/server';
import { obedientModel } from '../obedient-model.ts';

/** The options of a test worker. */
export interface TestWorkerOrder extends Pick<
  WorkerNodeOptions,
  'restate' | 'drainMs' | 'retries' | 'pollMs' | 'sweepMs' | 'workspaces'
> {
  readonly database: string;
  readonly nats?: string | undefined;
  readonly port: number;
  readonly publicKey: string;
  readonly home: string;
  /** The file in which requests to the model are recorded. */
  readonly notes: string;
  readonly expireMs?: number | undefined;
}

const order = JSON.parse(process.argv[2] ?? '') as TestWorkerOrder;
const { execPath, execArgv, platform, pid } = process;
const facts = { name: 'bowline worker', version: '0', pid, execPath, execArgv, platform };
const env = { PATH: process.env['PATH'], BOWLINE_HOME: `${order.home}/.bowline`, TEST_MARK: process.env['TEST_MARK'] };
const worker = await openWorkerNode({
  pool: openPool(order.database),
  bus:
    order.nats === undefined ? await openPostgresBus({ url: order.database }) : await openNatsBus({ url: order.nats }),
  restate: order.restate,
  endpoint: { port: order.port, isShared: true, identityKeys: [order.publicKey] },
  machine: { ...createHostEnvironment({ ...facts, env, home: order.home }) },
  options: {
    models: createModelSetup({ client: obedientModel(order.notes) }),
    approval: { expireMs: order.expireMs },
  },
  log: createJsonLog((line) => process.stderr.write(line)),
  drainMs: order.drainMs,
  retries: order.retries,
  pollMs: order.pollMs,
  sweepMs: order.sweepMs,
  workspaces: order.workspaces,
});
process.on('SIGTERM', () => {
  void worker.drain().then(() => process.exit(0));
});
process.stdout.write('ready\n');
