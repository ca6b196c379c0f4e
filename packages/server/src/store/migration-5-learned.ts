/** Approvals and facts that sessions of a tenant have saved. Entries are added and never changed. */
const table = `
create table bowline.learned (
  tenant text collate "C" not null,
  kind text collate "C" not null check (kind in ('grant', 'fact')),
  key text collate "C" not null,
  text text not null,
  position bigint generated always as identity,
  made timestamptz not null default now(),
  primary key (tenant, kind, key)
);
alter table bowline.learned enable row level security;
alter table bowline.learned force row level security;
create policy tenant on bowline.learned
  using (tenant = current_setting('bowline.tenant', true))
  with check (tenant = current_setting('bowline.tenant', true));`;

/** The table of learned data, and what the server may do with it. */
export function learnedTable(appRole: string): string {
  return `${table}\ngrant select, insert on bowline.learned to ${appRole};`;
}
