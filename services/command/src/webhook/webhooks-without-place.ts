import { MAX_WEBHOOKS, streams } from '@lacre/contracts';
import { understood } from '@lacre/domain-log';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { LogIndex } from '@lacre/event-store/log-index';
import type { Pool, PoolClient } from 'pg';

import { differencesBetween, type IndexDifferences } from '../database/index-differences.ts';
import { schema } from '../database/migrations.ts';

const FILTER = { streamPrefixes: [streams.webhook('')] };

/**
 * Webhooks from before tenants had so many places for them: an index of the log, filled from it. It only says which
 * webhooks to give a place to; whether one is still there is decided from its stream.
 */
export class WebhooksWithoutPlace {
  readonly #pool: Pool;
  readonly #index: LogIndex;

  constructor(pool: Pool, store: EventStore) {
    this.#pool = pool;
    this.#index = new LogIndex({
      pool,
      store,
      placeTable: `${schema}.unplaced_webhook_checkpoint`,
      filter: FILTER,
      write: apply,
    });
  }

  /** The oldest ones of the tenant, as many as there are places, of all that were created before the call. */
  async of(tenantId: string): Promise<string[]> {
    await this.#index.catchUp();
    const { rows } = await this.#pool.query<{ webhook_id: string }>(
      `select webhook_id from ${schema}.unplaced_webhook where tenant_id = $1 order by number limit ${MAX_WEBHOOKS}`,
      [tenantId],
    );
    return rows.map(({ webhook_id }) => webhook_id);
  }

  /**
   * Where the rows say something else than the log, as far as they have come; by id of the webhook. Changes nothing.
   */
  async differences(): Promise<IndexDifferences> {
    const { held, events } = await this.#index.heldBeside(async (client) => {
      const { rows } = await client.query<{ webhook_id: string; tenant_id: string }>(
        `select webhook_id, tenant_id from ${schema}.unplaced_webhook order by number`,
      );
      return new Map(rows.map((row) => [row.webhook_id, row.tenant_id]));
    });
    const expected = new Map<string, string>();
    for await (const event of events) {
      const change = changeBy(event);
      if (change === undefined) continue;
      if (change.tenantId === undefined) expected.delete(change.webhookId);
      else expected.set(change.webhookId, change.tenantId);
    }
    return differencesBetween(expected, held);
  }
}

/** A webhook without a place that was created, or with `tenantId` undefined one that is gone, whatever its place. */
function changeBy(recorded: RecordedEvent): { webhookId: string; tenantId?: string } | undefined {
  const event = understood(recorded);
  if (event?.type === 'WebhookRemoved') return { webhookId: event.data.webhookId };
  if (event?.type !== 'WebhookCreated') return undefined;
  const { webhookId, tenantId, slot } = event.data;
  return slot === undefined ? { webhookId, tenantId } : undefined;
}

async function apply(client: PoolClient, events: readonly RecordedEvent[]): Promise<void> {
  for (const event of events) {
    const change = changeBy(event);
    if (change === undefined) continue;
    const { webhookId, tenantId } = change;
    if (tenantId === undefined)
      await client.query(`delete from ${schema}.unplaced_webhook where webhook_id = $1`, [webhookId]);
    else
      await client.query(
        `insert into ${schema}.unplaced_webhook (webhook_id, tenant_id) values ($1, $2) on conflict do nothing`,
        [webhookId, tenantId],
      );
  }
}
