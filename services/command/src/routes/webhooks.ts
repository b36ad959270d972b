import type { OperationName } from '@lacre/contracts';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { assertRecentUnlessToken } from '../identity/user/account/own-session.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { assertDelivery } from '../webhook/assert-delivery.ts';
import { createWebhook as create } from '../webhook/create-webhook.ts';
import { webhook, webhookOf, type WebhookCommand } from '../webhook/decide-webhook.ts';
import { assertAddress, secretOf } from '../webhook/webhook-secret.ts';

/** How long the secret before the current one signs too, milliseconds. */
const BOTH_SIGN_MS = 24 * 3_600_000;

export function createWebhook(app: FastifyInstance, service: CommandService): void {
  route(app, 'createWebhook', async (call) => {
    await assertRecentUnlessToken(service, call);
    const answer = await runCommand(service, 'createWebhook', call, (command) => {
      assertAddress(service, call.body.url);
      return create(service, command, { settings: call.body, userId: call.principal.sub });
    });
    // Outside of what is kept of answers: no secret stands there.
    const { secretId, ...rest } = answer;
    return { ...rest, secret: await secretOf(service, secretId) };
  });
}

export function rotateWebhookSecret(app: FastifyInstance, service: CommandService): void {
  route(app, 'rotateWebhookSecret', async (call) => {
    await assertRecentUnlessToken(service, call);
    const { webhookId } = call.params;
    const answer = await runCommand(service, 'rotateWebhookSecret', call, async ({ context, newId }) => {
      const secretId = newId('webhook-secret');
      await secretOf(service, secretId);
      const previousUntil = new Date(service.now().getTime() + BOTH_SIGN_MS).toISOString();
      const rotate = { type: 'rotate', tenantId: context.tenantId, secretId, previousUntil } as const;
      const { state, position } = stored(await service.handler.handle(webhook, webhookId, rotate, context));
      return { position, secretId, previousUntil: untilOf(state) ?? previousUntil };
    });
    const { secretId, ...rest } = answer;
    return { ...rest, secret: await secretOf(service, secretId) };
  });
}

const untilOf = (state: object) => (state as { previousUntil?: string }).previousUntil;

export function editWebhook(app: FastifyInstance, service: CommandService): void {
  route(app, 'editWebhook', async (call) => {
    await assertRecentUnlessToken(service, call);
    assertAddress(service, call.body.url);
    return change(service, 'editWebhook', call, { type: 'edit', settings: call.body });
  });
}

export function replayWebhookDelivery(app: FastifyInstance, service: CommandService): void {
  route(app, 'replayWebhookDelivery', (call) =>
    runCommand(service, 'replayWebhookDelivery', call, async ({ context }) => {
      const { webhookId, eventId } = call.params;
      const replay = { type: 'replay', tenantId: context.tenantId, eventId } as const;
      const state = await service.handler.load(webhook, webhookId);
      if (webhookOf(state, context.tenantId) !== undefined)
        await assertDelivery(service, { ...call.params, tenantId: context.tenantId });
      return { position: stored(await service.handler.handle(webhook, webhookId, replay, context)).position };
    }),
  );
}

export function pauseWebhook(app: FastifyInstance, service: CommandService): void {
  route(app, 'pauseWebhook', (call) => change(service, 'pauseWebhook', call, { type: 'pause' }));
}

export function resumeWebhook(app: FastifyInstance, service: CommandService): void {
  route(app, 'resumeWebhook', (call) => change(service, 'resumeWebhook', call, { type: 'resume' }));
}

export function removeWebhook(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeWebhook', (call) => change(service, 'removeWebhook', call, { type: 'remove' }));
}

type Change =
  Exclude<WebhookCommand, { type: 'create' }> extends infer C
    ? C extends { tenantId: string }
      ? Omit<C, 'tenantId'>
      : never
    : never;
type Call = Parameters<typeof runCommand>[2] & { params: { webhookId: string } };

function change(service: CommandService, name: OperationName, call: Call, command: Change) {
  return runCommand(service, name, call, async ({ context }) => {
    const { tenantId } = context;
    const asked = { ...command, tenantId } as WebhookCommand;
    return {
      position: stored(await service.handler.handle(webhook, call.params.webhookId, asked, context)).position,
    };
  });
}
