import { migrate, openPool, openPostgresStore } from '@bowline/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DATABASE_VERSION } from '../../packages/server/src/store/migrations.ts';
import { openPostgres, type TestPostgres } from './open-postgres.ts';

let postgres: TestPostgres;
let name = '';
let databases = 0;

beforeAll(async () => {
  postgres = await openPostgres({ fsync: false });
});
afterAll(async () => {
  await postgres.close();
});
beforeEach(async () => {
  name = await postgres.createDatabase(`d${(databases += 1)}`);
});

async function asAdmin(sql: string): Promise<readonly unknown[]> {
  const pool = openPool(postgres.urlOf('admin', name), { connections: 1 });
  const { rows } = await pool.query<Record<string, unknown>>(sql);
  await pool.end();
  return rows;
}

test('concurrent migrations migrate a database once', async () => {
  const reports = await Promise.all([1, 2, 3].map(() => migrate(postgres.urlOf('owner', name))));
  expect(reports.filter(({ from }) => from === 0)).toHaveLength(1);
  expect(reports.every(({ to }) => to === DATABASE_VERSION)).toBe(true);
});

test('a failed migration leaves nothing', async () => {
  await asAdmin(
    'create schema bowline; create table bowline.inbox (x integer); grant all on schema bowline to bowline_owner',
  );
  await expect(migrate(postgres.urlOf('owner', name))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  const tables = await asAdmin("select tablename from pg_tables where schemaname = 'bowline'");
  expect(tables).toEqual([{ tablename: 'inbox' }]);
  await asAdmin('drop schema bowline cascade');
  expect(await migrate(postgres.urlOf('owner', name))).toEqual({ from: 0, to: DATABASE_VERSION });
});

test('the app role is created if permitted; otherwise the error says how to create it', async () => {
  await migrate(postgres.urlOf('owner', name), { appRole: 'made_here' });
  const url = postgres.urlOf('app', name).replace('bowline_app', 'made_here');
  const store = openPostgresStore({ url, tenant: 'a' });
  expect(await store.list()).toEqual([]);
  await store.close();
  await asAdmin('alter role bowline_owner nocreaterole');
  try {
    const refused = migrate(postgres.urlOf('owner', name), { appRole: 'not_there' });
    await expect(refused).rejects.toMatchObject({ hint: expect.stringContaining('create role not_there') as string });
  } finally {
    await asAdmin('alter role bowline_owner createrole');
  }
});

test('an invalid role name is rejected', async () => {
  await expect(migrate(postgres.urlOf('owner', name), { appRole: 'a; drop table b' })).rejects.toMatchObject({
    code: 'SETTINGS_INVALID',
  });
});

test('a database that was not migrated, or by a later version, is not used', async () => {
  const store = openPostgresStore({ url: postgres.urlOf('app', name), tenant: 'a' });
  await expect(store.list()).rejects.toMatchObject({ code: 'STORE_FAILED', hint: 'Migrate the database first' });
  await migrate(postgres.urlOf('owner', name));
  expect(await store.list()).toEqual([]);
  await store.close();
  await asAdmin('insert into bowline.migration values (99)');
  const late = openPostgresStore({ url: postgres.urlOf('app', name), tenant: 'a' });
  await expect(late.list()).rejects.toMatchObject({ hint: 'Update Bowline' });
  await late.close();
});
