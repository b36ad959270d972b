import { WEBHOOK_FORMER_SECRET_HOURS } from '@lacre/contracts/limits';

import { assertRecentUnlessToken } from '../../account/own-session.ts';
import { orThrow } from '../../decider/or-throw.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { webhook } from '../../webhook/decide-webhook.ts';
import { secretOf } from '../../webhook/webhook-secret.ts';

const BOTH_SIGN_MS = WEBHOOK_FORMER_SECRET_HOURS * 3_600_000;

export const route = defineRoute('rotateWebhookSecret', async (call, service) => {
  await assertRecentUnlessToken(service, call);
  const { webhookId } = call.params;
  const answer = await runCommand(service, call, async ({ context, newId }) => {
    const secretId = newId('webhook-secret');
    await secretOf(service, secretId);
    const previousUntil = new Date(service.now().getTime() + BOTH_SIGN_MS).toISOString();
    const rotate = { type: 'rotate', tenantId: context.tenantId, secretId, previousUntil } as const;
    const { state, position } = orThrow(await service.handler.handle(webhook, webhookId, rotate, context));
    return { position, secretId, previousUntil: untilOf(state) ?? previousUntil };
  });
  const { secretId, ...rest } = answer;
  return { ...rest, secret: await secretOf(service, secretId) };
});

const untilOf = (state: object) => (state as { previousUntil?: string }).previousUntil;
