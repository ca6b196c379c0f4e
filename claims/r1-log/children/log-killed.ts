import { openStore, Projection, sessionFold, type NewRecord, type SessionLog } from '@bowline/log';
import { owner, started } from '@bowline/testkit';
import { createHook } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { openAcks } from '../ack-file.ts';
import { createBatch } from '../marked-batch.ts';

/**
 * Does some of everything that a writer does, and kills itself at the `point`th await point. With 0 it is not killed.
 */
const [, , root = '', ackPath = '', threads = '0', point = '0'] = process.argv;
const ack = openAcks(ackPath);
let batches = 0;
let points = 0;

async function append(log: SessionLog, records: readonly NewRecord[]): Promise<void> {
  const written = await log.append(records);
  ack(log.sessionId, written.at(-1));
}

function batch(count: number, size = 400): NewRecord[] {
  batches += 1;
  return createBatch(
    String(batches),
    Array.from({ length: count }, () => size),
  );
}

async function write(): Promise<void> {
  const store = openStore({ root, threads: Number(threads) });
  const log = await store.open('main', { owner, create: true });
  await append(log, [started('main')]);
  for (let n = 0; n < 4; n += 1) await append(log, batch(1));
  await append(log, batch(5, 4000));
  await Promise.all([1, 3, 1, 2, 1, 1].map((count) => append(log, batch(count))));
  const projection = await Projection.open(log, sessionFold);
  const rewound = await log.append([{ type: 'rewound', body: { to: 3 } }, ...batch(1)]);
  ack('main', rewound.at(-1));
  await projection.apply(rewound);
  await projection.save(log, { due: 1 });
  await log.close();
  const again = await store.open('main', { owner });
  await append(again, batch(2));
  await again.close();
  await store.fork('main', { at: 5, as: 'fork', owner });
  const fork = await store.open('fork', { owner });
  ack('fork', fork.head);
  await append(fork, batch(1));
  await fork.close();
  await store.close();
}

const hook = createHook({
  init: () => undefined, // promises are not tracked without it
  before: () => {
    points += 1;
    if (points === Number(point)) process.kill(process.pid, 'SIGKILL');
  },
}).enable();
await write();
hook.disable();
writeSync(1, String(points));
