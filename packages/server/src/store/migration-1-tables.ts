/** Records are partitioned by session into this many tables. Cannot be changed later. */
const PARTITIONS = 16;

const TENANT_TABLES = ['session', 'record', 'snapshot', 'inbox', 'server_session', 'aside', 'aside_record'];

const tables = `
create table bowline.tenant (tenant text collate "C" primary key check (tenant <> ''));

create table bowline.session (
  tenant text collate "C" not null check (tenant <> ''),
  session_id text collate "C" not null,
  epoch bigint not null,
  head_seq bigint not null,
  head_hash text not null,
  holder text,
  owner json,
  held_until timestamptz,
  workspace text not null default '',
  updated_at text collate "C" not null default '',
  is_open boolean not null default false,
  pending integer not null default 0,
  summary text,
  primary key (tenant, session_id)
) with (fillfactor = 60);
create index session_open on bowline.session (tenant, session_id) where is_open;
create sequence bowline.epoch;

create table bowline.record (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  seq bigint not null,
  epoch bigint not null,
  at text not null,
  stream_id text,
  type text not null,
  body text not null,
  hash text not null,
  primary key (tenant, session_id, seq)
) partition by hash (tenant, session_id);
do $$ begin
  alter table bowline.record alter column body set compression lz4;
exception when feature_not_supported then null; -- a server built without it compresses as it always did
end $$;
create index record_stream on bowline.record (tenant, session_id, stream_id) where type = 'stream_started';
create index record_rewound on bowline.record (tenant, session_id, seq) where type = 'rewound';

create table bowline.snapshot (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  name text not null,
  version integer not null,
  seq bigint not null,
  hash text not null,
  state text not null,
  primary key (tenant, session_id, name, version, seq)
);

create table bowline.inbox (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  message_id text collate "C" not null,
  position bigint generated always as identity,
  entry json not null,
  outcome json,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant, session_id, message_id)
);
create index inbox_waiting on bowline.inbox (tenant, session_id, position) where settled_at is null;

create table bowline.server_session (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  workspace text not null,
  wishes json not null,
  created_at timestamptz not null default now(),
  primary key (tenant, session_id)
);

create table bowline.aside (
  tenant text collate "C" not null,
  aside_id text not null,
  session_id text not null,
  session json not null,
  created_at timestamptz not null default now(),
  primary key (tenant, aside_id)
);
create table bowline.aside_record (
  tenant text collate "C" not null,
  aside_id text not null,
  seq bigint not null,
  epoch bigint not null,
  at text not null,
  stream_id text,
  type text not null,
  body text not null,
  hash text not null,
  primary key (tenant, aside_id, seq)
);`;

/** A row is visible if it belongs to the transaction's tenant. Without a tenant, no row is. */
const policies = TENANT_TABLES.map(
  (table) => `
alter table bowline.${table} enable row level security;
alter table bowline.${table} force row level security;
create policy tenant on bowline.${table}
  using (tenant = current_setting('bowline.tenant', true))
  with check (tenant = current_setting('bowline.tenant', true));`,
).join('');

/** A partition that is queried by its own name has no policy, and so shows nothing. */
const partitions = Array.from(
  { length: PARTITIONS },
  (_, n) => `
create table bowline.record_${n} partition of bowline.record for values with (modulus ${PARTITIONS}, remainder ${n});
alter table bowline.record_${n} enable row level security;
alter table bowline.record_${n} force row level security;`,
).join('');

/** The tables of the first version, their row-level policies, and the partitions of the records. */
export const firstTables = [tables, policies, partitions].join('\n');
