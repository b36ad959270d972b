import { defineRoute } from '../../define-route.ts';
import { foundWebhook, seenWebhooks, webhookOf } from '../../views/webhook-views.ts';

export const route = defineRoute('getWebhook', ({ principal, params, query }, { models }) =>
  models.ofCaller(principal, seenWebhooks(query), async (db) =>
    webhookOf(await foundWebhook(db, principal.tenantId, params.webhookId)),
  ),
);
