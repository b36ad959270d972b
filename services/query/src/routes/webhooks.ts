import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { offsetOf, totalOf } from '../paging.ts';
import type { Reader, ReadModels } from '../read-models.ts';
import { deliveryOf, webhookOf, webhooksOf } from '../webhook-views.ts';

/** Webhooks keep up with the log by a checkpoint of their own, which `min-position` waits for like any other. */
const seen = (minPosition: string | undefined) => ({ minPosition, projections: ['webhook'] }) as const;

export function listWebhooksRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'listWebhooks', ({ principal, query }) =>
    models.ofCaller(principal, seen(query['min-position']), async (db) => {
      const { page, pageSize } = query;
      const { tenantId } = principal;
      const counted = await db
        .selectFrom('webhook.endpoint')
        .select((e) => e.fn.countAll().as('total'))
        .where('tenant_id', '=', tenantId)
        .executeTakeFirst();
      const newest = webhooksOf(db, tenantId).orderBy('e.created_at', 'desc').orderBy('e.webhook_id');
      const rows = await newest.limit(pageSize).offset(offsetOf(query)).execute();
      return { items: rows.map(webhookOf), total: totalOf(counted), page, pageSize };
    }),
  );
}

async function found(db: Reader, tenantId: string, webhookId: string) {
  const row = await webhooksOf(db, tenantId).where('e.webhook_id', '=', webhookId).executeTakeFirst();
  if (row === undefined) throw new Refusal('WEBHOOK_NOT_FOUND');
  return row;
}

export function getWebhookRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getWebhook', ({ principal, params, query }) =>
    models.ofCaller(principal, seen(query['min-position']), async (db) =>
      webhookOf(await found(db, principal.tenantId, params.webhookId)),
    ),
  );
}

export function listWebhookDeliveriesRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'listWebhookDeliveries', ({ principal, params, query }) =>
    models.ofCaller(principal, seen(query['min-position']), async (db) => {
      const { page, pageSize, filter } = query;
      await found(db, principal.tenantId, params.webhookId);
      const all = db.selectFrom('webhook.delivery').where('webhook_id', '=', params.webhookId);
      const chosen = filter === 'all' ? all : all.where('status', '=', filter);
      const counted = await chosen.select((e) => e.fn.countAll().as('total')).executeTakeFirst();
      const newest = chosen.selectAll().orderBy('number', 'desc');
      const rows = await newest.limit(pageSize).offset(offsetOf(query)).execute();
      return { items: rows.map(deliveryOf), total: totalOf(counted), page, pageSize };
    }),
  );
}
