import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';

import type { Reader } from './read-models.ts';

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
