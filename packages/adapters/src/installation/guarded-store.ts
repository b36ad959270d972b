import {
  EventStoreDecorator,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type Filter,
  type NewEvent,
  type OrderedAppend,
  type Position,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionMessage,
} from '@lacre/event-store';

/** What everything that reaches the log goes through. */
export interface Gate {
  /** Whether it would be let through at once. */
  isOpen(what: 'append' | 'read'): boolean;
  /** Waits for a while. @throws EventStoreUnavailable when nothing may go through */
  passed(what: 'append' | 'read'): Promise<void>;
}

/**
 * The store behind a gate: nothing is appended or read while it is closed, and an append during which it closed is not
 * acknowledged before it is open again.
 */
export const guardedStore = (store: EventStore, gate: Gate): EventStore => new GuardedEventStore(store, gate);

class GuardedEventStore extends EventStoreDecorator {
  readonly #gate: Gate;

  constructor(store: EventStore, gate: Gate) {
    super(store);
    this.#gate = gate;
  }

  override append(
    stream: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    return this.#guarded(() => this.store.append(stream, events, options));
  }

  override appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    return this.#guarded(() => this.store.appendInOrder(appends));
  }

  async #guarded<Result>(append: () => Promise<Result>): Promise<Result> {
    if (!this.#gate.isOpen('append')) await this.#gate.passed('append');
    const result = await append();
    if (!this.#gate.isOpen('append')) await this.#gate.passed('append');
    return result;
  }

  override async *readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent> {
    if (!this.#gate.isOpen('read')) await this.#gate.passed('read');
    yield* this.store.readStream(stream, options);
  }

  override async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    if (!this.#gate.isOpen('read')) await this.#gate.passed('read');
    yield* this.store.readAll(options);
  }

  override async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    for await (const message of this.store.subscribe(options)) {
      if (!this.#gate.isOpen('read')) await this.#gate.passed('read');
      yield message;
    }
  }

  override async head(): Promise<Position | 'start'> {
    if (!this.#gate.isOpen('read')) await this.#gate.passed('read');
    return this.store.head();
  }

  override async hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean> {
    if (!this.#gate.isOpen('read')) await this.#gate.passed('read');
    return this.store.hasEventsAfter(position, filter);
  }
}
