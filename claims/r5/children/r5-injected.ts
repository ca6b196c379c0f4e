import { openStore, type NewRecord, type SessionLog } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import { note, owner, started } from '@bowline/testkit';
import { attempt, insist, tell } from '../fault-lines.ts';

/**
 * Creates a session, fills it past a checkpoint of its write-ahead log, closes it and continues it, while system calls
 * fail. Each record is retried until it exists, and must directly follow the record before it.
 */
const [root = '', threads = '0'] = process.argv.slice(2);
const SESSION = 'session';
const SIZES = [...Array<number>(10).fill(3000), ...Array<number>(170).fill(20_000), ...Array<number>(6).fill(300)];

function toRecord(n: number): NewRecord {
  return n === 1 ? started(SESSION) : note(`record ${n} `.padEnd(SIZES[n - 2] ?? 100, 'x'));
}

async function appendOnce(log: SessionLog, n: number): Promise<boolean> {
  try {
    const [record] = await log.append([toRecord(n)], { after: n - 1 });
    if (record !== undefined) tell({ line: 'ack', seq: record.seq, hash: record.hash, text: textOf(record.body) });
  } catch (thrown) {
    if (!AgentError.is(thrown) || thrown.code !== 'LOG_MOVED') throw thrown;
    for await (const { seq, body } of log.read({ from: n, to: n })) {
      if (textOf(body) === textOf(toRecord(n).body)) tell({ line: 'kept', seq });
      else tell({ line: 'finding', problem: `record ${n} is another one` });
    }
  }
  return true;
}

function textOf(body: object): string {
  return 'text' in body && typeof body.text === 'string' ? body.text.slice(0, 20) : '';
}

async function appendAll(log: SessionLog, from: number, to: number): Promise<boolean> {
  for (let n = from; n <= to; n += 1) {
    const isThere = await insist(`append ${n}`, () => appendOnce(log, n));
    if (isThere !== true) return false;
  }
  return true;
}

async function work(): Promise<void> {
  const store = await insist('open the store', () => openStore({ root, threads: Number(threads) }));
  const log = await insist('create', () => store?.open(SESSION, { owner, create: true }));
  if (store === undefined || log === undefined) return;
  const isWhole = await appendAll(log, 1, SIZES.length - 2);
  await insist('read', async () => {
    let count = 0;
    for await (const record of log.read()) count += record.seq > 0 ? 1 : 0;
    return count;
  });
  await attempt('close', () => log.close());
  const again = await insist('open again', () => store.open(SESSION, { owner }));
  if (again !== undefined && isWhole) await appendAll(again, SIZES.length - 1, SIZES.length + 1);
  await attempt('close again', () => again?.close());
  await attempt('close the store', () => store.close());
}

await work();
tell({ line: 'done' });
