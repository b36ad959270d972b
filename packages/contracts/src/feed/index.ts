export * from './feed-event.ts';
export type { FeedReach, PublicEvent, Subjects } from './public-event.ts';
export { publicEvents } from './public-events.ts';
