export { maxAppendBytes } from './append-rules.ts';
export { derivedId } from './derived-id.ts';
export { bareOf, epochOf, inEpoch, type Epoch, type Seen } from './epochs.ts';
export {
  EventIdConflict,
  EventStoreFault,
  EventStoreUnavailable,
  InvalidAppend,
  PositionOfAnotherEpoch,
  StreamTruncated,
  WrongExpectedRevision,
  type UnavailableReason,
} from './errors.ts';
export { EventStoreDecorator } from './event-store-decorator.ts';
export type {
  AppendOptions,
  AppendResult,
  EventMetadata,
  EventStore,
  Expected,
  Filter,
  Json,
  JsonObject,
  NewEvent,
  OrderedAppend,
  Position,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionMessage,
} from './port.ts';
export { eventsAfter } from './read-log.ts';
export { notBefore } from './stream-order.ts';
