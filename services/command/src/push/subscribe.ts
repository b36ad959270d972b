import type { Principal } from '@lacre/access';
import { webhookAddressFault, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import {
  currentPublicKey,
  isOfPushService,
  keepSubscription,
  type PushParts,
  type PushRecipient,
} from '@lacre/web-push';

interface SubscribeParts extends PushParts {
  readonly pushHosts?: readonly string[];
  readonly webhookLoopback?: boolean;
}

export const recipientOf = ({ tenantId, kind, sub }: Principal): PushRecipient => ({
  tenantId,
  kind,
  id: sub,
});

/** Subscribes the caller's browser to notifications. @throws Refusal PUSH_SERVICE_NOT_ALLOWED, CLASS_VALIDATION_ERROR */
export async function subscribe(
  parts: SubscribeParts,
  principal: Principal,
  { publicKey, kinds, ...subscription }: BodyOf<'subscribePush'>,
): Promise<AnswerOf<'subscribePush'>> {
  const { endpoint } = subscription;
  const fault = webhookAddressFault(endpoint, { loopback: parts.webhookLoopback ?? false });
  if (fault !== undefined || !isOfPushService(endpoint, parts.pushHosts ?? []))
    throw new Refusal('PUSH_SERVICE_NOT_ALLOWED');
  // Where no browser has asked for the key yet, the browser brings one of its own.
  if (publicKey === undefined) await currentPublicKey(parts);
  const subscriptionId = await keepSubscription(parts, recipientOf(principal), subscription, {
    publicKey,
    kinds,
  });
  if (subscriptionId !== undefined) return { subscriptionId };
  throw new Refusal('CLASS_VALIDATION_ERROR', {
    fieldErrors: [{ field: 'publicKey', message: 'A chave mudou: recarregue a página' }],
  });
}
