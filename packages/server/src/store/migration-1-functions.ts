/** Columns of a record, in the order of its table. */
const RECORD = 'tenant, session_id, seq, epoch, at, stream_id, type, body, hash';

/**
 * Functions that must be a single round trip. Each sets its tenant for the transaction first, so that row-level
 * security hides all others. A repeated claim by the same holder succeeds again, since the first answer may have been
 * lost.
 */
const claim = `
create function bowline.claim(
  p_tenant text, p_session text, p_holder text, p_owner json, p_lease_ms double precision,
  p_create boolean, p_takeover boolean, p_genesis text
) returns table (
  outcome text, epoch bigint, head_seq bigint, head_hash text, last_hash text, is_longer boolean, owner json,
  summary text, moved text
) language plpgsql as $$
#variable_conflict use_column
declare known bowline.session;
begin
  perform set_config('bowline.tenant', p_tenant, true);
  if p_create then
    insert into bowline.session (tenant, session_id, epoch, head_seq, head_hash)
      values (p_tenant, p_session, 0, 0, p_genesis) on conflict do nothing;
  end if;
  select * into known from bowline.session s where s.tenant = p_tenant and s.session_id = p_session for update;
  outcome := case
    when not found then 'missing'
    when p_create and known.head_seq > 0 then 'exists'
    when not p_takeover and known.held_until > clock_timestamp() and known.holder is distinct from p_holder then 'busy'
    else 'claimed'
  end;
  owner := known.owner;
  if outcome = 'claimed' then
    update bowline.session s set epoch = nextval('bowline.epoch'), holder = p_holder, owner = p_owner,
        held_until = clock_timestamp() + p_lease_ms * interval '1 ms'
      where s.tenant = p_tenant and s.session_id = p_session
      returning s.epoch, s.head_seq, s.head_hash, s.summary into epoch, head_seq, head_hash, summary;
    select r.hash, case when r.type = 'session_moved' then r.body end into last_hash, moved from bowline.record r
      where r.tenant = p_tenant and r.session_id = p_session and r.seq = known.head_seq;
    is_longer := exists (select from bowline.record r
      where r.tenant = p_tenant and r.session_id = p_session and r.seq > known.head_seq);
  end if;
  return next;
end $$;

create function bowline.reclaim(p_tenant text, p_session text, p_holder text, p_lease_ms double precision)
returns table (epoch bigint, head_seq bigint, head_hash text) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('bowline.tenant', p_tenant, true);
  return query update bowline.session s set epoch = nextval('bowline.epoch'),
      held_until = clock_timestamp() + p_lease_ms * interval '1 ms'
    where s.tenant = p_tenant and s.session_id = p_session and s.holder = p_holder
    returning s.epoch, s.head_seq, s.head_hash;
end $$;

create function bowline.renew(p_tenant text, p_sessions text[], p_epochs bigint[], p_lease_ms double precision)
returns void language plpgsql as $$
begin
  perform set_config('bowline.tenant', p_tenant, true);
  update bowline.session s set held_until = clock_timestamp() + p_lease_ms * interval '1 ms'
    from unnest(p_sessions, p_epochs) as held (session_id, epoch)
    where s.tenant = p_tenant and s.session_id = held.session_id and s.epoch = held.epoch;
end $$;

create function bowline.release(p_tenant text, p_session text, p_holder text) returns void language plpgsql as $$
begin
  perform set_config('bowline.tenant', p_tenant, true);
  update bowline.session set holder = null, held_until = null
    where tenant = p_tenant and session_id = p_session and holder = p_holder;
end $$;`;

/**
 * The update is the fence: of two concurrent writers, only one finds the row as it expects it. A summary of '' is reset
 * to unknown.
 */
function fence(last: { readonly seq: string; readonly hash: string; readonly at: string }): string {
  return `
  perform set_config('bowline.tenant', p_tenant, true);
  update bowline.session set
      head_seq = ${last.seq}, head_hash = ${last.hash}, updated_at = ${last.at},
      held_until = clock_timestamp() + p_lease_ms * interval '1 ms',
      workspace = p_workspace, is_open = p_open, pending = p_pending,
      summary = case when p_summary is null then summary else nullif(p_summary, '') end
    where tenant = p_tenant and session_id = p_session and epoch = p_epoch and head_seq = p_after;
  if not found then return false; end if;`;
}

/**
 * Most appends are of one record, where array parameters would add a fifth to the cost, so they have their own
 * function.
 */
const append = `
create function bowline.append(
  p_tenant text, p_session text, p_epoch bigint, p_after bigint, p_lease_ms double precision,
  p_workspace text, p_open boolean, p_pending integer, p_summary text,
  p_at text[], p_stream text[], p_type text[], p_body text[], p_hash text[]
) returns boolean language plpgsql as $$
begin
  ${fence({ seq: 'p_after + cardinality(p_hash)', hash: 'p_hash[cardinality(p_hash)]', at: 'p_at[cardinality(p_at)]' })}
  insert into bowline.record (${RECORD})
    select p_tenant, p_session, p_after + n, p_epoch, at, stream, type, body, hash
    from unnest(p_at, p_stream, p_type, p_body, p_hash) with ordinality as new (at, stream, type, body, hash, n);
  return true;
end $$;

create function bowline.append_one(
  p_tenant text, p_session text, p_epoch bigint, p_after bigint, p_lease_ms double precision,
  p_workspace text, p_open boolean, p_pending integer, p_summary text,
  p_at text, p_stream text, p_type text, p_body text, p_hash text
) returns boolean language plpgsql as $$
begin
  ${fence({ seq: 'p_after + 1', hash: 'p_hash', at: 'p_at' })}
  insert into bowline.record (${RECORD})
    values (p_tenant, p_session, p_after + 1, p_epoch, p_at, p_stream, p_type, p_body, p_hash);
  return true;
end $$;`;

/** As many rows as fit: at most `p_limit`, and no more once `p_bytes` are reached. */
const page = `
create function bowline.page(
  p_tenant text, p_session text, p_from bigint, p_to bigint, p_limit integer, p_bytes bigint
) returns table (seq bigint, at text, stream_id text, type text, body text, hash text) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('bowline.tenant', p_tenant, true);
  return query select r.seq, r.at, r.stream_id, r.type, r.body, r.hash from (
      select *, sum(octet_length(body)) over (order by seq) - octet_length(body) as before from bowline.record
      where tenant = p_tenant and session_id = p_session and seq between p_from and p_to order by seq limit p_limit
    ) r where r.before < p_bytes order by r.seq;
end $$;`;

/** Records are append-only. Only these two functions delete any, with the rights of the tables' owner. */
const removals = `
create function bowline.forget(p_tenant text, p_session text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare known bowline.session;
begin
  perform set_config('bowline.tenant', p_tenant, true);
  select * into known from bowline.session where tenant = p_tenant and session_id = p_session for update;
  if found and known.held_until > clock_timestamp() then return 'busy'; end if;
  delete from bowline.server_session where tenant = p_tenant and session_id = p_session;
  if not found and known.tenant is null then return 'missing'; end if;
  delete from bowline.inbox where tenant = p_tenant and session_id = p_session;
  delete from bowline.snapshot where tenant = p_tenant and session_id = p_session;
  delete from bowline.record where tenant = p_tenant and session_id = p_session;
  delete from bowline.session where tenant = p_tenant and session_id = p_session;
  return 'forgotten';
end $$;

create function bowline.set_aside(
  p_tenant text, p_session text, p_epoch bigint, p_aside text, p_kept bigint, p_hash text
) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare known bowline.session;
begin
  perform set_config('bowline.tenant', p_tenant, true);
  select * into known from bowline.session
    where tenant = p_tenant and session_id = p_session and epoch = p_epoch for update;
  if not found then return false; end if;
  insert into bowline.aside (tenant, aside_id, session_id, session) values (p_tenant, p_aside, p_session, to_json(known));
  insert into bowline.aside_record (tenant, aside_id, seq, epoch, at, stream_id, type, body, hash)
    select tenant, p_aside, seq, epoch, at, stream_id, type, body, hash
    from bowline.record where tenant = p_tenant and session_id = p_session;
  delete from bowline.snapshot where tenant = p_tenant and session_id = p_session;
  delete from bowline.record
    where tenant = p_tenant and session_id = p_session and (seq > p_kept or seq < 1);
  update bowline.session set head_seq = p_kept, head_hash = p_hash, summary = null
    where tenant = p_tenant and session_id = p_session;
  return true;
end $$;`;

/** Queries one tenant at a time, since no transaction can see two. */
const waiting = `
create function bowline.waiting() returns table (tenant text, session_id text) language plpgsql as $$
#variable_conflict use_column
declare one text;
begin
  for one in select t.tenant from bowline.tenant t order by t.tenant loop
    perform set_config('bowline.tenant', one, true);
    return query
      select i.tenant, i.session_id from bowline.inbox i where i.tenant = one and i.settled_at is null
      union
      select s.tenant, s.session_id from bowline.session s
        where s.tenant = one and s.is_open and s.pending = 0
          and (s.held_until is null or s.held_until < clock_timestamp());
  end loop;
end $$;`;

/** Inbox entries and outcomes. Each is one round trip, since every turn starts and ends with one. */
const inbox = `
create function bowline.inbox_put(p_tenant text, p_session text, p_message text, p_entry json) returns boolean
language plpgsql as $$
begin
  perform set_config('bowline.tenant', p_tenant, true);
  insert into bowline.inbox (tenant, session_id, message_id, entry)
    values (p_tenant, p_session, p_message, p_entry) on conflict do nothing;
  return found;
end $$;

create function bowline.inbox_waiting(p_tenant text, p_session text)
returns table (message_id text, "position" bigint, entry json, waited_ms double precision) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('bowline.tenant', p_tenant, true);
  return query select i.message_id, i.position, i.entry,
      (extract(epoch from clock_timestamp() - i.created_at) * 1000)::double precision
    from bowline.inbox i where i.tenant = p_tenant and i.session_id = p_session and i.settled_at is null
    order by i.position;
end $$;

create function bowline.inbox_settle(p_tenant text, p_session text, p_message text, p_outcome json) returns boolean
language plpgsql as $$
begin
  perform set_config('bowline.tenant', p_tenant, true);
  -- What was said is in the log by now, without what is secret in it; here only its id is needed.
  update bowline.inbox set outcome = p_outcome, settled_at = now(), entry = 'null'
    where tenant = p_tenant and session_id = p_session and message_id = p_message and settled_at is null;
  return found;
end $$;

create function bowline.inbox_outcome(p_tenant text, p_session text, p_message text)
returns table (outcome json, is_settled boolean) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('bowline.tenant', p_tenant, true);
  return query select i.outcome, i.settled_at is not null from bowline.inbox i
    where i.tenant = p_tenant and i.session_id = p_session and i.message_id = p_message;
end $$;`;

/** Frequent queries about one session or many at once. */
const looks = `
create function bowline.session_row(p_tenant text, p_session text)
returns table (session_id text, epoch bigint, head_seq bigint, head_hash text, updated_at text, summary text)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('bowline.tenant', p_tenant, true);
  return query select s.session_id, s.epoch, s.head_seq, s.head_hash, s.updated_at, s.summary
    from bowline.session s where s.tenant = p_tenant and s.session_id = p_session;
end $$;

create function bowline.heads(p_tenant text, p_sessions text[])
returns table (session_id text, head_seq bigint) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('bowline.tenant', p_tenant, true);
  return query select s.session_id, s.head_seq from bowline.session s
    where s.tenant = p_tenant and s.session_id = any(p_sessions);
end $$;

create function bowline.inboxes_waiting(p_tenant text, p_sessions text[]) returns setof text language plpgsql as $$
begin
  perform set_config('bowline.tenant', p_tenant, true);
  return query select distinct i.session_id::text from bowline.inbox i
    where i.tenant = p_tenant and i.session_id = any(p_sessions) and i.settled_at is null;
end $$;`;

export const firstFunctions = [claim, append, page, removals, waiting, inbox, looks].join('\n');
