import { migrate } from '@lacre/postgres';
import { COMPANIES_SETTING, QUERY_ROLE, ownTenant } from '@lacre/read-models';
import type { Pool } from 'pg';

/** Webhooks are of those who run the tenant, and reach all of it. */
const readable = (table: string): string => `
alter table ${table} enable row level security;
create policy own_tenant on ${table} for select to ${QUERY_ROLE} using (
  ${ownTenant}
  and current_setting('${COMPANIES_SETTING}', true) = '*');
grant select on ${table} to ${QUERY_ROLE};
`;

/**
 * What is to be sent where is derived from the log, by a checkpoint of its own; what came of it stands only here. A
 * delivery names a fact and holds nothing of it: what is sent is read from the log when it is sent.
 */
const createTables = `
create table checkpoint (
  singleton boolean primary key default true check (singleton),
  position text collate "C"
);
insert into checkpoint (position) values (null);

create table endpoint (
  webhook_id uuid primary key,
  tenant_id uuid not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  status text not null check (status in ('active', 'paused', 'disabled')),
  secret_id uuid not null,
  previous_secret_id uuid,
  previous_until timestamptz,
  created_at timestamptz not null,
  failing_since timestamptz,
  -- While it fails, one thing is tried at a time, and not before this.
  failures integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity'
);
create index endpoint_tenant on endpoint (tenant_id);

create table delivery (
  webhook_id uuid not null references endpoint on delete cascade,
  event_id uuid not null,
  tenant_id uuid not null,
  event_type text not null,
  stream text not null,
  revision bigint not null,
  occurred_at timestamptz not null,
  number bigint generated always as identity,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_problem text,
  delivered_at timestamptz,
  primary key (webhook_id, event_id)
);
create index delivery_due on delivery (webhook_id, next_attempt_at, number) where status = 'pending';
create index delivery_newest on delivery (webhook_id, number desc);
create index delivery_over on delivery (last_attempt_at) where status <> 'pending';

-- Readers wait for their own writes here too.
create or replace view read.projection_position with (security_invoker = false) as
  select projection, position from projector.checkpoint where state = 'live'
  union all select 'webhook', position from webhook.checkpoint;

grant usage on schema webhook to ${QUERY_ROLE};
${readable('endpoint')}
${readable('delivery')}
`;

/** See `foldWebhooks`; written in the transaction that brings the tenant's events. */
const arriving = 'create table arriving (tenant_id uuid primary key, move_id uuid not null);';

/** Brings the schema `webhook` up to date; after `migrateProjector`, which makes the role that reads it. */
export async function migrateWebhooks(pool: Pool): Promise<void> {
  await migrate(pool, {
    schema: 'webhook',
    migrations: [
      { id: '001-webhooks', sql: createTables },
      { id: '002-arriving', sql: arriving },
    ],
  });
}
