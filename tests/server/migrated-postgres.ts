import { migrate, openPool } from '@bowline/server';
import { openPostgres, type TestPostgres, type TestPostgresOptions } from './open-postgres.ts';

type Pool = ReturnType<typeof openPool>;

/** A migrated database for one test, with a pool for the app role and one for the administrator. */
export interface MigratedPostgres {
  readonly postgres: TestPostgres;
  readonly app: Pool;
  readonly admin: Pool;
  close(): Promise<void>;
}

export async function openMigratedPostgres(options: TestPostgresOptions = { fsync: false }): Promise<MigratedPostgres> {
  const postgres = await openPostgres(options);
  await migrate(postgres.ownerUrl);
  const [app, admin] = [openPool(postgres.appUrl), openPool(postgres.adminUrl, { connections: 2 })];
  return {
    ...{ postgres, app, admin },
    close: async () => {
      await Promise.all([app.end(), admin.end()]);
      await postgres.close();
    },
  };
}
