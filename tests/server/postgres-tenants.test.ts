import type { SessionStore } from '@bowline/log';
import { openInbox, openPool, openPostgresStore, openSessionFacts } from '@bowline/server';
import { note, owner, started } from '@bowline/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

let database: MigratedPostgres;
let mine: SessionStore;
let theirs: SessionStore;

const TABLES = ['session', 'record', 'snapshot', 'inbox', 'server_session', 'aside', 'aside_record'];
const entry = { send: { message: { content: [{ type: 'text' as const, text: 'hello' }] } } };

beforeAll(async () => {
  database = await openMigratedPostgres();
  const { app: pool } = database;
  mine = openPostgresStore({ pool, tenant: 'a' });
  theirs = openPostgresStore({ pool, tenant: 'b' });
  const log = await theirs.open('secret', { owner, create: true });
  await log.append([started('secret'), note('of b')]);
  await log.close();
  await openInbox({ pool, tenant: 'b' }).put('secret', { messageId: 'm', entry });
  await openSessionFacts({ pool, tenant: 'b' }).put('secret', { workspace: '/b', wishes: {} });
  await theirs.salvage('secret', owner);
  const again = await theirs.open('secret', { owner });
  await again.saveSnapshot({ name: 'x', version: 1, seq: 2, state: 'of b' });
  await again.close();
});
afterAll(async () => {
  await database.close();
});

test('a tenant cannot open, read, fork, salvage, delete or list sessions of another', async () => {
  const missing = { code: 'SESSION_NOT_FOUND' };
  await expect(mine.open('secret', { owner, takeover: true })).rejects.toMatchObject(missing);
  await expect(mine.openReader('secret')).rejects.toMatchObject(missing);
  await expect(mine.fork('secret', { at: 1, as: 'copy', owner })).rejects.toMatchObject(missing);
  await expect(mine.salvage('secret', owner)).rejects.toMatchObject(missing);
  await expect(mine.delete('secret')).rejects.toMatchObject(missing);
  expect(await mine.list()).toEqual([]);
  expect(await mine.find('secret')).toBeUndefined();
  expect(await theirs.list()).toMatchObject([{ sessionId: 'secret', records: 2 }]);
});

test('two tenants can have sessions with the same id, and neither sees the other', async () => {
  const log = await mine.open('same', { owner, create: true });
  await log.append([started('same', '/a')]);
  const other = await theirs.open('same', { owner, create: true });
  await other.append([started('same', '/b'), note('more')]);
  await log.close();
  await other.close();
  await mine.delete('same');
  expect(await theirs.find('same')).toMatchObject({ workspace: '/b', records: 2 });
});

test('inboxes and facts belong to one tenant', async () => {
  const options = { pool: database.app, tenant: 'a' };
  expect(await openInbox(options).waiting('secret')).toEqual([]);
  expect(await openInbox(options).outcomeOf('secret', 'm')).toEqual({ state: 'unknown' });
  expect(await openInbox(options).settle('secret', 'm', { streamId: null })).toBe(false);
  expect(await openSessionFacts(options).get('secret')).toBeUndefined();
  expect(await openSessionFacts(options).list()).toEqual([]);
  expect(await openInbox({ ...options, tenant: 'b' }).waiting('secret')).toHaveLength(1);
});

test('SQL of the app without a tenant sees no row of any table, and writes none', async () => {
  for (const table of TABLES) {
    const { rows } = await database.admin.query<{ n: string }>(`select count(*) as n from bowline.${table}`);
    expect(Number(rows[0]?.n), table).toBeGreaterThan(0);
    expect((await database.app.query(`select * from bowline.${table}`)).rows, table).toEqual([]);
  }
  const insert = database.app.query(
    `insert into bowline.server_session (tenant, session_id, workspace, wishes) values ('b', 'new', '/', '{}')`,
  );
  await expect(insert).rejects.toThrow(/row-level security/);
  const update = await database.app.query(`update bowline.session set epoch = 0 where tenant = 'b'`);
  expect(update.rowCount).toBe(0);
});

test('a transaction of one tenant cannot write a row of another', async () => {
  const client = await database.app.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('bowline.tenant', 'a', true)`);
    expect((await client.query(`select * from bowline.record where tenant = 'b'`)).rows).toEqual([]);
    const moved = client.query(
      `insert into bowline.record select 'b', 'secret', 99, 1, '', null, 'notice', '{}', '' returning 1`,
    );
    await expect(moved).rejects.toThrow(/row-level security/);
  } finally {
    client.release(true);
  }
});

test('the tenant is reset after its transaction', async () => {
  const pool = openPool(database.postgres.appUrl, { connections: 1 });
  try {
    expect(await openPostgresStore({ pool, tenant: 'b' }).list()).not.toEqual([]);
    expect((await pool.query('select * from bowline.session')).rows).toEqual([]);
  } finally {
    await pool.end();
  }
});

test('the app can neither change nor delete records, nor query a partition by its own name', async () => {
  const refused = /permission denied/;
  await expect(database.app.query(`update bowline.record set body = '{}'`)).rejects.toThrow(refused);
  await expect(database.app.query('delete from bowline.record')).rejects.toThrow(refused);
  await expect(database.app.query('truncate bowline.record')).rejects.toThrow(refused);
  await expect(database.app.query('select * from bowline.record_0')).rejects.toThrow(refused);
  await expect(database.app.query('alter table bowline.record disable row level security')).rejects.toThrow(/owner/);
});

test('every table with a tenant has forced row-level security, and the tenant is first in its key', async () => {
  const { rows } = await database.admin.query<{ name: string; forced: boolean; first: string }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, a.attname as first
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'bowline'::regnamespace and c.relname not in ('tenant', 'migration')`);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(TABLES));
  expect(rows.filter(({ forced, first }) => !forced || first !== 'tenant')).toEqual([]);
});

test.each(['ownerUrl', 'adminUrl'] as const)('a server that connects as %s is rejected', async (url) => {
  const store = openPostgresStore({ url: database.postgres[url], tenant: 'a' });
  await expect(store.list()).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
  await store.close();
});

test('an administrator who switches to the app role is accepted', async () => {
  const url = `${database.postgres.adminUrl}?options=-c%20role%3Dbowline_app`;
  const store = openPostgresStore({ url, tenant: 'b' });
  expect((await store.list()).length).toBeGreaterThan(0);
  await store.close();
});

test.each(['', 'a b', `a'; drop table x`, '../b'])('%j is not a valid tenant', (tenant) => {
  expect(() => openPostgresStore({ pool: database.app, tenant })).toThrow(/Invalid tenant name/);
});
