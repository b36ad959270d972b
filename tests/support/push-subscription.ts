import { fresh } from './scenario.ts';

/** What a browser would give, of a push service that leads nowhere and is allowed by no default. */
export const pushSubscription = () => ({
  endpoint: `https://avisos.invalid/${fresh()}`,
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
});
