import type { AnswerOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { ReadSchema } from '@lacre/read-models';

import type { Reader } from '../reading/read-models.ts';

type Webhook = AnswerOf<'getWebhook'>;
type Delivery = AnswerOf<'listWebhookDeliveries'>['items'][number];
type CountedEndpoint = ReadSchema['webhook.endpoint'] & { pending: bigint | null; dead: bigint | null };

/** A tenant's webhooks with what waits and what was given up. */
export function webhooksOf(db: Reader, tenantId: string) {
  return db
    .selectFrom('webhook.endpoint as e')
    .selectAll('e')
    .select((of) =>
      (['pending', 'dead'] as const).map((status) =>
        of
          .selectFrom('webhook.delivery as d')
          .select((d) => d.fn.countAll<bigint>().as('count'))
          .whereRef('d.webhook_id', '=', 'e.webhook_id')
          .where('d.status', '=', status)
          .as(status),
      ),
    )
    .where('e.tenant_id', '=', tenantId)
    .$castTo<CountedEndpoint>();
}

export const webhookOf = (row: CountedEndpoint): Webhook => ({
  webhookId: row.webhook_id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  failingSince: row.failing_since?.toISOString() ?? null,
  pending: Number(row.pending ?? 0),
  dead: Number(row.dead ?? 0),
});

export const deliveryOf = (row: ReadSchema['webhook.delivery']): Delivery => ({
  eventId: row.event_id,
  eventType: row.event_type,
  occurredAt: row.occurred_at.toISOString(),
  status: row.status,
  attempts: row.attempts,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  lastStatus: row.last_status,
  lastProblem: row.last_problem,
  nextAttemptAt:
    row.status === 'pending' && row.next_attempt_at instanceof Date
      ? row.next_attempt_at.toISOString()
      : null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
});

/** Webhooks keep up with the log by a checkpoint of their own, which `min-position` waits for like any other. */
export const seenWebhooks = (query: { 'min-position'?: string | undefined }) =>
  ({ minPosition: query['min-position'], projections: ['webhook'] }) as const;

/** @throws Refusal WEBHOOK_NOT_FOUND */
export async function foundWebhook(db: Reader, tenantId: string, webhookId: string) {
  const row = await webhooksOf(db, tenantId).where('e.webhook_id', '=', webhookId).executeTakeFirst();
  if (row === undefined) throw new Refusal('WEBHOOK_NOT_FOUND');
  return row;
}
