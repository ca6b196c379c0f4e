import type { SessionStore } from '@bowline/log';
import { openInbox, openPool, openPostgresStore, openSessionFacts } from '@bowline/server';
import { all, note, owner, started } from '@bowline/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';
import { openCutProxy, type Cut, type CutProxy } from './open-cut-proxy.ts';

let database: MigratedPostgres;
let proxy: CutProxy;
let pool: ReturnType<typeof openPool>;
let store: SessionStore;
let tenants = 0;

beforeAll(async () => {
  database = await openMigratedPostgres();
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  proxy = await openCutProxy(database.postgres.port);
  pool = openPool(`postgres://bowline_app@127.0.0.1:${proxy.port}/bowline`);
  tenants += 1;
  store = openPostgresStore({ pool, tenant: `t${tenants}` });
});
afterEach(async () => {
  await pool.end();
  await proxy.close();
});

test.each<Cut>(['before', 'after', 'late'])(
  'an append whose connection breaks %s the server has it is acknowledged and recorded once',
  async (cut) => {
    const log = await store.open('s', { owner, create: true });
    await log.append([started('s')]);
    proxy.cutNext(cut, 'bowline_append');
    const [record] = await log.append([note('once')]);
    await log.append([note('and on')]);
    if (cut === 'late') await proxy.deliver();
    expect(proxy.cuts()).toBe(1);
    const records = await all(log.read());
    expect(records.map(({ body }) => ('text' in body ? body.text : ''))).toEqual(['', 'once', 'and on']);
    expect(records[1]).toEqual(record);
    expect(await log.verify()).toMatchObject({ isSound: true, valid: 3 });
    await log.close();
  },
);

test.each<Cut>(['before', 'after', 'late'])(
  'a claim whose connection breaks %s the server has it is granted, and its epoch is valid',
  async (cut) => {
    const first = await store.open('s', { owner, create: true });
    await first.append([started('s')]);
    proxy.cutNext(cut, 'bowline_claim');
    const log = await store.open('s', { owner, takeover: true });
    if (cut === 'late') await proxy.deliver(); // the same claim again: an epoch that no process knows
    await log.append([note('on')]);
    expect(proxy.cuts()).toBe(1);
    await expect(first.append([note('late')])).rejects.toMatchObject({ code: 'SESSION_FENCED' });
    expect(await log.verify()).toMatchObject({ isSound: true, valid: 2 });
    await log.close();
  },
);

test('a writer that was taken over while disconnected is fenced, and the log stays sound', async () => {
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s')]);
  const other = openPostgresStore({ pool: database.app, tenant: `t${tenants}` });
  proxy.cutNext('before', 'bowline_append');
  const [late, second] = [log.append([note('late')]), other.open('s', { owner, takeover: true })];
  const taken = await second;
  const outcome = await late.then(
    () => 'appended',
    (thrown: unknown) => thrown,
  );
  if (outcome !== 'appended') expect(outcome).toMatchObject({ code: 'SESSION_FENCED' });
  await expect(log.append([note('later')])).rejects.toMatchObject({ code: 'SESSION_FENCED' });
  await expect(taken.append([note('mine')], { after: taken.head.seq })).resolves.toHaveLength(1);
  expect(await taken.verify()).toMatchObject({ isSound: true });
  await taken.close();
});

test.each<Cut>(['before', 'after', 'late'])(
  'an inbox entry whose connection breaks %s the server has it is stored once',
  async (cut) => {
    const inbox = openInbox({ pool, tenant: `t${tenants}` });
    const entry = { abort: true } as const;
    await inbox.put('s', { messageId: 'first', entry });
    proxy.cutNext(cut, 'bowline_inbox_put');
    await inbox.put('s', { messageId: 'second', entry });
    if (cut === 'late') await proxy.deliver();
    await inbox.put('s', { messageId: 'third', entry });
    expect(proxy.cuts()).toBe(1);
    expect((await inbox.waiting('s')).map(({ messageId }) => messageId)).toEqual(['first', 'second', 'third']);
  },
);

test.each<Cut>(['before', 'after'])('a transaction whose connection breaks %s its commit runs once', async (cut) => {
  const facts = openSessionFacts({ pool, tenant: `t${tenants}` });
  expect(await facts.list()).toEqual([]);
  proxy.cutNext(cut, 'commit');
  await facts.put('s', { workspace: '/w', wishes: {} });
  expect(proxy.cuts()).toBe(1);
  expect(await facts.list()).toMatchObject([{ sessionId: 's', workspace: '/w' }]);
});

test('a copy whose connection breaks leaves nothing, and can be repeated', async () => {
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s'), note('a')]);
  const records = await all(log.read());
  const copy = (): Promise<void> => store.restore({ sessionId: 'copy', owner, records: iterate(records) });
  proxy.cutNext('before', 'commit');
  await expect(copy()).rejects.toMatchObject({ code: 'STORE_FAILED', retryable: true });
  expect(await store.find('copy')).toBeUndefined();
  await copy();
  expect(await store.find('copy')).toMatchObject({ records: 2 });
  await log.close();
});

async function* iterate<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
