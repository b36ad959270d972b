export { currentPublicKey, findApplicationKey } from './application-key.ts';
export {
  listApplicationKeys,
  replaceApplicationKeys,
  retireApplicationKeys,
  rotateApplicationKey,
} from './rotate-application-key.ts';
export {
  claimDue,
  endDelivery,
  isAnyUserNotified,
  nextDueAt,
  noteDeliveries,
  postponeDelivery,
  tidyDeliveries,
  type DueDelivery,
} from './outbox.ts';
export { PUSH_TTL_SECONDS, pushRequest, type PushRequest } from './push-request.ts';
export { isOfPushService } from './push-services.ts';
export { migratePush } from './schema.ts';
export {
  dropOwnSubscription,
  dropSubscription,
  dropSubscriptionsOf,
  findSubscription,
  keepSubscription,
  type PushParts,
  type PushRecipient,
} from './subscriptions.ts';
