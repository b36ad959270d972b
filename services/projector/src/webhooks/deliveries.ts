import { WEBHOOK_DELIVERY_DAYS } from '@lacre/contracts';
import { prepared } from '@lacre/postgres';
import type { Pool } from 'pg';

import type { HeldPartitions } from '../engine/partition.ts';
import { inTransaction } from '../engine/transaction.ts';
import type { Outcome } from './post-safely.ts';
import { DISABLED_AFTER_MS, isDelivered, problemIn, TRIED_FOR_MS, waitAfter } from './schedule.ts';

/** Longest time before an address that fails is tried with anything again, milliseconds. */
const LONGEST_REST_MS = 600_000;
/** How long a claim holds: longer than any request takes. */
const CLAIM = "interval '60 seconds'";

export interface DueDelivery {
  webhookId: string;
  eventId: string;
  tenantId: string;
  url: string;
  secretId: string;
  previousSecretId: string | null;
  previousUntil: Date | null;
  stream: string;
  revision: bigint;
  attempts: number;
  firstAttemptAt: Date | null;
}

/**
 * Takes what is due, the longest due first of each address: four things at a time of one that works, one of one that
 * fails. A claim ends by itself.
 */
export async function claimDue(
  pool: Pool,
  {
    tenants,
    now,
    failing,
    except,
    limit,
  }: { tenants: HeldPartitions; now: Date; failing: boolean; except: readonly string[]; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await pool.query<DueDelivery>(
    prepared(
      `with due as (
       select d.webhook_id, d.event_id from webhook.endpoint e
        cross join lateral (
          select webhook_id, event_id from webhook.delivery
           where webhook_id = e.webhook_id and status = 'pending' and next_attempt_at <= $1
           order by next_attempt_at, number limit case when e.failing_since is null then 4 else 1 end
        ) d
        where e.status = 'active' and e.next_attempt_at <= $1 and ${tenants.condition('e.tenant_id')}
          and (e.failing_since is not null) = $2 and e.webhook_id <> all ($3::uuid[])
        order by e.next_attempt_at, random() limit $4
     )
     update webhook.delivery d set next_attempt_at = $1::timestamptz + ${CLAIM}
       from due, webhook.endpoint e
      where d.webhook_id = due.webhook_id and d.event_id = due.event_id and e.webhook_id = due.webhook_id
     returning d.webhook_id as "webhookId", d.event_id as "eventId", d.tenant_id as "tenantId", e.url,
       e.secret_id as "secretId", e.previous_secret_id as "previousSecretId", e.previous_until as "previousUntil",
       d.stream, d.revision, d.attempts, d.first_attempt_at as "firstAttemptAt"`,
      [now, failing, except, limit],
    ),
  );
  return rows;
}

/** When the next delivery is due, `now` at the earliest, to an address of these states that is not excepted. */
export async function nextDueAt(
  pool: Pool,
  {
    tenants,
    now,
    failing,
    except,
  }: { tenants: HeldPartitions; now: Date; failing: readonly boolean[]; except: readonly string[] },
): Promise<Date | undefined> {
  const { rows } = await pool.query<{ dueAt: Date | null }>(
    prepared(
      `select min(greatest(e.next_attempt_at, d.next_attempt_at, $1)) as "dueAt" from webhook.endpoint e
      cross join lateral (
        select next_attempt_at from webhook.delivery
         where webhook_id = e.webhook_id and status = 'pending' order by next_attempt_at limit 1
      ) d
      where e.status = 'active' and (e.failing_since is not null) = any ($2::boolean[])
        and e.webhook_id <> all ($3::uuid[]) and ${tenants.condition('e.tenant_id')}`,
      [now, failing, except],
    ),
  );
  return rows[0]?.dueAt ?? undefined;
}

/**
 * Idempotent: an attempt is counted once.
 *
 * @returns since when the address has failed, once that is long enough to disable it, or it said that it is gone
 */
export async function recordOutcome(
  pool: Pool,
  delivery: DueDelivery,
  outcome: Outcome,
  now: Date,
): Promise<Date | undefined> {
  return inTransaction(pool, async (client) => {
    const { webhookId, eventId, attempts } = delivery;
    const status = outcome.kind === 'answered' ? outcome.status : null;
    if (isDelivered(outcome)) {
      await client.query(
        `update webhook.delivery set status = 'delivered', attempts = attempts + 1, last_status = $3, last_problem = null,
           first_attempt_at = coalesce(first_attempt_at, $4), last_attempt_at = $4, delivered_at = $4
          where webhook_id = $1 and event_id = $2 and attempts = $5`,
        [webhookId, eventId, status, now, attempts],
      );
      await client.query(
        `update webhook.endpoint set failing_since = null, failures = 0, next_attempt_at = '-infinity'
          where webhook_id = $1 and failing_since is not null`,
        [webhookId],
      );
      return undefined;
    }
    const since = delivery.firstAttemptAt ?? now;
    const isOver = now.getTime() - since.getTime() >= TRIED_FOR_MS;
    const next = new Date(now.getTime() + waitAfter(attempts + 1, outcome, Math.random));
    const counted = await client.query(
      `update webhook.delivery set status = $3, attempts = attempts + 1, last_status = $4, last_problem = $5,
         first_attempt_at = coalesce(first_attempt_at, $6), last_attempt_at = $6, next_attempt_at = $7
        where webhook_id = $1 and event_id = $2 and attempts = $8`,
      [webhookId, eventId, isOver ? 'dead' : 'pending', status, problemIn(outcome), now, next, attempts],
    );
    if (counted.rowCount === 0) return undefined;
    const { rows } = await client.query<{ failing_since: Date; failures: number }>(
      `update webhook.endpoint set failing_since = coalesce(failing_since, $2), failures = failures + 1
        where webhook_id = $1 returning failing_since, failures`,
      [webhookId, now],
    );
    const [endpoint] = rows;
    if (endpoint === undefined) return undefined;
    const restMs = Math.min(waitAfter(endpoint.failures, outcome, Math.random), LONGEST_REST_MS);
    const rest = 'update webhook.endpoint set next_attempt_at = $2 where webhook_id = $1';
    await client.query(rest, [webhookId, new Date(now.getTime() + restMs)]);
    const failedMs = now.getTime() - endpoint.failing_since.getTime();
    return status === 410 || failedMs >= DISABLED_AFTER_MS ? endpoint.failing_since : undefined;
  });
}

/** Nothing will ever be sent of it. */
export async function giveUp(pool: Pool, delivery: DueDelivery, problem: string, now: Date): Promise<void> {
  await pool.query(
    `update webhook.delivery set status = 'dead', last_problem = $3, last_attempt_at = $4
      where webhook_id = $1 and event_id = $2`,
    [delivery.webhookId, delivery.eventId, problem, now],
  );
}

/** Drops what is over and old. */
export async function tidy(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from webhook.delivery where status <> 'pending' and last_attempt_at < $1::timestamptz - $2 * interval '1 day'`,
    [now, WEBHOOK_DELIVERY_DAYS],
  );
}
