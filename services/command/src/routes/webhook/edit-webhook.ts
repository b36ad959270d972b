import { assertRecentUnlessToken } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { changeWebhook } from '../../webhook/change-webhook.ts';
import { assertAddress } from '../../webhook/webhook-secret.ts';

export const route = defineRoute('editWebhook', async (call, service) => {
  await assertRecentUnlessToken(service, call);
  assertAddress(service, call.body.url);
  return runCommand(service, call, ({ context }) =>
    changeWebhook(service, context, call.params.webhookId, { type: 'edit', settings: call.body }),
  );
});
