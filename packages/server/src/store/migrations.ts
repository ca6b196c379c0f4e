import { firstFunctions } from './migration-1-functions.ts';
import { firstTables } from './migration-1-tables.ts';
import { artifactGrants, artifactTables } from './migration-4-artifacts.ts';
import { learnedTable } from './migration-5-learned.ts';

/** A schema change. Applied once, and never edited after its release. */
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

/** All migrations, in order. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: (appRole) => [firstTables, firstFunctions, grants(appRole)].join('\n'),
  },
  {
    version: 2,
    // Records have format 4, which earlier servers cannot read. The new version makes those servers reject the
    // database.
    sql: () => "comment on table bowline.record is 'format 4'",
  },
  {
    version: 3,
    // Records have format 5.
    sql: () => "comment on table bowline.record is 'format 5'",
  },
  {
    version: 4,
    sql: (appRole) => [artifactTables, artifactGrants(appRole)].join('\n'),
  },
  { version: 5, sql: learnedTable },
  {
    version: 6,
    // Records have format 6.
    sql: () => "comment on table bowline.record is 'format 6'",
  },
  {
    version: 7,
    // Records have format 7.
    sql: () => "comment on table bowline.record is 'format 7'",
  },
];

/** The schema version that this code requires. */
export const DATABASE_VERSION = migrations.at(-1)?.version ?? 0;
