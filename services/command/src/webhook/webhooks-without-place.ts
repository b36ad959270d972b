import { MAX_WEBHOOKS, streams, type DataOf } from '@lacre/contracts';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { LogIndex } from '@lacre/event-store/log-index';
import type { Pool, PoolClient } from 'pg';

import { schema } from '../database/migrations.ts';

const FILTER = { streamPrefixes: [streams.webhook('')] };

/**
 * Webhooks from before tenants had so many places for them: an index of the log, filled from it. It only tells which
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
}

async function apply(client: PoolClient, events: readonly RecordedEvent[]): Promise<void> {
  for (const { type, data } of events) {
    if (type === 'WebhookCreated') {
      const { webhookId, tenantId, slot } = data as unknown as DataOf<'WebhookCreated'>;
      if (slot === undefined)
        await client.query(
          `insert into ${schema}.unplaced_webhook (webhook_id, tenant_id) values ($1, $2) on conflict do nothing`,
          [webhookId, tenantId],
        );
    } else if (type === 'WebhookRemoved') {
      const { webhookId } = data as unknown as DataOf<'WebhookRemoved'>;
      await client.query(`delete from ${schema}.unplaced_webhook where webhook_id = $1`, [webhookId]);
    }
  }
}
