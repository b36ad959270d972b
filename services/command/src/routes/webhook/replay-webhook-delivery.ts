import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { assertDelivery } from '../../webhook/assert-delivery.ts';
import { webhook, webhookOf } from '../../webhook/decide-webhook.ts';

export const route = defineCommand('replayWebhookDelivery', async (call, service, { context }) => {
  const { webhookId, eventId } = call.params;
  const { tenantId } = context;
  const replay = { type: 'replay', tenantId, eventId } as const;
  const state = await service.handler.load(webhook, webhookId);
  if (webhookOf(state, tenantId) !== undefined) await assertDelivery(service, { ...call.params, tenantId });
  return { position: orThrow(await service.handler.handle(webhook, webhookId, replay, context)).position };
});
