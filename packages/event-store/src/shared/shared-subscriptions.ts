import { EventStoreUnavailable } from '../errors.ts';
import { EventStoreDecorator } from '../event-store-decorator.ts';
import {
  defaultBatchSize,
  type EventStore,
  type Filter,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionMessage,
} from '../port.ts';
import type { Line } from './line.ts';
import { LiveReader } from './live-reader.ts';

/**
 * The store with one live subscription, shared by all subscribers: each catches up with a subscription of its own and then
 * joins the shared one. Keeps the contract of the port as the decorated store does. One that passes events over goes on
 * with its own: the shared one delivers what others need.
 *
 * Subscribers share the event objects, which are read-only to them.
 */
export const shareSubscriptions = (store: EventStore): EventStore => new SharedEventStore(store);

type Delivered = Exclude<SubscriptionMessage, { kind: 'caughtUp' }>;

class SharedEventStore extends EventStoreDecorator {
  readonly #reader: LiveReader;

  constructor(store: EventStore) {
    super(store);
    this.#reader = new LiveReader(store);
  }

  override async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    const { signal, passesOver } = options;
    if (passesOver !== undefined) return yield* this.store.subscribe(options);
    let after = options.after;
    let saidCaughtUp = false;
    while (!signal.aborted) {
      let line: Line | undefined;
      try {
        let caughtUp = false;
        for await (const message of this.store.subscribe({ ...options, after })) {
          if (message.position !== undefined) after = message.position;
          caughtUp ||= message.kind === 'caughtUp';
          if (message.kind !== 'caughtUp' || !saidCaughtUp) yield message;
          saidCaughtUp ||= caughtUp;
          line = caughtUp && !signal.aborted ? this.#reader.join(after) : undefined;
          if (line !== undefined) break;
        }
        // Aborted, or the store was closed.
        if (line === undefined) return;
        for await (const message of this.#joined(line, { ...options, after })) {
          after = message.position;
          yield message;
        }
      } finally {
        if (line !== undefined) this.#reader.leave(line);
      }
    }
  }

  /** What comes by the line, after what the shared reader had read before the subscriber joined it. Until the line ends. */
  async *#joined(line: Line, options: SubscribeOptions): AsyncGenerator<Delivered> {
    const { filter, batchSize = defaultBatchSize, signal } = options;
    let known = options.after;
    try {
      for await (const message of this.#between(known, line.from, { filter, batchSize })) {
        if (signal.aborted) return;
        known = message.position;
        yield message;
      }
    } catch (error) {
      // A subscription outlives its connections: one of its own goes on when it can.
      if (error instanceof EventStoreUnavailable) return;
      throw error;
    }
    yield* line.messages({ store: this.store, known, filter, batchSize, signal });
  }

  /** Events after a place, up to another, which the log has reached. */
  async *#between(
    after: Position | 'start',
    end: Position | 'start',
    { filter, batchSize }: { filter: Filter | undefined; batchSize: number },
  ): AsyncGenerator<Delivered> {
    if (end === 'start') return;
    for (let last = after; last === 'start' || this.comparePositions(last, end) < 0;) {
      const events: RecordedEvent[] = [];
      const page = this.store.readAll({ after: last, limit: batchSize, ...(filter && { filter }) });
      for await (const event of page) if (this.comparePositions(event.position, end) <= 0) events.push(event);
      const position = events.at(-1)?.position;
      if (position === undefined) return;
      yield { kind: 'events', events, position };
      if (events.length < batchSize) return;
      last = position;
    }
  }
}
