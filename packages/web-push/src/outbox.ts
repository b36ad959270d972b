import type { Pool } from 'pg';

import type { PushRecipient } from './subscriptions.ts';

/** How long a claim holds: longer than any request takes. */
const CLAIM = "interval '60 seconds'";
/** How long what is over is kept, so that a message that is tried again is not pushed again. */
const KEPT = "interval '30 days'";

export interface DueDelivery {
  notificationId: string;
  subscriptionId: string;
  /** Id of the key that its browser subscribed with. */
  applicationKey: string;
  /** The notification's job: ids alone. */
  job: object;
  attempts: number;
  createdAt: Date;
}

/**
 * Notes a message for each browser of its recipient that is notified of its kind, once for each however often it is
 * noted.
 *
 * @returns whether there is anything to send
 */
export async function noteDeliveries(
  pool: Pool,
  { tenantId, kind, id }: PushRecipient,
  message: { notificationId: string; job: object; kind: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into push.delivery (notification_id, subscription_id, job)
     select $1, subscription_id, $2 from push.subscription
      where recipient_id = $3 and recipient_kind = $4 and tenant_id = $5 and (kinds is null or $6 = any(kinds))
     on conflict do nothing`,
    [message.notificationId, message.job, id, kind, tenantId, message.kind],
  );
  return (rowCount ?? 0) > 0;
}

/** Whether any user of the tenant is notified of this kind. */
export async function isAnyUserNotified(pool: Pool, tenantId: string, kind: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from push.subscription
      where tenant_id = $1 and recipient_kind = 'user' and (kinds is null or $2 = any(kinds)) limit 1`,
    [tenantId, kind],
  );
  return rowCount === 1;
}

/** Takes what is due, the longest due first. A claim ends by itself. */
export async function claimDue(
  pool: Pool,
  { now, limit }: { now: Date; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await pool.query<DueDelivery>(
    `with due as (
       select notification_id, subscription_id from push.delivery
        where status = 'pending' and next_attempt_at <= $1
        order by next_attempt_at limit $2 for update skip locked
     )
     update push.delivery d set next_attempt_at = $1::timestamptz + ${CLAIM}
       from due join push.subscription s on s.subscription_id = due.subscription_id
      where d.notification_id = due.notification_id and d.subscription_id = due.subscription_id
     returning d.notification_id as "notificationId", d.subscription_id as "subscriptionId", d.job, d.attempts,
       d.created_at as "createdAt", s.application_key as "applicationKey"`,
    [now, limit],
  );
  return rows;
}

/** When the next delivery is due, a claimed one with the end of its claim; undefined when none waits. */
export async function nextDueAt(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ dueAt: Date | null }>(
    `select nullif(min(next_attempt_at), '-infinity') as "dueAt" from push.delivery where status = 'pending'`,
  );
  return rows[0]?.dueAt ?? undefined;
}

/** A delivery as it was claimed, whose attempts are counted from there: once, however often that is written. */
type Claimed = Pick<DueDelivery, 'notificationId' | 'subscriptionId' | 'attempts'>;

/** Nothing more is to be sent of it. Idempotent. */
export async function endDelivery(
  pool: Pool,
  { notificationId, subscriptionId, attempts }: Claimed,
  status: 'sent' | 'dropped',
): Promise<void> {
  await pool.query(
    `update push.delivery set status = $3, attempts = $4::integer + 1
      where notification_id = $1 and subscription_id = $2`,
    [notificationId, subscriptionId, status, attempts],
  );
}

/** It is tried again at `at`. Idempotent. */
export async function postponeDelivery(
  pool: Pool,
  { notificationId, subscriptionId, attempts }: Claimed,
  at: Date,
): Promise<void> {
  await pool.query(
    `update push.delivery set next_attempt_at = $3, attempts = $4::integer + 1
      where notification_id = $1 and subscription_id = $2`,
    [notificationId, subscriptionId, at, attempts],
  );
}

/** Drops what is over and old. */
export async function tidyDeliveries(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from push.delivery where status <> 'pending' and created_at < $1::timestamptz - ${KEPT}`,
    [now],
  );
}
