import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { seenWebhooks, webhookOf, webhooksOf } from '../../views/webhook-views.ts';

export const route = defineRoute('listWebhooks', ({ principal, query }, { models }) =>
  models.ofCaller(principal, seenWebhooks(query), async (db) => {
    const { pageSize } = query;
    const { tenantId } = principal;
    const counted = await countedPage(
      db,
      query,
      db.selectFrom('webhook.endpoint').where('tenant_id', '=', tenantId),
    );
    const newest = webhooksOf(db, tenantId).orderBy('e.created_at', 'desc').orderBy('e.webhook_id');
    const rows = await newest.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(webhookOf), ...counted };
  }),
);
