import { defineCommand } from '../../define-route.ts';
import { changeWebhook } from '../../webhook/change-webhook.ts';

export const route = defineCommand('removeWebhook', (call, service, { context }) =>
  changeWebhook(service, context, call.params.webhookId, { type: 'remove' }),
);
