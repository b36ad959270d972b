import type {
  AppendResult,
  EventStore,
  Expected,
  NewEvent,
  Position,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionMessage,
} from '@lacre/event-store';

/** What everything that reaches the log goes through. */
export interface Gate {
  /** @throws EventStoreUnavailable while nothing may go through */
  assertOpen(): void;
}

/**
 * The store behind a gate: nothing is appended or read while it is closed, and an append during which it closed is not
 * acknowledged.
 */
export const guardedStore = (store: EventStore, gate: Gate): EventStore => new GuardedEventStore(store, gate);

class GuardedEventStore implements EventStore {
  readonly #store: EventStore;
  readonly #gate: Gate;

  constructor(store: EventStore, gate: Gate) {
    this.#store = store;
    this.#gate = gate;
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    options: { expected: Expected },
  ): Promise<AppendResult> {
    this.#gate.assertOpen();
    const result = await this.#store.append(stream, events, options);
    this.#gate.assertOpen();
    return result;
  }

  async *readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent> {
    this.#gate.assertOpen();
    yield* this.#store.readStream(stream, options);
  }

  async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    this.#gate.assertOpen();
    yield* this.#store.readAll(options);
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    for await (const message of this.#store.subscribe(options)) {
      this.#gate.assertOpen();
      yield message;
    }
  }

  async head(): Promise<Position | 'start'> {
    this.#gate.assertOpen();
    return this.#store.head();
  }

  comparePositions(a: Position, b: Position): number {
    return this.#store.comparePositions(a, b);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
