import { dropOwnSubscription } from '@lacre/web-push';

import { defineCommand } from '../../define-route.ts';
import { recipientOf } from '../../push/subscribe.ts';

export const route = defineCommand('unsubscribePush', async ({ principal, params }, service) => {
  await dropOwnSubscription(service, recipientOf(principal), params.subscriptionId);
});
