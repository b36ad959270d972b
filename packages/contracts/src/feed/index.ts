export * from './feed-event.ts';
export type { PublicEvent, Subjects } from './public-event.ts';
export { publicEvents } from './public-events.ts';
