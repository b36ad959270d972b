import { setTimeout as sleep } from 'node:timers/promises';

import { createDomainLog, type LoggedEvent } from '@lacre/domain-log';
import type { EventStore, Position } from '@lacre/event-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { inTransaction } from '../engine/transaction.ts';
import { foldWebhooks, isSent, openDeliveriesAlone, openDeliveriesUpTo } from './fold.ts';
import { PassedPlace } from './passed-place.ts';

const AGAIN_MS = 1000;

interface FollowDeps {
  pool: Pool;
  eventStore: EventStore;
  logger: Logger;
}

/** Keeps endpoints and deliveries up with the log, until aborted: after a failure from where it was. */
export async function followWebhooks(deps: FollowDeps, signal: AbortSignal, wake: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(deps, signal, wake);
    } catch (error) {
      deps.logger.error({ err: error }, 'webhooks fell behind the log; trying again');
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function follow(
  { pool, eventStore, logger }: FollowDeps,
  signal: AbortSignal,
  wake: () => void,
): Promise<void> {
  const { rows } = await pool.query<{ position: Position | null }>('select position from webhook.checkpoint');
  const after = rows[0]?.position ?? 'start';
  const subscribed = await tenantsWithWebhooks(pool);
  const passed = new PassedPlace(pool, (err) =>
    logger.warn({ err }, 'the place of webhooks in the log could not be written; the next one is'),
  );
  try {
    for await (const message of createDomainLog(eventStore).subscribe({ after, signal })) {
      if (message.kind === 'caughtUp') continue;
      const events =
        message.kind === 'events' ? message.events.filter((event) => concerns(event, subscribed)) : [];
      if (events.length === 0) {
        passed.note(message.position);
        continue;
      }
      await passed.drop();
      await advance(pool, events, message.position);
      wake();
    }
  } finally {
    await passed.drop();
  }
}

const MOVE = 'update webhook.checkpoint set position = $1';

/** Commit point: what was folded and the checkpoint, together. */
async function advance(pool: Pool, events: readonly LoggedEvent[], position: Position): Promise<void> {
  if (openDeliveriesAlone(events)) return openDeliveriesUpTo(pool, events, position);
  await inTransaction(pool, async (client) => {
    await client.query(MOVE, [position]);
    await foldWebhooks(client, events);
  });
}

/** The tenants whose facts are sent. Only the process that follows the log changes them. */
async function tenantsWithWebhooks(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ tenant_id: string }>('select distinct tenant_id from webhook.endpoint');
  return new Set(rows.map(({ tenant_id: tenantId }) => tenantId));
}

/** @param subscribed tenants that have webhooks; one that creates its first is added */
function concerns(event: LoggedEvent, subscribed: Set<string>): boolean {
  if (event.type === 'WebhookCreated') subscribed.add(event.data.tenantId);
  if (event.type === 'TenantMoveBegan') return true;
  return event.stream.startsWith('webhook-') || (isSent(event) && subscribed.has(event.data.tenantId));
}
