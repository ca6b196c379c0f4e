import type { LearnedStore } from '@bowline/assembly';
import { toTenantDatabase, type TenantOptions } from './tenant-database.ts';

/** What the sessions of a tenant have learned. Each entry is a row, so that workers lose nothing of each other's. */
export function openLearned(options: TenantOptions): LearnedStore {
  const database = toTenantDatabase(options);
  const { tenant } = database;
  return {
    list: async (kind) =>
      await database.run('read what was learned', (query) =>
        query
          .selectFrom('bowline.learned')
          .select(['key', 'text'])
          .where('tenant', '=', tenant)
          .where('kind', '=', kind)
          .orderBy('position')
          .execute(),
      ),
    add: async (kind, { key, text }) => {
      const added = await database.run('save what was learned', (query) =>
        query
          .insertInto('bowline.learned')
          .values({ tenant, kind, key, text })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst(),
      );
      return added.numInsertedOrUpdatedRows === 1n;
    },
  };
}
