import { Refusal } from '@lacre/http';
import type { Pool } from 'pg';

interface Named {
  tenantId: string;
  webhookId: string;
  eventId: string;
}

/** SQLSTATE of a table that is not there: nothing was ever sent. */
const UNDEFINED_TABLE = '42P01';

/**
 * Whether this fact was ever meant for this webhook. What was sent to whom stands in the record of deliveries and nowhere
 * else, the log knows only what happened.
 *
 * @throws Refusal WEBHOOK_DELIVERY_NOT_FOUND
 */
export async function assertDelivery(
  { pool }: { pool: Pool },
  { tenantId, webhookId, eventId }: Named,
): Promise<void> {
  const text = 'select from webhook.delivery where webhook_id = $1 and event_id = $2 and tenant_id = $3';
  const found = await pool.query(text, [webhookId, eventId, tenantId]).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return { rowCount: 0 };
    throw error;
  });
  if (found.rowCount === 0) throw new Refusal('WEBHOOK_DELIVERY_NOT_FOUND');
}
