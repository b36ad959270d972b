export { describeEventStore } from './describe-event-store.ts';
export type { EventStoreUnderTest } from './event-store-under-test.ts';
export {
  appendToEnd,
  collect,
  eventOfBytes,
  eventsIn,
  numberedEvents,
  readUntil,
  streamOf,
  testEvent,
  uniquePrefix,
} from './test-events.ts';
