import { openStore, Projection, sessionFold, type NewRecord, type SessionLog, type SessionStore } from '@bowline/log';
import { owner, started } from '@bowline/testkit';
import { statfsSync } from 'node:fs';
import { openAcks } from '../ack-file.ts';
import { createBatch } from '../marked-batch.ts';

/** The disk has 64 MB; the rest is for the check, which continues the sessions after the cut. */
const FREE = 36 << 20;

const [, , root = '', ackPath = '', plan = ''] = process.argv;
const ack = openAcks(ackPath);
let batches = 0;

/** 100 bytes to 20 KB, mostly small. */
function randomSize(): number {
  return Math.round(100 * 200 ** Math.random());
}

function randomInt(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from + 1));
}

function batch(count: number, size = randomSize): NewRecord[] {
  batches += 1;
  return createBatch(String(batches), Array.from({ length: count }, size));
}

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize > FREE;
}

async function append(log: SessionLog, records: readonly NewRecord[]): Promise<void> {
  const written = await log.append(records);
  ack(log.sessionId, written.at(-1));
}

async function create(store: SessionStore, sessionId: string): Promise<SessionLog> {
  const log = await store.open(sessionId, { owner, create: true });
  await append(log, [started(sessionId)]);
  return log;
}

/** Repeats the same step in one session. */
async function repeat(store: SessionStore, step: (log: SessionLog) => Promise<void>): Promise<void> {
  const log = await create(store, plan);
  while (hasRoom()) await step(log);
  await log.close();
}

async function appendTogether(log: SessionLog): Promise<void> {
  await Promise.all(Array.from({ length: randomInt(2, 48) }, () => append(log, batch(randomInt(1, 3)))));
}

async function manySessions(store: SessionStore): Promise<void> {
  for (let n = 1; hasRoom(); n += 1) {
    const log = await create(store, `s-${n}`);
    await append(log, batch(randomInt(1, 3)));
    await log.close();
  }
}

async function reopened(store: SessionStore): Promise<void> {
  const ids = ['a', 'b', 'c'];
  for (const id of ids) await (await create(store, id)).close();
  for (let n = 0; hasRoom(); n += 1) {
    const log = await store.open(ids[n % ids.length] ?? '', { owner });
    await append(log, batch(randomInt(1, 3)));
    await log.close();
  }
}

async function rewinds(store: SessionStore): Promise<void> {
  const log = await create(store, 'rewinds');
  const projection = await Projection.open(log, sessionFold);
  while (hasRoom()) {
    const to = randomInt(1, log.head.seq);
    const written = await log.append([...batch(randomInt(1, 6)), { type: 'rewound', body: { to } }]);
    ack(log.sessionId, written.at(-1));
    await projection.apply(written);
    await projection.save(log, Math.random() < 0.5 ? { due: 1 } : {});
  }
  await log.close();
}

async function forks(store: SessionStore): Promise<void> {
  const log = await create(store, 'trunk');
  for (let n = 1; hasRoom(); n += 1) {
    await append(log, batch(randomInt(1, 3)));
    const as = `fork-${n}`;
    await store.fork('trunk', { at: log.head.seq, as, owner });
    const reader = await store.openReader(as);
    ack(as, reader.head);
    await reader.close();
  }
}

async function inThreads(): Promise<void> {
  const store = openStore({ root, threads: 2 });
  const logs = await Promise.all(['t-1', 't-2', 't-3', 't-4'].map((id) => create(store, id)));
  const work = async (log: SessionLog): Promise<void> => {
    while (hasRoom()) await (Math.random() < 0.2 ? appendTogether(log) : append(log, batch(randomInt(1, 4))));
    await log.close();
  };
  await Promise.all(logs.map(work));
  await store.close();
}

const plans: Readonly<Record<string, (store: SessionStore) => Promise<void>>> = {
  singles: (store) => repeat(store, (log) => append(log, batch(1))),
  batches: (store) => repeat(store, (log) => append(log, batch(randomInt(2, 12)))),
  together: (store) => repeat(store, appendTogether),
  checkpoints: (store) =>
    repeat(store, (log) =>
      append(
        log,
        batch(32, () => 20_000),
      ),
    ),
  sessions: manySessions,
  reopened,
  rewinds,
  forks,
  threads: inThreads,
};

const work = plans[plan];
if (work === undefined) throw new Error(`no plan ${plan}`);
const store = openStore({ root });
await work(store);
await store.close();
