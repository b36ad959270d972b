import { migrate } from '@lacre/postgres';
import { ADDRESSES_SETTING, createQueryRole, ownTenant, QUERY_ROLE } from '@lacre/read-models';
import type { Pool } from 'pg';

const createEngine = `
${createQueryRole}
create table checkpoint (
  target text collate "C" primary key,
  projection text collate "C" not null,
  version integer not null,
  generation integer not null,
  state text not null check (state in ('live', 'building', 'scratch', 'retired')),
  -- Null before the log's first event; otherwise as the event store writes it, and compared by it alone.
  position text collate "C",
  -- Its tables, as SQL writes their names: what to drop with it.
  tables text[] not null,
  updated_at timestamptz not null default now(),
  unique (projection, version, generation)
);
create unique index one_live_target on checkpoint (projection) where state = 'live';
create unique index one_building_target on checkpoint (projection) where state = 'building';
create table parked_event (
  target text collate "C" not null references checkpoint on delete cascade,
  stream text collate "C" not null,
  revision bigint not null,
  event_id uuid not null,
  event_type text not null,
  position text collate "C" not null,
  error text not null,
  parked_at timestamptz not null default now(),
  primary key (target, stream, revision)
);
`;

/** Readers wait on this for their own writes: places in the log, one for each partition, and nothing of any tenant. */
const createReadSchema = `
create extension if not exists pg_trgm with schema public;
create view projection_position with (security_invoker = false) as
  select projection, position from projector.checkpoint where state = 'live';
grant usage on schema read to ${QUERY_ROLE};
grant select on projection_position to ${QUERY_ROLE};
`;

/**
 * Processes that a person was asked to sign, for the policy of those same tables: bound to the tenant by its own text, it
 * gives nothing but keys. Its body is text, since the view it names comes and goes with its projection.
 */
const findProcessesOfPerson = `
create function processes_of_person(person uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 20
  as $$ begin
    if person is null then return; end if;
    return query select process_id from read.process_participant
      where person_id = person and ${ownTenant};
  end $$;
revoke execute on function processes_of_person(uuid) from public;
grant execute on function processes_of_person(uuid) to ${QUERY_ROLE};
`;

/**
 * The same, of what was sent to an address that the session has proven. An e-mail holds an `@` and a number does not, so
 * that neither passes for the other.
 */
const findProcessesSentTo = `
create or replace function processes_of_person(person uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 20
  as $$ declare
    addresses text[] := string_to_array(nullif(current_setting('${ADDRESSES_SETTING}', true), ''), ',');
  begin
    if person is null or addresses is null then return; end if;
    return query select process_id from read.process_participant
      where person_id = person and ${ownTenant}
        and (email = any (addresses) or cellphone_number = any (addresses));
  end $$;
`;

/** Progress of a build: one row while one runs, read by the query service. */
const createBuildProgress = `
create table build_progress (
  singleton boolean primary key default true check (singleton),
  share double precision not null,
  events_left bigint not null,
  seconds_left double precision,
  updated_at timestamptz not null default now()
);
`;

const showBuildProgress = `
create view build_progress with (security_invoker = false) as
  select share, events_left, seconds_left, updated_at from projector.build_progress;
grant select on build_progress to ${QUERY_ROLE};
`;

/**
 * A live read model has one checkpoint for each partition of tenants. Parked events are removed by `dropTarget`, as no
 * foreign key can: a target has several checkpoints. The formation is the number of partitions that all instances at work
 * have agreed on.
 */
const createPartitions = `
alter table checkpoint add column partition integer not null default 0,
  add column partitions integer not null default 1;
alter table checkpoint add check (partition >= 0 and partition < partitions),
  add check (partitions = 1 or state in ('live', 'retired'));
alter table parked_event drop constraint parked_event_target_fkey;
alter table checkpoint drop constraint checkpoint_pkey,
  drop constraint checkpoint_projection_version_generation_key;
alter table checkpoint add primary key (target, partition),
  add unique (projection, version, generation, partition);
drop index one_live_target;
create unique index one_live_target on checkpoint (projection, partition) where state = 'live';
create table formation (
  singleton boolean primary key default true check (singleton),
  partitions integer not null,
  -- The number again, and what is folded, in which versions: compared, and read by nobody.
  signature text not null
);
insert into formation (partitions, signature) values (1, '1');
`;

const readMigrations = [
  { id: '001-read', sql: createReadSchema },
  { id: '002-processes-of-person', sql: findProcessesOfPerson },
  { id: '003-processes-sent-to', sql: findProcessesSentTo },
  { id: '004-build-progress', sql: showBuildProgress },
];

/** Schemas `projector` and `read`, without the tables of projections: those come and go with their targets. */
export async function migrateProjector(pool: Pool): Promise<void> {
  await migrate(pool, {
    schema: 'projector',
    migrations: [
      { id: '001-engine', sql: createEngine },
      { id: '002-build-progress', sql: createBuildProgress },
      { id: '003-partitions', sql: createPartitions },
    ],
  });
  await migrate(pool, { schema: 'read', migrations: readMigrations });
}
