import type { Migration } from '@lacre/postgres';

/**
 * Schema that holds the keys. Back it up apart from the log, and keep no backup for longer than an erasure may take.
 */
export const schema = 'personal_data';

/** Channel that notifies every process of a destroyed key. */
export const ERASED_CHANNEL = 'lacre_personal_data_erased';

/**
 * A destroyed key leaves its row: an id without a row never had a key, or its row was lost, which is not the same.
 * Dead rows hold wrapped keys that were destroyed: vacuum comes for them at once.
 *
 * `mention` says in which streams a subject is spoken of. It is written before the append, so that none is ever
 * missing.
 *
 * `prepare` does not wait for the disk when the log is in the same database: what it wrote is flushed with the append,
 * which comes later in the same write-ahead log. Rows are written in the order of their keys, so that two of these
 * cannot wait for each other in a circle.
 */
const createKeys = `
create table subject_key (
  subject_id uuid primary key,
  master_key text collate "C",
  wrapped bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped is null) = (destroyed_at is not null)),
  check ((wrapped is null) = (master_key is null))
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create index subject_key_destroyed on subject_key (subject_id) where wrapped is null;

create table mention (
  subject_id uuid not null,
  stream text collate "C" not null,
  primary key (subject_id, stream)
);

create function prepare(
  p_durable boolean, p_subjects uuid[], p_wrapped bytea[], p_master_key text, p_mentioned uuid[], p_streams text[]
) returns table (subject text, master_key text, wrapped bytea) language plpgsql volatile
set search_path = ${schema}, pg_temp as $$
begin
  if not p_durable then perform set_config('synchronous_commit', 'off', true); end if;
  insert into subject_key (subject_id, master_key, wrapped)
  select given.id, p_master_key, given.wrapped
    from unnest(p_subjects, p_wrapped) as given (id, wrapped) order by given.id
  on conflict (subject_id) do nothing;
  insert into mention (subject_id, stream)
  select distinct given.id, given.stream
    from unnest(p_mentioned, p_streams) as given (id, stream) order by given.id, given.stream
  on conflict do nothing;
  return query select k.subject_id::text, k.master_key, k.wrapped from subject_key k
    where k.subject_id = any (p_subjects);
end $$;
`;

/** The mention index is built from the log, with its own checkpoint, not at append. */
const followLog = `
truncate mention;
create table mention_place (
  singleton boolean primary key default true check (singleton),
  position text collate "C"
);
insert into mention_place default values;

drop function prepare;
create function prepare(p_durable boolean, p_subjects uuid[], p_wrapped bytea[], p_master_key text)
returns table (subject text, master_key text, wrapped bytea) language plpgsql volatile
set search_path = ${schema}, pg_temp as $$
begin
  if not p_durable then perform set_config('synchronous_commit', 'off', true); end if;
  insert into subject_key (subject_id, master_key, wrapped)
  select given.id, p_master_key, given.wrapped
    from unnest(p_subjects, p_wrapped) as given (id, wrapped) order by given.id
  on conflict (subject_id) do nothing;
  return query select k.subject_id::text, k.master_key, k.wrapped from subject_key k
    where k.subject_id = any (p_subjects);
end $$;
`;

/** Whose keys these are, and how often they were opened; see `installation` in the adapters. */
const markInstallation = `
create table installation_mark (
  singleton boolean primary key default true check (singleton),
  installation_id uuid not null,
  opened bigint not null
);
`;

export const migrations: readonly Migration[] = [
  { id: '001-keys', sql: createKeys },
  { id: '002-mentions-from-the-log', sql: followLog },
  { id: '003-installation-mark', sql: markInstallation },
  { id: '004-epoch-of-mark', sql: 'alter table installation_mark add column epoch text' },
];
