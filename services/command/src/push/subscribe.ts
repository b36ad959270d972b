import type { Principal } from '@lacre/access';
import { webhookAddressFault, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { isOfPushService, keepSubscription, type PushParts, type PushRecipient } from '@lacre/web-push';

interface SubscribeParts extends PushParts {
  readonly pushHosts?: readonly string[];
  readonly webhookLoopback?: boolean;
}

export const recipientOf = ({ tenantId, kind, sub }: Principal): PushRecipient => ({
  tenantId,
  kind,
  id: sub,
});

/** Subscribes the caller's browser to notifications. @throws Refusal PUSH_SERVICE_NOT_ALLOWED */
export async function subscribe(
  parts: SubscribeParts,
  principal: Principal,
  subscription: BodyOf<'subscribePush'>,
): Promise<AnswerOf<'subscribePush'>> {
  const { endpoint } = subscription;
  const fault = webhookAddressFault(endpoint, { loopback: parts.webhookLoopback ?? false });
  if (fault !== undefined || !isOfPushService(endpoint, parts.pushHosts ?? []))
    throw new Refusal('PUSH_SERVICE_NOT_ALLOWED');
  return { subscriptionId: await keepSubscription(parts, recipientOf(principal), subscription) };
}
