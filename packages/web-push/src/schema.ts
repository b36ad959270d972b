import { migrate } from '@lacre/postgres';
import type { Pool } from 'pg';

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

/** Brings the schema `push` up to date. */
export const migratePush = (pool: Pool): Promise<string[]> =>
  migrate(pool, { schema: 'push', migrations: [{ id: '001-push', sql: createTables }] });
