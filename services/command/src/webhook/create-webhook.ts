import { MAX_WEBHOOKS, streams } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Secrets } from '@lacre/personal-data/secrets';

import type { CommandContext, RunningCommand } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import { claimValue, reservationId, type ReservationParts } from '../reservation/claim-value.ts';
import { reservation } from '../reservation/decide-reservation.ts';
import { assertProvenRegistration } from '../tenant/proven-registration.ts';
import { webhook, webhookOf, type WebhookSettings } from './decide-webhook.ts';
import { secretOf } from './webhook-secret.ts';
import type { WebhooksWithoutPlace } from './webhooks-without-place.ts';

/**
 * Registers a webhook in one of the places that a tenant has for them, which becomes its own first. Commit point:
 * WebhookCreated with "no stream".
 *
 * @throws Refusal EMAIL_NOT_VERIFIED, WEBHOOK_LIMIT_REACHED when every place is another's
 */
export async function createWebhook(
  service: ReservationParts & { webhooksWithoutPlace: WebhooksWithoutPlace; secrets: Secrets },
  { context, newId }: RunningCommand,
  { settings, userId }: { settings: WebhookSettings; userId: string },
) {
  const { handler } = service;
  const { tenantId } = context;
  const [webhookId, secretId] = [newId('webhook'), newId('webhook-secret')];
  await secretOf(service, secretId);
  // A repeat is answered without a place: it may have been removed since.
  const earlier = await handler.repeated(webhook, webhookId, context);
  if (earlier !== undefined) return { position: orThrow(earlier).position, webhookId, secretId };
  // One made before the address is proven would go on sending its owner's facts elsewhere afterwards.
  await assertProvenRegistration(service, tenantId);
  const slot = await claimSlot(service, { context, newId }, webhookId);
  const create = { type: 'create', webhookId, tenantId, userId, settings, secretId, slot } as const;
  const { position } = orThrow(await handler.handle(webhook, webhookId, create, context));
  return { position, webhookId, secretId };
}

/**
 * The first free place, searched from one derived from the id: concurrent requests search in different
 * ones. Each place is a reservation of its own, so that no count has to be kept, and none can be passed by a race.
 * Webhooks from before there were places are given theirs first.
 */
async function claimSlot(
  service: ReservationParts & { webhooksWithoutPlace: WebhooksWithoutPlace },
  { context }: RunningCommand,
  webhookId: string,
): Promise<number> {
  const { tenantId } = context;
  for (const earlier of await service.webhooksWithoutPlace.of(tenantId))
    await placeEarlier(service, context, earlier);
  const slot = await freeSlot(service, context, webhookId);
  if (slot !== undefined) return slot;
  throw new Refusal('WEBHOOK_LIMIT_REACHED', {
    detail: `Uma conta pode ter até ${MAX_WEBHOOKS} webhooks, contando os pausados. Remova um que não use mais.`,
  });
}

/** Gives a place to a webhook that was made before there were any, unless it has one by now or none is left. */
async function placeEarlier(
  service: ReservationParts,
  context: CommandContext,
  webhookId: string,
): Promise<void> {
  const { handler, digest } = service;
  const { tenantId } = context;
  if (webhookOf(await handler.load(webhook, webhookId), tenantId) === undefined) return;
  const places = await Promise.all(
    Array.from({ length: MAX_WEBHOOKS }, (_, slot) =>
      handler.load(reservation, reservationId(digest, 'webhook', tenantId, String(slot))),
    ),
  );
  const owner = streams.webhook(webhookId);
  if (places.some((place) => place.status === 'reserved' && place.owner === owner)) return;
  // Under a key of its own: what is reserved here is another's than what this command makes.
  await freeSlot(service, { ...context, key: `${context.key}:place:${webhookId}` }, webhookId);
}

/** The place that is the webhook's from here on; undefined when every one is another's. @throws Refusal */
async function freeSlot(
  { handler, domainLog, digest, now, takeOverPatienceMs }: ReservationParts,
  context: CommandContext,
  webhookId: string,
): Promise<number | undefined> {
  const claims = { handler, domainLog, digest, now, patienceMs: takeOverPatienceMs };
  const first = Number.parseInt(webhookId.slice(0, 8), 16);
  const owner = streams.webhook(webhookId);
  for (let step = 0; step < MAX_WEBHOOKS; step++) {
    const slot = (first + step) % MAX_WEBHOOKS;
    const holds = async (stream: string) => {
      const other = await handler.load(webhook, idOf(stream));
      // One that was made without a place has the one that was reserved for it.
      return 'slot' in other && (other.slot ?? slot) === slot;
    };
    const claim = { kind: 'webhook', value: String(slot), owner, scope: 'tenant', holds } as const;
    const claimed = await claimValue(claims, claim, context);
    if (claimed.ok) return slot;
    if (claimed.code !== 'taken') throw new Refusal(claimed.code);
  }
  return undefined;
}

const idOf = (stream: string): string => stream.slice(streams.webhook('').length);
