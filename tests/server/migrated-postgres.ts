import { migrate, openPool } from '@bowline/server';
import { openPostgres, type TestPostgres, type TestPostgresOptions } from './open-postgres.ts';

type Pool = ReturnType<typeof openPool>;

/** A database of a test's own, migrated, with a pool as the app's role and one as the administrator. */
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
