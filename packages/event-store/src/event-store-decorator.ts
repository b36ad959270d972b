import type {
  AppendOptions,
  AppendResult,
  EventStore,
  Filter,
  NewEvent,
  OrderedAppend,
  Position,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionMessage,
} from './port.ts';

/** A decorator of an event store: forwards every call, so that one that extends it overrides what it changes alone. */
export class EventStoreDecorator implements EventStore {
  protected readonly store: EventStore;

  constructor(store: EventStore) {
    this.store = store;
  }

  append(stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult> {
    return this.store.append(stream, events, options);
  }

  appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    return this.store.appendInOrder(appends);
  }

  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent> {
    return this.store.readStream(stream, options);
  }

  readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    return this.store.readAll(options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    return this.store.subscribe(options);
  }

  head(): Promise<Position | 'start'> {
    return this.store.head();
  }

  hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean> {
    return this.store.hasEventsAfter(position, filter);
  }

  comparePositions(a: Position, b: Position): number {
    return this.store.comparePositions(a, b);
  }

  shareUpTo(position: Position, end: Position): number {
    return this.store.shareUpTo(position, end);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
