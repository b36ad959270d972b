import { assertRecentUnlessToken } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { createWebhook } from '../../webhook/create-webhook.ts';
import { assertAddress, secretOf } from '../../webhook/webhook-secret.ts';

export const route = defineRoute('createWebhook', async (call, service) => {
  await assertRecentUnlessToken(service, call);
  const answer = await runCommand(service, call, (command) => {
    assertAddress(service, call.body.url);
    return createWebhook(service, command, { settings: call.body, userId: call.principal.sub });
  });
  // Outside of what is kept of answers: no secret stands there.
  const { secretId, ...rest } = answer;
  return { ...rest, secret: await secretOf(service, secretId) };
});
