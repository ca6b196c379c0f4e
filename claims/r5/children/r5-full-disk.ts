import { openStore, type LogRecord, type SessionLog, type SessionReader, type SessionStore } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt, tell } from '../fault-lines.ts';

/** Fills a small disk by appending, checks the session while it is full, frees `room` bytes, and continues. */
const [disk = '', threads = '0', room = '0', size = '3000'] = process.argv.slice(2);
const acked: LogRecord[] = [];

function find(problem: string): void {
  tell({ line: 'finding', problem });
}

async function append(log: SessionLog, what: string, length = Number(size)): Promise<boolean> {
  const n = acked.length + 1;
  const record = n === 1 ? started(log.sessionId) : note(`record ${n} `.padEnd(length, 'x'));
  const written = await attempt(what, () => log.append([record]));
  acked.push(...(written ?? []));
  return written !== undefined;
}

/** Checks that exactly the acknowledged records exist: none is missing, and no rejected one was kept. */
async function look(reader: SessionReader, what: string): Promise<void> {
  const records: LogRecord[] = [];
  const isRead = await attempt(`${what}: read`, async () => {
    for await (const record of reader.read()) records.push(record);
    return true;
  });
  if (isRead === undefined) find(`${what}: cannot be read`);
  else if (!isDeepStrictEqual(records, acked)) find(`${what}: ${records.length} records, ${acked.length} acknowledged`);
  const report = await attempt(`${what}: verify`, () => reader.verify());
  if (report?.isSound !== true) find(`${what}: does not verify: ${report?.problems.join('; ') ?? ''}`);
}

async function lookAsReader(store: SessionStore, what: string): Promise<void> {
  const reader = await attempt(`${what}: open`, () => store.openReader('open'));
  if (reader === undefined) {
    find(`${what}: cannot be opened for reading`);
    return;
  }
  await look(reader, what);
  await reader.close();
}

async function list(store: SessionStore, what: string): Promise<void> {
  const listed = await attempt(`${what}: list`, () => store.list());
  if (listed?.some(({ sessionId, damage }) => sessionId === 'open' && damage === null) !== true)
    find(`${what}: the session is not in the list`);
}

async function work(store: SessionStore): Promise<void> {
  const filler = join(disk, 'filler');
  const log = await store.open('open', { owner, create: true });
  writeFileSync(filler, Buffer.alloc(Number(room)));
  while (await append(log, 'append'));
  for (let n = 0; n < 3; n += 1) if (await append(log, 'append')) find('a full disk took a record');
  await look(log, 'full, own log');
  await lookAsReader(store, 'full, reader');
  await list(store, 'full');
  const early = await attempt('create', () => store.open('late', { owner, create: true }));
  if (early !== undefined) find('a full disk took a session');
  rmSync(filler);
  if (await append(log, 'append with room')) tell({ line: 'resumed', what: 'append' });
  else find(`did not go on with ${room} bytes of room`);
  for (let n = 0; n < 4; n += 1) await append(log, 'append with room', 100);
  await look(log, 'with room, own log');
  await list(store, 'with room');
  const late = await attempt('create with room', () => store.open('late', { owner, create: true }));
  if (late === undefined) find('cannot create a session with room again');
  await attempt('close with room', () => late?.close());
  await attempt('close with room', () => log.close());
  await lookAsReader(store, 'closed');
}

const store = openStore({ root: join(disk, 'sessions'), threads: Number(threads) });
await work(store);
await store.close();
tell({ line: 'done' });
