/** What JSON can hold. An undefined member is left out when the event is written. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/**
 * The revision the stream must have for an append to happen: that of its last event, counted from 0, or none. There is
 * no "whatever it has": a store could not recognise a repetition of such an append.
 */
export type Expected = 'noStream' | bigint;

/**
 * A place in the whole log. Opaque: stores write it differently. One place has one text, so equal places are equal
 * strings; order comes from `comparePositions` of the store that gave them, never from the text.
 */
export type Position = string & { readonly __position: unique symbol };

export interface EventMetadata {
  /** When the fact happened, by the clock of the process that decided it: ISO 8601 in UTC. */
  occurredAt: string;
  /** Shared by everything that one request led to. */
  correlationId: string;
  /** Id of the event or command that led to this event directly. */
  causationId?: string | undefined;
  /** Version of the shape of `data`, from 1. */
  schemaVersion: number;
  [extra: string]: Json | undefined;
}

export interface NewEvent {
  /** Lower-case UUID, unique in the log and the same again when the append is retried. */
  id: string;
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  stream: string;
  revision: bigint;
  position: Position;
  /** When the store wrote it, ISO 8601 in UTC; some stores only know the second. */
  recordedAt: string;
}

/** Events whose stream, or whose type, begins with one of the prefixes; at least one prefix. */
export type Filter =
  | { readonly streamPrefixes: readonly string[] }
  | { readonly typePrefixes: readonly string[] };

export interface AppendResult {
  /** Revision of the last event of this append. */
  revision: bigint;
  /** Position of the last event of this append. */
  position: Position;
}

export type SubscriptionMessage =
  /** Never empty, in log order. A subscriber that handled them resumes after `position`. */
  | { kind: 'events'; events: RecordedEvent[]; position: Position }
  /** Everything that was in the log has been delivered; what follows is live. Comes at least once. */
  | { kind: 'caughtUp'; position?: Position }
  /** Nothing up to `position` passes the filter: resuming after it skips nothing. */
  | { kind: 'checkpoint'; position: Position };

export interface AppendOptions {
  expected: Expected;
  /**
   * The caller vouches that no id of the append stands in the stream up to the expected revision. A store that would
   * have to read the stream to know need not; one that knows by itself does not look at this.
   */
  idsAreNew?: boolean;
}

/** One of several appends that are made in order. */
export interface OrderedAppend {
  stream: string;
  events: readonly NewEvent[];
  options: AppendOptions;
}

/** An append-only log of events in streams. Every adapter keeps every promise written here. */
export interface EventStore {
  /**
   * Appends the events to the stream, all or none, next to each other in it and in the given order.
   *
   * Resolves only when the events survive the loss of this process and of the store's process.
   *
   * Idempotent by event ids: when all of them are in the stream already, next to each other and in this order, this is
   * that append again, whatever `expected` says and whatever was appended since, also after restarts of this process
   * and of the store. It has the same answer and writes nothing. What is answered is what the store acknowledged, never
   * what was only seen in it.
   *
   * @throws WrongExpectedRevision when the stream is not at `expected`; nothing is written.
   * @throws EventIdConflict when an id is in the stream already and this is not that append; nothing is written.
   * @throws InvalidAppend when the arguments break a rule of `append-rules.ts`; nothing is written.
   * @throws EventStoreUnavailable when the store cannot be reached or did not answer. The append may have happened:
   *   repeat it with the same event ids.
   * @throws StreamTruncated when events of the stream are gone from the store.
   */
  append(stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult>;

  /**
   * Makes the appends in their order, each as `append` does and only once those before it are made; a store that can
   * asks for all of them in one round trip. No transaction: where one is refused, those before it may stay.
   *
   * @returns their answers, in their order
   * @throws what the first of them that is not made throws
   */
  appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]>;

  /**
   * The stream's events, from revision `from` on (inclusive; default: its first, or its last when backwards), at most
   * `limit`. A missing stream is empty. Sees every append that was acknowledged before the call.
   *
   * @throws StreamTruncated when events of the stream are gone from the store, where that shows: in what is read, or
   *   in what the store says of the stream.
   */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>;

  /**
   * Events of the whole log after a position (exclusive), in log order, at most `limit`. Gap-safe: no event will ever
   * appear before one that was read, so that reading on after the last one misses none. Order in the log keeps the
   * order of each stream. Sees every append that was acknowledged before the call.
   */
  readAll(options: {
    after: Position | 'start';
    filter?: Filter;
    limit: number;
  }): AsyncIterable<RecordedEvent>;

  /**
   * Every event after a position (exclusive), then every new one, until `signal` aborts: then the iteration ends
   * without an error. Gap-safe and ordered as `readAll`. A lost connection is made again and delivery goes on where it
   * was, with no event lost or repeated. Between messages the iterator waits for its consumer.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage>;

  /**
   * The position of the last event of the log, or 'start' when there is none. Settled: no event will appear before it
   * later, and every append acknowledged before the call is at or before it.
   */
  head(): Promise<Position | 'start'>;

  /**
   * Whether events that pass the filter stand after a position. Counts every append that was acknowledged before the
   * call; one that is in flight may count or not.
   */
  hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean>;

  /** Negative, zero or positive as `a` is before, at or after `b` in the log. */
  comparePositions(a: Position, b: Position): number;

  /** How much of the log up to `end` stands at or before `position`, from 0 to 1: an estimate, for people who wait. */
  shareUpTo(position: Position, end: Position): number;

  /** Ends subscriptions and connections the store opened. No call may follow. */
  close(): Promise<void>;
}

export interface ReadStreamOptions {
  from?: bigint;
  direction?: 'forwards' | 'backwards';
  limit?: number;
}

export interface SubscribeOptions {
  after: Position | 'start';
  filter?: Filter;
  signal: AbortSignal;
  /** Most events in one message. Default 500. */
  batchSize?: number;
  /**
   * Whether the subscriber ignores an event, decided by the fields that are not encrypted. A store may omit such events,
   * as those that the filter excludes, and save itself their decryption; it need not.
   */
  passesOver?: (event: Pick<RecordedEvent, 'data' | 'metadata'>) => boolean;
}

/** Batch size of subscriptions that name none. */
export const defaultBatchSize = 500;
