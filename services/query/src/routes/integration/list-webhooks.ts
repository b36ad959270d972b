import { defineRoute } from '../../define-route.ts';
import { offsetOf, totalOf } from '../../reading/paging.ts';
import { seenWebhooks, webhookOf, webhooksOf } from '../../views/webhook-views.ts';

export const route = defineRoute('listWebhooks', ({ principal, query }, { models }) =>
  models.ofCaller(principal, seenWebhooks(query), async (db) => {
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
