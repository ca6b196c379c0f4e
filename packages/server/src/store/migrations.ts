import { firstFunctions } from './migration-1-functions.ts';
import { firstTables } from './migration-1-tables.ts';

/** A step from one shape of the database to the next. Applied once, never changed after it was released. */
export interface Migration {
  readonly version: number;
  readonly sql: (appRole: string) => string;
}

function grants(appRole: string): string {
  return `
revoke all on all functions in schema bowline from public;
grant usage on schema bowline to ${appRole};
grant usage on sequence bowline.epoch to ${appRole};
grant select on bowline.migration to ${appRole};
grant select, insert on bowline.tenant, bowline.record to ${appRole};
grant select, insert, update on bowline.session, bowline.inbox, bowline.server_session to ${appRole};
grant select, insert, update, delete on bowline.snapshot to ${appRole};
grant select on bowline.aside, bowline.aside_record to ${appRole};
grant execute on all functions in schema bowline to ${appRole};`;
}

/** Every step there is, in order. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: (appRole) => [firstTables, firstFunctions, grants(appRole)].join('\n'),
  },
  {
    version: 2,
    // Records of format 4, which earlier servers cannot read: with this version they refuse the database.
    sql: () => "comment on table bowline.record is 'format 4'",
  },
];

/** The shape that this code works with. */
export const DATABASE_VERSION = migrations.at(-1)?.version ?? 0;
