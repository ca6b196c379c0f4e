/**
 * Artifacts are shared by the sessions of a tenant. A function that adds a use holds this lock shared, and one that
 * removes contents without a use holds it alone. It is taken before any row.
 */
const LOCK = "hashtextextended('bowline artifacts ' || p_tenant, 0)";

const tables = `
create table bowline.artifact (
  tenant text collate "C" not null,
  hash text collate "C" not null,
  size bigint not null,
  bytes bytea not null,
  primary key (tenant, hash)
);
alter table bowline.artifact alter column bytes set storage external; -- they are compressed already
create table bowline.artifact_use (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  hash text collate "C" not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant, session_id, hash),
  foreign key (tenant, session_id) references bowline.session on delete cascade,
  foreign key (tenant, hash) references bowline.artifact
);
create index artifact_use_hash on bowline.artifact_use (tenant, hash);`;

const policies = ['artifact', 'artifact_use']
  .map(
    (table) => `
alter table bowline.${table} enable row level security;
alter table bowline.${table} force row level security;
create policy tenant on bowline.${table}
  using (tenant = current_setting('bowline.tenant', true))
  with check (tenant = current_setting('bowline.tenant', true));`,
  )
  .join('');

const additions = `
create function bowline.hold_artifacts(p_tenant text) returns void language plpgsql as $$
begin
  perform set_config('bowline.tenant', p_tenant, true);
  perform pg_advisory_xact_lock_shared(${LOCK});
end $$;

create function bowline.keep_artifact(p_tenant text, p_session text, p_hash text, p_size bigint, p_bytes bytea)
returns bigint language plpgsql as $$
begin
  perform bowline.hold_artifacts(p_tenant);
  if not exists (select from bowline.session where tenant = p_tenant and session_id = p_session) then return null; end if;
  insert into bowline.artifact (tenant, hash, size, bytes) values (p_tenant, p_hash, p_size, p_bytes)
    on conflict do nothing;
  insert into bowline.artifact_use (tenant, session_id, hash) values (p_tenant, p_session, p_hash)
    on conflict do nothing;
  return (select sum(size) from bowline.artifact_use join bowline.artifact using (tenant, hash)
    where tenant = p_tenant and session_id = p_session);
end $$;

create function bowline.share_artifacts(p_tenant text, p_from text, p_to text) returns void language plpgsql as $$
begin
  perform bowline.hold_artifacts(p_tenant);
  insert into bowline.artifact_use (tenant, session_id, hash, at)
    select tenant, p_to, hash, at from bowline.artifact_use where tenant = p_tenant and session_id = p_from
    on conflict do nothing;
end $$;`;

/** Contents are removed with the rights of the tables' owner, and only with their last use. */
const removals = `
create function bowline.trim_artifacts(p_tenant text, p_session text, p_budget bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare dropped text[];
begin
  perform set_config('bowline.tenant', p_tenant, true);
  perform pg_advisory_xact_lock(${LOCK});
  with aged as (
    select hash, sum(size) over (order by at desc, hash) as total
    from bowline.artifact_use join bowline.artifact using (tenant, hash)
    where tenant = p_tenant and session_id = p_session
  ), gone as (
    delete from bowline.artifact_use u using aged
    where u.tenant = p_tenant and u.session_id = p_session and u.hash = aged.hash and aged.total > p_budget
    returning u.hash
  ) select array_agg(hash) into dropped from gone;
  delete from bowline.artifact a where a.tenant = p_tenant and a.hash = any(dropped)
    and not exists (select from bowline.artifact_use u where u.tenant = p_tenant and u.hash = a.hash);
end $$;

create or replace function bowline.forget(p_tenant text, p_session text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known bowline.session;
  used text[];
begin
  perform set_config('bowline.tenant', p_tenant, true);
  perform pg_advisory_xact_lock(${LOCK});
  select * into known from bowline.session where tenant = p_tenant and session_id = p_session for update;
  if found and known.held_until > clock_timestamp() then return 'busy'; end if;
  delete from bowline.server_session where tenant = p_tenant and session_id = p_session;
  if not found and known.tenant is null then return 'missing'; end if;
  select array_agg(hash) into used from bowline.artifact_use where tenant = p_tenant and session_id = p_session;
  delete from bowline.inbox where tenant = p_tenant and session_id = p_session;
  delete from bowline.snapshot where tenant = p_tenant and session_id = p_session;
  delete from bowline.record where tenant = p_tenant and session_id = p_session;
  delete from bowline.session where tenant = p_tenant and session_id = p_session;
  delete from bowline.artifact a where a.tenant = p_tenant and a.hash = any(used)
    and not exists (select from bowline.artifact_use u where u.tenant = p_tenant and u.hash = a.hash);
  return 'forgotten';
end $$;`;

/** The tables of artifacts and the functions that change them. A deleted session takes its artifacts with it. */
export const artifactTables = [tables, policies, additions, removals].join('\n');

/** What the server may do with artifacts. It cannot change or remove any. */
export function artifactGrants(appRole: string): string {
  const functions = [
    'hold_artifacts(text)',
    'keep_artifact(text, text, text, bigint, bytea)',
    'share_artifacts(text, text, text)',
    'trim_artifacts(text, text, bigint)',
  ].map((name) => `bowline.${name}`);
  return `
revoke all on function ${functions.join(', ')} from public;
grant execute on function ${functions.join(', ')} to ${appRole};
grant select, insert on bowline.artifact, bowline.artifact_use to ${appRole};`;
}
