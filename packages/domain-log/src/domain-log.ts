import {
  schemaVersionOf,
  type DomainEvent,
  type EventMetadata,
  type EventType,
  type StreamOf,
} from '@lacre/contracts';
import {
  eventsAfter,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type Filter,
  type JsonObject,
  type NewEvent,
  type Position,
  type ReadStreamOptions,
  type SubscribeOptions,
  type SubscriptionMessage,
} from '@lacre/event-store';

import { checked, understood, UnknownEvent, type LoggedEvent } from './logged-event.ts';

/** What is said beside a new event; the version of its shape the log adds. */
export type NewMetadata = Omit<EventMetadata, 'schemaVersion'>;

/** An event to be appended. Ids are lower-case UUIDs, the same again when the append is retried. */
export type NewDomainEvent<Event extends DomainEvent = DomainEvent> = Event & Identified;

interface Identified {
  id: string;
  metadata: NewMetadata;
}

export type DomainLogMessage =
  | { kind: 'events'; events: LoggedEvent[]; position: Position }
  | Exclude<SubscriptionMessage, { kind: 'events' }>;

/** One of several appends in order, whose events are those of its stream. */
export interface OrderedDomainAppend {
  readonly stream: string;
  readonly events: readonly Identified[];
  readonly options: AppendOptions;
}

interface ReadDomainStreamOptions extends ReadStreamOptions {
  /**
   * unknown: events of types that this release does not know (UnknownEvent) · misfits: also those that are not as their
   * type says (ZodError). By default types that are not known are passed over, and nothing else is looked for.
   */
  refuse?: 'unknown' | 'misfits';
}

/**
 * The log in the language of the contracts: typed events in, typed events of today's shapes out. It adds nothing to the
 * promises of the store below, whose errors come through.
 *
 * Events of types that this release does not know are passed over, unless the reader refuses them. Reading throws
 * UnknownEvent for a version of a known type that this release does not know.
 */
export interface DomainLog {
  /** Appends events, each in the version that its type has today. As `EventStore.append`. */
  append<Event extends DomainEvent>(
    stream: StreamOf<Event>,
    events: readonly NewDomainEvent<Event>[],
    options: AppendOptions,
  ): Promise<AppendResult>;

  /** As `EventStore.appendInOrder`: each to a stream of its events. */
  appendInOrder(appends: readonly OrderedDomainAppend[]): Promise<AppendResult[]>;

  /** As `EventStore.readStream`. A stream whose kind is not known may hold any event. */
  readStream<Event extends DomainEvent>(
    stream: StreamOf<Event>,
    options?: ReadDomainStreamOptions,
  ): AsyncIterable<LoggedEvent<Event>>;
  readStream(stream: string, options?: ReadDomainStreamOptions): AsyncIterable<LoggedEvent>;

  /** Every event after a position (exclusive), up to the end that the log has by then, in its order. */
  readAfter(after: Position | 'start', filter?: Filter): AsyncIterable<LoggedEvent>;

  /** As `EventStore.subscribe`. A message whose events are all unknown here comes as a checkpoint. */
  subscribe(options: SubscribeOptions): AsyncIterable<DomainLogMessage>;

  head(): Promise<Position | 'start'>;
  /** As `EventStore.hasEventsAfter`. */
  hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean>;
  comparePositions(a: Position, b: Position): number;
}

/** The log over a store that holds personal data in plain, as `openLog` of `@lacre/adapters` opens it. */
export const createDomainLog = (store: EventStore): DomainLog => new StoreDomainLog(store);

class StoreDomainLog implements DomainLog {
  readonly #store: EventStore;

  constructor(store: EventStore) {
    this.#store = store;
  }

  append(stream: string, events: readonly Identified[], options: AppendOptions): Promise<AppendResult> {
    return this.#store.append(stream, events.map(written), options);
  }

  appendInOrder(appends: readonly OrderedDomainAppend[]): Promise<AppendResult[]> {
    return this.#store.appendInOrder(
      appends.map(({ stream, events, options }) => ({ stream, events: events.map(written), options })),
    );
  }

  // The stream's name says which events it holds, and `append` holds every writer to it.
  readStream<Event extends DomainEvent>(
    stream: string,
    options?: ReadDomainStreamOptions,
  ): AsyncIterable<LoggedEvent<Event>>;
  async *readStream(
    stream: string,
    { refuse, ...options }: ReadDomainStreamOptions = {},
  ): AsyncIterable<LoggedEvent> {
    for await (const recorded of this.#store.readStream(stream, options)) {
      const event = refuse === 'misfits' ? checked(recorded) : understood(recorded);
      if (event !== undefined) yield event;
      else if (refuse === 'unknown') throw new UnknownEvent(recorded);
    }
  }

  async *readAfter(after: Position | 'start', filter?: Filter): AsyncIterable<LoggedEvent> {
    for await (const recorded of eventsAfter(this.#store, after, filter)) {
      const event = understood(recorded);
      if (event !== undefined) yield event;
    }
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<DomainLogMessage> {
    for await (const message of this.#store.subscribe(options)) {
      if (message.kind !== 'events') {
        yield message;
        continue;
      }
      const events: LoggedEvent[] = [];
      for (const recorded of message.events) {
        const event = understood(recorded);
        if (event !== undefined) events.push(event);
      }
      const { position } = message;
      yield events.length > 0 ? { kind: 'events', events, position } : { kind: 'checkpoint', position };
    }
  }

  head(): Promise<Position | 'start'> {
    return this.#store.head();
  }

  hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean> {
    return this.#store.hasEventsAfter(position, filter);
  }

  comparePositions(a: Position, b: Position): number {
    return this.#store.comparePositions(a, b);
  }
}

/** As it is stored. The interface lets in nothing but events of the contracts, whose data are JSON. */
function written(event: Identified): NewEvent {
  const { id, type, data, metadata } = event as Identified & { type: EventType; data: JsonObject };
  return { id, type, data, metadata: { ...metadata, schemaVersion: schemaVersionOf(type) } };
}
