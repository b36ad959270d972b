export { shareSubscriptions } from './shared-subscriptions.ts';
