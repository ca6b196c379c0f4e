// One process of the race for a session: carries out the orders of its parent, one per line, and answers each with one
// line.
import { openStore, type SessionLog } from '@bowline/log';
import { note, started } from '@bowline/testkit';
import { AgentError } from '@bowline/protocol';
import { createInterface } from 'node:readline';

const [root = '', name = ''] = process.argv.slice(2);
const store = openStore({ root });
const owner = { pid: process.pid, host: 'race', name };
let log: SessionLog | undefined;

async function attempt(work: () => Promise<string>): Promise<string> {
  const start = performance.now();
  try {
    return `${await work()} ${(performance.now() - start).toFixed(2)}`;
  } catch (thrown) {
    return `${AgentError.from(thrown).code} ${(performance.now() - start).toFixed(2)}`;
  }
}

const orders: Record<string, (sessionId: string) => Promise<string>> = {
  create: async (sessionId) => {
    log = await store.open(sessionId, { owner, create: true });
    await log.append([started(sessionId)]);
    return 'OPEN';
  },
  open: async (sessionId) => {
    log = await store.open(sessionId, { owner });
    return 'OPEN';
  },
  takeover: async (sessionId) => {
    log = await store.open(sessionId, { owner, takeover: true });
    return 'OPEN';
  },
  append: async () => {
    if (log === undefined) return 'NOT_OPEN';
    await log.append([note(`${name} in epoch ${log.epoch}`)]);
    return 'APPENDED';
  },
  close: async () => {
    await log?.close();
    log = undefined;
    return 'CLOSED';
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [order = '', sessionId = ''] = line.split(' ');
  const work = orders[order];
  process.stdout.write(`${work === undefined ? 'UNKNOWN 0' : await attempt(() => work(sessionId))}\n`);
}
