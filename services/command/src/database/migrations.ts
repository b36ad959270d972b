import { migrate, type Migration } from '@lacre/postgres';
import { migrateSharedTables } from '@lacre/read-models';
import type { Pool } from 'pg';

import { createProcessDrafts } from '../process-draft/draft-table.ts';
import { createProcessViews } from '../process-view/view-table.ts';

/** Schema of what the command service keeps beside the log. Nothing in it is a fact of the product; drafts and saved lists are kept. */
export const schema = 'command';

/**
 * `idempotency` is a cache of answers: losing its last rows costs nothing, because the log itself knows by event ids
 * what a key did (see command-handler). So whatever writes here does not wait for the disk (`synchronous_commit` off
 * for its own transaction, set inside the statement to stay in one round trip).
 *
 * `attempts` and `signing_code` went to the schema `identity`.
 */
const createTables = `
create table idempotency (
  id uuid primary key,
  request_hash text collate "C" not null,
  answer json not null,
  stored_at timestamptz not null
);
create index idempotency_stored_at on idempotency (stored_at);

create function remember(p_ids uuid[], p_hashes text[], p_answers text[], p_now timestamptz) returns void
language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into idempotency (id, request_hash, answer, stored_at)
  select given.id, given.request_hash, given.answer::json, p_now
    from unnest(p_ids, p_hashes, p_answers) as given (id, request_hash, answer)
   order by given.id
  on conflict (id) do nothing;
end $$;

create table attempts (
  subject text collate "C" primary key,
  tries integer not null,
  ends_at timestamptz not null
);
create index attempts_ends_at on attempts (ends_at);

create function count_attempt(p_subject text, p_now timestamptz, p_window interval, out tries integer, out ends_at timestamptz)
language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into attempts as a (subject, tries, ends_at) values (p_subject, 1, p_now + p_window)
  on conflict (subject) do update set
    tries = case when a.ends_at <= p_now then 1 else a.tries + 1 end,
    ends_at = case when a.ends_at <= p_now then p_now + p_window else a.ends_at end
  returning a.tries, a.ends_at into tries, ends_at;
end $$;

create table signing_code (
  process_id uuid not null,
  person_id uuid not null,
  digest text collate "C" not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (process_id, person_id)
);
create index signing_code_expires_at on signing_code (expires_at);

create table job_problem (
  kind text not null,
  key text not null,
  tenant_id uuid,
  attempts integer not null,
  problem text not null,
  updated_at timestamptz not null,
  primary key (kind, key)
);
`;

/** Processes that may wait for signatures, by whose: derived from the log, filled from its beginning. See open-processes. */
const createOpenProcesses = `
create table open_process (
  process_id uuid primary key,
  tenant_id uuid not null,
  company_id uuid not null,
  person_ids uuid[] not null
);
create index open_process_company on open_process (tenant_id, company_id);
create index open_process_persons on open_process using gin (person_ids);

create table open_process_checkpoint (
  singleton boolean primary key default true check (singleton),
  position text collate "C"
);
insert into open_process_checkpoint (position) values (null);
`;

const createHeldTries = `
alter table attempts add column held_until timestamptz;

create function count_held_try(
  p_subject text, p_now timestamptz, p_window interval, p_free integer, p_first double precision, p_cap double precision,
  out held_until timestamptz, out begins boolean)
language plpgsql set search_path = ${schema}, pg_temp as $$
declare known attempts;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into attempts (subject, tries, ends_at) values (p_subject, 0, p_now + p_window) on conflict do nothing;
  select * into known from attempts a where a.subject = p_subject for update;
  begins := false;
  if known.subject is null then return; end if;
  if known.ends_at <= p_now then known.tries := 0; known.held_until := null; end if;
  if known.held_until > p_now then held_until := known.held_until; return; end if;
  known.tries := known.tries + 1;
  known.held_until := null;
  if known.tries >= p_free then
    known.held_until := p_now + make_interval(secs => least(p_cap, p_first * power(2, least(known.tries - p_free, 20))));
    begins := known.tries = p_free;
  end if;
  update attempts a set tries = known.tries, held_until = known.held_until,
         ends_at = coalesce(known.held_until, p_now) + p_window where a.subject = p_subject;
end $$;
`;

/** What was asked of registers and maps elsewhere, until it is too old. Keys hold nothing personal. */
const createLookup = `
create table lookup (
  kind text collate "C" not null,
  key text collate "C" not null,
  value jsonb,
  asked_at timestamptz not null,
  primary key (kind, key)
);
create index lookup_asked_at on lookup (asked_at);
`;

/** As `open_process`: webhooks that were made before there were places for them. */
const createUnplacedWebhooks = `
create table unplaced_webhook (
  number bigint generated always as identity,
  webhook_id uuid primary key,
  tenant_id uuid not null
);
create index unplaced_webhook_tenant on unplaced_webhook (tenant_id, number);
create table unplaced_webhook_checkpoint (position text collate "C");
insert into unplaced_webhook_checkpoint (position) values (null);
`;

/** Accounts of credits at one of their events, so that none is folded from its first. See credit-snapshots. */
const createCreditSnapshots = `
create table credit_snapshot (
  tenant_id uuid primary key,
  version integer not null,
  revision bigint not null,
  event_id uuid not null,
  position text collate "C" not null,
  last_at text collate "C" not null,
  account jsonb not null,
  appended jsonb not null
);
create table credit_snapshot_reservation (
  tenant_id uuid not null references credit_snapshot on delete cascade,
  process_id uuid not null,
  set_id uuid,
  reservation jsonb not null,
  appended jsonb not null,
  primary key (tenant_id, process_id)
);
create index credit_snapshot_reservation_set on credit_snapshot_reservation (tenant_id, set_id)
  where set_id is not null;
`;

const migrations: readonly Migration[] = [
  { id: '001-tables', sql: createTables },
  { id: '010-open-processes', sql: createOpenProcesses },
  // One-time codes stand in the schema `identity`; those on their way when this ran are asked for again.
  { id: '020-codes-moved', sql: 'drop table signing_code;' },
  { id: '030-lookup', sql: createLookup },
  { id: '041-held-tries', sql: createHeldTries },
  { id: '070-unplaced-webhooks', sql: createUnplacedWebhooks },
  // Tries are counted in the schema `identity`; what was counted when this ran begins anew.
  {
    id: '080-attempts-moved',
    sql: 'drop function count_attempt, count_held_try; drop table attempts;',
  },
  { id: '090-credit-snapshots', sql: createCreditSnapshots },
  { id: '100-process-drafts', sql: createProcessDrafts },
  { id: '110-process-views', sql: createProcessViews },
];

/** Brings the schema `command` up to date. */
export async function migrateCommand(pool: Pool): Promise<void> {
  await migrateSharedTables(pool);
  await migrate(pool, { schema, migrations });
}
