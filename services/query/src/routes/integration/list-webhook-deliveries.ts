import { defineRoute } from '../../define-route.ts';
import { offsetOf, totalOf } from '../../reading/paging.ts';
import { deliveryOf, foundWebhook, seenWebhooks } from '../../views/webhook-views.ts';

export const route = defineRoute('listWebhookDeliveries', ({ principal, params, query }, { models }) =>
  models.ofCaller(principal, seenWebhooks(query), async (db) => {
    const { page, pageSize, filter } = query;
    await foundWebhook(db, principal.tenantId, params.webhookId);
    const all = db.selectFrom('webhook.delivery').where('webhook_id', '=', params.webhookId);
    const chosen = filter === 'all' ? all : all.where('status', '=', filter);
    const counted = await chosen.select((e) => e.fn.countAll().as('total')).executeTakeFirst();
    const newest = chosen.selectAll().orderBy('number', 'desc');
    const rows = await newest.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(deliveryOf), total: totalOf(counted), page, pageSize };
  }),
);
