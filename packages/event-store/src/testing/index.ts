export { describeEventStore, type EventStoreUnderTest } from './describe-event-store.ts';
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
