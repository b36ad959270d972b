import { fresh } from './scenario.ts';

const HOST = 'avisos.invalid';

/** Allows the push service of `pushSubscription`, which leads nowhere. */
export const PUSH_SERVICE = { PUSH_HOSTS: HOST };

/** What a browser would give of it. */
export const pushSubscription = () => ({
  endpoint: `https://${HOST}/${fresh()}`,
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
});
