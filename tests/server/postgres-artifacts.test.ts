import { openPostgresStore } from '@bowline/server';
import type { SessionStore } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresArtifacts } from '../../packages/server/src/store/postgres-artifacts.ts';
import { toTenantDatabase } from '../../packages/server/src/store/tenant-database.ts';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

let database: MigratedPostgres;
beforeAll(async () => {
  database = await openMigratedPostgres();
});
afterAll(async () => {
  await database.close();
});

function open(tenant: string): SessionStore {
  return openPostgresStore({ pool: database.app, tenant });
}

async function create(store: SessionStore, sessionId: string): Promise<void> {
  const log = await store.open(sessionId, { owner, create: true });
  await log.append([started(sessionId), note('one')]);
  await log.close();
}

/** The contents that the database has of a tenant. */
async function count(tenant: string): Promise<number> {
  const { rows } = await database.admin.query('select count(*) as n from bowline.artifact where tenant = $1', [tenant]);
  return Number((rows[0] as { n: string }).n);
}

test('sessions of a tenant share a text, which the last of them takes with it; another tenant has none of it', async () => {
  const [store, other] = [open('sharing'), open('stranger')];
  for (const id of ['s1', 's2']) await create(store, id);
  await create(other, 's1');
  const name = await store.artifacts.put('s1', 'text');
  await store.artifacts.put('s2', 'text');
  await store.fork('s1', { at: 2, as: 's3', owner });
  expect(await other.artifacts.get('s1', name)).toBeUndefined();
  expect([await count('sharing'), await count('stranger')]).toEqual([1, 0]);
  for (const id of ['s1', 's2']) await store.delete(id);
  expect([await store.artifacts.get('s3', name), await count('sharing')]).toEqual(['text', 1]);
  await store.delete('s3');
  expect(await count('sharing')).toBe(0);
  await expect(store.artifacts.put('gone', 'text')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
});

test('a text that is saved while the last session with it is removed is never lost', async () => {
  const store = open('racing');
  await create(store, 'stays');
  for (let round = 0; round < 40; round += 1) {
    const goes = `goes-${round}`;
    await create(store, goes);
    await store.artifacts.put(goes, `text ${round}`);
    const [name] = await Promise.all([store.artifacts.put('stays', `text ${round}`), store.delete(goes)]);
    expect(await store.artifacts.get('stays', name)).toBe(`text ${round}`);
  }
  expect(await count('racing')).toBe(40);
});

test('the oldest texts of a session make room for new ones', async () => {
  const store = open('bounded');
  await create(store, 's1');
  const bounded = createPostgresArtifacts(toTenantDatabase({ pool: database.app, tenant: 'bounded' }), { budget: 25 });
  const names: string[] = [];
  for (const text of ['1234567890', 'abcdefghij', 'ABCDEFGHIJ']) names.push(await bounded.put('s1', text));
  expect(await bounded.list('s1')).toEqual(names.slice(1));
  expect(await count('bounded')).toBe(2);
  await expect(bounded.put('s1', 'x'.repeat(26))).rejects.toMatchObject({ code: 'STORE_FAILED' });
});

test('the server can add artifacts and remove none', async () => {
  for (const statement of ['delete from bowline.artifact', "update bowline.artifact_use set hash = ''"])
    await expect(database.app.query(statement), statement).rejects.toThrow('permission denied');
});
