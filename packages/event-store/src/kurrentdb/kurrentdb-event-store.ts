import { encodeAppend } from '../append-rules.ts';
import { Backoff } from '../backoff.ts';
import { EventStoreUnavailable } from '../errors.ts';
import { silentLog, type Log } from '../log.ts';
import { oneAfterAnother } from '../one-after-another.ts';
import {
  defaultBatchSize,
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
} from '../port.ts';
import { shareOf } from '../share-of.ts';
import { Appends } from './appending/appends.ts';
import { RememberedIds } from './appending/remembered-ids.ts';
import { readConnectionString } from './connection/connection-string.ts';
import { Connection, defaultTiming, linksOf, type Links } from './connection/connection.ts';
import { EmptyStreams } from './reading/empty-streams.ts';
import type { ServerEvent } from './reading/event-decoder.ts';
import { comparePositions, positionNumbers } from './reading/positions.ts';
import { readAll, readStream, type Patience } from './reading/reads.ts';
import { ForeignEvent, positionOf, recordedEvent } from './reading/recorded-events.ts';
import { singleSubscription } from './reading/single-subscription.ts';
import { defaultStreamPrefix, StreamNames } from './reading/stream-names.ts';

export interface KurrentDbEventStoreOptions {
  /** `kurrentdb://`, `kurrentdb+discover://`, or the older `esdb://` forms, with one host or several. */
  connectionString: string;
  /** What the names of all streams begin with on the server. Default `lacre.`. */
  prefix?: string;
  log?: Log;
  /** How long the first answer to a call may take before it counts as unanswered. Default 5 s. */
  answerTimeoutMs?: number;
  /**
   * Asked about each new connection, with nothing but that connection to read by, before any call goes over it: calls
   * wait for it, and get what it rejects with. So the log's identity need not be asked with every call.
   */
  confirm?: (log: LogReader) => Promise<void>;
  /** How many ids of events are remembered, of about 16 bytes each. Default 1,000,000. */
  rememberedIds?: number;
  /**
   * For audits: called with each event in the product's streams that the product did not write. Readers of
   * the log pass over it, and it is logged once.
   */
  onForeign?: ((event: ForeignEvent) => void) | undefined;
}

/** As much of a store as it takes to know whose log it is. */
export type LogReader = Pick<EventStore, 'readStream' | 'head'>;

/** The port on KurrentDB (EventStoreDB), of `SUPPORTED_RELEASES`. @throws InvalidConnectionString */
export function createKurrentDbEventStore(options: KurrentDbEventStoreOptions): EventStore {
  return new KurrentDbEventStore(options);
}

/** Beyond any stream, and within what the protocol's number holds. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** How many foreign events are remembered as logged. */
const loggedAtMost = 10_000;

class KurrentDbEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #names: StreamNames;
  readonly #ids: RememberedIds;
  readonly #empty = new EmptyStreams();
  readonly #appends: Appends;
  readonly #patience: Patience;
  readonly #log: Log;
  readonly #onForeign: KurrentDbEventStoreOptions['onForeign'];
  readonly #logged = new Set<string>();
  readonly #closing = new AbortController();

  constructor({ connectionString, onForeign, ...options }: KurrentDbEventStoreOptions) {
    const { prefix, log, answerTimeoutMs, rememberedIds, confirm = () => Promise.resolve() } = options;
    this.#onForeign = onForeign;
    const settings = readConnectionString(connectionString);
    const answerMs = answerTimeoutMs ?? settings.answerTimeoutMs ?? defaultTiming.answerMs;
    const timing = { ...defaultTiming, answerMs, barrierMs: Math.min(defaultTiming.barrierMs, answerMs) };
    this.#log = log ?? silentLog;
    this.#names = new StreamNames(prefix ?? defaultStreamPrefix);
    this.#connection = new Connection(settings, {
      timing,
      barrierStream: this.#names.barrier,
      log: this.#log,
      confirm: (link) => confirm(this.#over(linksOf(link))),
    });
    this.#ids = new RememberedIds(rememberedIds ?? 1_000_000);
    this.#patience = { answerMs };
    this.#appends = new Appends({
      connection: this.#connection,
      names: this.#names,
      ids: this.#ids,
      empty: this.#empty,
      answerMs,
      read: (stream, from, limit) => this.readStream(stream, { from, ...(limit !== undefined && { limit }) }),
    });
  }

  async append(stream: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult> {
    return this.#appends.append(stream, encodeAppend(stream, events), options);
  }

  appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    return oneAfterAnother(this, appends);
  }

  readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    return this.#readStream(this.#connection, stream, options);
  }

  async *#readStream(links: Links, stream: string, options: ReadStreamOptions): AsyncIterable<RecordedEvent> {
    const { from, direction = 'forwards', limit = noLimit } = options;
    // A lone surrogate would become another name, whose stream is another.
    if (limit === 0 || !stream.isWellFormed()) return;
    const backwards = direction === 'backwards';
    const range = {
      name: stream,
      stream: this.#names.onServer(stream),
      from: from ?? (backwards ? 'end' : 'start'),
      backwards,
      limit,
      settledUpTo: this.#ids.settledUpTo(stream),
    } as const;
    for await (const { link, events } of readStream(links, range, this.#patience)) {
      if (events.length === 0) this.#empty.note(stream, link.generation);
      if (!backwards) for (const event of events) this.#ids.noteRead(event, link.generation);
      yield* events;
    }
  }

  async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    const { after, filter, limit } = options;
    if (limit === 0) return;
    // The server reads from a position, the port after it: one more may be found and left out.
    const byServerAlone = !filter || 'streamPrefixes' in filter;
    const page = byServerAlone ? Math.min(limit + 1, noLimit) : noLimit;
    const streamPrefixes = this.#names.serverPrefixes(filter);
    let left = limit;
    for (let from = after; ;) {
      let [count, last] = [0, from];
      const range = { from, backwards: false, limit: page, streamPrefixes };
      for await (const found of readAll(this.#connection, range, this.#searching())) {
        for (const event of found) {
          count += 1;
          last = positionOf(event);
          const recorded = last === from ? undefined : this.#readable(event, filter);
          if (recorded === undefined) continue;
          yield recorded;
          if (--left === 0) return;
        }
      }
      // A page of which something was left out is not the end.
      if (count < page || last === from) return;
      from = last;
    }
  }

  /** Undefined for what the reader did not ask for, and for what is not the product's. */
  #readable(event: ServerEvent, filter: Filter | undefined): RecordedEvent | undefined {
    const name = this.#names.ofProduct(event.stream);
    if (name === undefined || !this.#names.passes(filter, event.type)) return undefined;
    const recorded = recordedEvent(event, name);
    if (!(recorded instanceof ForeignEvent)) return recorded;
    this.#passOver(recorded);
    return undefined;
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    const { filter, batchSize = defaultBatchSize } = options;
    const { answerMs } = this.#patience;
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    const backoff = new Backoff({ firstMs: 50, longestMs: 1000 });
    let { after } = options;
    while (!signal.aborted) {
      try {
        const onForeign = (event: ForeignEvent): void => this.#passOver(event);
        const single = { after, filter, batchSize, signal, answerMs, onForeign };
        for await (const message of singleSubscription(this.#connection, this.#names, single)) {
          backoff.reset();
          after = message.position ?? after;
          yield message;
        }
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable)) throw error;
        this.#log.warn(
          { err: error, after },
          'the event store dropped a subscription; it goes on after a while',
        );
      }
      if (!signal.aborted) await backoff.wait(signal);
    }
  }

  head(): Promise<Position | 'start'> {
    return this.#head(this.#connection);
  }

  async hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean> {
    for await (const _ of this.readAll({ after: position, filter, limit: 1 })) return true;
    return false;
  }

  #over(links: Links): LogReader {
    return {
      readStream: (stream, options = {}) => this.#readStream(links, stream, options),
      head: () => this.#head(links),
    };
  }

  async #head(links: Links): Promise<Position | 'start'> {
    const streamPrefixes = this.#names.serverPrefixes(undefined);
    let from: Position | 'end' = 'end';
    // The server's own events of a deletion, and those of others, are passed over: more of them each time.
    for (let limit = 1; ; limit = Math.min(4 * limit, 4096)) {
      const newest = { from, backwards: true, limit, streamPrefixes };
      let found = 0;
      for await (const events of readAll(links, newest, this.#searching())) {
        for (const event of events) {
          const at = positionOf(event);
          if (this.#names.ofProduct(event.stream) !== undefined && this.#names.passes(undefined, event.type))
            return at;
          from = at;
          found++;
        }
      }
      if (found < limit) return 'start';
    }
  }

  comparePositions(a: Position, b: Position): number {
    return comparePositions(a, b);
  }

  /** By bytes of its log. */
  shareUpTo(position: Position, end: Position): number {
    return shareOf(Number(positionNumbers(position).commit), Number(positionNumbers(end).commit));
  }

  close(): Promise<void> {
    this.#closing.abort();
    this.#connection.close();
    return Promise.resolve();
  }

  /** Nothing of it is taken for a fact, and no reader waits for it: it was not written by the product. */
  #passOver(event: ForeignEvent): void {
    this.#onForeign?.(event);
    const { stream, revision, type } = event;
    const place = `${revision} ${stream}`;
    if (this.#logged.has(place) || this.#logged.size === loggedAtMost) return;
    this.#logged.add(place);
    this.#log.warn(
      { stream, revision: String(revision), type },
      `an event that the product did not write is passed over: ${event.message}`,
    );
  }

  /** A search through others' events may take long; the server is asked meanwhile whether it is still there. */
  #searching(): Patience {
    return {
      answerMs: this.#patience.answerMs,
      isAlive: (link) => link.barrier(this.#names.barrier, defaultTiming.barrierMs),
    };
  }
}
