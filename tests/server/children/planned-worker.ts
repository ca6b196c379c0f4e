import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnPlan } from '@bowline/testkit';
import {
  createJsonLog,
  openInbox,
  openNatsBus,
  openPool,
  openPostgresBus,
  openPostgresStore,
  openRestateTurns,
  type RestateAddresses,
} from '@bowline/server';
import { createRestateAdmin } from '../../../packages/server/src/durable/restate-admin.ts';
import { openWorker } from '../../../packages/server/src/worker/open-worker.ts';
import { plannedParts } from '../../turns/planned-agent.ts';
import { openTestAgent } from '../../turns/test-agent.ts';
import { plannedModel } from '../planned-model.ts';

/** The options of a worker that plays plans. */
export interface PlannedWorkerOrder {
  readonly database: string;
  readonly nats: string | undefined;
  readonly restate: RestateAddresses;
  readonly publicKey: string;
  readonly port: number;
  /** A folder with one file per session: the plans of its agent. */
  readonly plans: string;
}

const order = JSON.parse(process.argv[2] ?? '') as PlannedWorkerOrder;
const pool = openPool(order.database);
const owner = { pid: process.pid, host: 'here', name: 'worker' };
const worker = await openWorker({
  room: (tenant) => ({ store: openPostgresStore({ pool, tenant }), inbox: openInbox({ pool, tenant }) }),
  bus:
    order.nats === undefined ? await openPostgresBus({ url: order.database }) : await openNatsBus({ url: order.nats }),
  turns: openRestateTurns(order.restate),
  endpoint: { port: order.port, isShared: true, identityKeys: [order.publicKey] },
  owner,
  log: createJsonLog((line) => process.stderr.write(line)),
  open: async ({ sessionId }, store) => {
    const plans = JSON.parse(readFileSync(join(order.plans, `${sessionId}.json`), 'utf8')) as TurnPlan[];
    const log = await store.open(sessionId, { owner, takeover: true });
    const agent = await openTestAgent(log, {
      ...plannedParts(plans, plannedModel(plans)),
      seams: { plugins: [], newId: randomUUID, onFault: () => undefined },
    });
    const leave = async (): Promise<void> => {
      await log.close();
      await agent.abort();
      await agent.close().catch(() => undefined);
    };
    return { session: agent, close: () => agent.close(), leave };
  },
});
await createRestateAdmin(order.restate.admin).register(`http://127.0.0.1:${worker.port}`);
process.stdout.write('ready\n');
