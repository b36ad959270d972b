import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { deliveryOf, foundWebhook, seenWebhooks } from '../../views/webhook-views.ts';

export const route = defineRoute('listWebhookDeliveries', ({ principal, params, query }, { models }) =>
  models.ofCaller(principal, seenWebhooks(query), async (db) => {
    const { pageSize, filter } = query;
    await foundWebhook(db, principal.tenantId, params.webhookId);
    const all = db.selectFrom('webhook.delivery').where('webhook_id', '=', params.webhookId);
    const chosen = filter === 'all' ? all : all.where('status', '=', filter);
    const counted = await countedPage(db, query, chosen);
    const newest = chosen.selectAll().orderBy('number', 'desc');
    const rows = await newest.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(deliveryOf), ...counted };
  }),
);
