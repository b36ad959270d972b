import { MAX_WEBHOOKS, streams } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { claimValue } from '../reservation/claim-value.ts';
import { stored, type RunningCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { webhook, type WebhookSettings } from './decide-webhook.ts';
import { secretOf } from './webhook-secret.ts';

/**
 * Registers a webhook in one of the places that a tenant has for them, which becomes its own first. Commit point:
 * WebhookCreated with "no stream".
 *
 * @throws Refusal WEBHOOK_LIMIT_REACHED when every place is another's
 */
export async function createWebhook(
  service: CommandService,
  { context, newId }: RunningCommand,
  { settings, userId }: { settings: WebhookSettings; userId: string },
) {
  const { handler } = service;
  const { tenantId } = context;
  const [webhookId, secretId] = [newId('webhook'), newId('webhook-secret')];
  await secretOf(service, secretId);
  // A repeat is answered without a place: it may have been removed since.
  const earlier = await handler.repeated(webhook, webhookId, context);
  if (earlier !== undefined) return { position: stored(earlier).position, webhookId, secretId };
  const slot = await claimSlot(service, { context, newId }, webhookId);
  const create = { type: 'create', webhookId, tenantId, userId, settings, secretId, slot } as const;
  const { position } = stored(await handler.handle(webhook, webhookId, create, context));
  return { position, webhookId, secretId };
}

/**
 * The first place that is nobody's, looked for from one that the id tells: those who come at once look in different
 * ones. Each place is a reservation of its own, so that no count has to be kept, and none can be passed by a race.
 */
async function claimSlot(
  { handler, eventStore, digest, now, dependencies }: CommandService,
  { context }: RunningCommand,
  webhookId: string,
): Promise<number> {
  const claims = { handler, eventStore, digest, now, patienceMs: dependencies.takeOverPatienceMs };
  const first = Number.parseInt(webhookId.slice(0, 8), 16);
  const owner = streams.webhook(webhookId);
  for (let step = 0; step < MAX_WEBHOOKS; step++) {
    const slot = (first + step) % MAX_WEBHOOKS;
    const holds = async (stream: string) => {
      const other = await handler.load(webhook, idOf(stream));
      return 'slot' in other && other.slot === slot;
    };
    const claim = { kind: 'webhook', value: String(slot), owner, scope: 'tenant', holds } as const;
    const claimed = await claimValue(claims, claim, context);
    if (claimed.ok) return slot;
    if (claimed.code !== 'taken') throw new Refusal(claimed.code);
  }
  throw new Refusal('WEBHOOK_LIMIT_REACHED', {
    detail: `Uma conta pode ter até ${MAX_WEBHOOKS} webhooks, contando os pausados. Remova um que não use mais.`,
  });
}

const idOf = (stream: string): string => stream.slice(streams.webhook('').length);
