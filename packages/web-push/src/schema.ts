import { migrate, type Migration } from '@lacre/postgres';
import type { Pool } from 'pg';

import { FIRST_KEY_ID } from './first-key-id.ts';

/**
 * Endpoint and keys of a subscription are a secret of the schema `integration`, under the subscription's id. A delivery
 * holds ids alone: what is shown is read from the log when it is sent.
 */
const createTables = `
create table subscription (
  subscription_id uuid primary key,
  tenant_id uuid not null,
  recipient_kind text not null check (recipient_kind in ('person', 'user')),
  recipient_id uuid not null,
  created_at timestamptz not null default now()
);
create index subscription_recipient on subscription (recipient_id);

create table delivery (
  notification_id uuid not null,
  subscription_id uuid not null references subscription on delete cascade,
  job jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  primary key (notification_id, subscription_id)
);
create index delivery_due on delivery (next_attempt_at) where status = 'pending';
create index delivery_subscription on delivery (subscription_id);
create index delivery_over on delivery (created_at) where status <> 'pending';
`;

/**
 * The keys that browsers subscribed under, the newest last; each is a secret of the schema `integration`, under its id.
 * Before there could be several, all were under the one that is named here.
 */
const applicationKeys = `
create table application_key (
  key_id uuid primary key,
  number bigint generated always as identity unique,
  public_key text unique
);
insert into application_key (key_id) select '${FIRST_KEY_ID}' where exists (select from subscription);

alter table subscription add column application_key uuid references application_key;
update subscription set application_key = '${FIRST_KEY_ID}';
alter table subscription alter column application_key set not null;
create index subscription_application_key on subscription (application_key);
`;

/** Null: of everything, as all were before there was a choice. */
const kinds = `alter table subscription add column kinds text[]`;

/** The history of the schema. */
export const pushMigrations: readonly Migration[] = [
  { id: '001-push', sql: createTables },
  { id: '010-application-keys', sql: applicationKeys },
  { id: '020-kinds', sql: kinds },
];

/** Brings the schema `push` up to date. */
export const migratePush = (pool: Pool): Promise<string[]> =>
  migrate(pool, { schema: 'push', migrations: pushMigrations });
