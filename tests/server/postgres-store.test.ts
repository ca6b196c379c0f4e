import { openPostgresStore } from '@bowline/server';
import { describeSessionStore } from '@bowline/testkit/conformance';
import { afterAll, beforeAll } from 'vitest';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

let database: MigratedPostgres;
let tenants = 0;

beforeAll(async () => {
  database = await openMigratedPostgres();
});
afterAll(async () => {
  await database.close();
});

describeSessionStore('the store on PostgreSQL', async () => {
  let tick = 0;
  tenants += 1;
  const store = openPostgresStore({
    pool: database.app,
    tenant: `tenant-${tenants}`,
    now: () => new Date(1_800_000_000_000 + (tick += 1)),
  });
  return { store, close: () => store.close() };
});
