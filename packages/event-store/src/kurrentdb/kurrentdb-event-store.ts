import { setTimeout as sleep } from 'node:timers/promises';

import {
  ANY,
  END,
  jsonEvent,
  KurrentDBClient,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  WrongExpectedVersionError,
} from '@kurrent/kurrentdb-client';
import type { AppendStreamState } from '@kurrent/kurrentdb-client';

import { encodeAppend } from '../append-rules.ts';
import { Backoff } from '../backoff.ts';
import { EventIdConflict, EventStoreUnavailable, WrongExpectedRevision } from '../errors.ts';
import { silentLog, type Log } from '../log.ts';
import {
  defaultBatchSize,
  type AppendResult,
  type EventStore,
  type Expected,
  type NewEvent,
  type Position,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionMessage,
} from '../port.ts';
import { portError } from './error-mapping.ts';
import { comparePositions, positionText, readPosition } from './positions.ts';
import { readEvents, type ReadRange } from './protocol-reads.ts';
import { isSystemEvent, recordedEvent, serverFilter, type ClientEvent } from './recorded-events.ts';
import { singleSubscription } from './single-subscription.ts';

export interface KurrentDbEventStoreOptions {
  /** `kurrentdb://`, `kurrentdb+discover://`, or the older `esdb://` forms. In a cluster: `nodePreference=leader`. */
  connectionString: string;
  log?: Log;
  /** How long an append may take before it counts as unanswered. Default 10 s. */
  appendTimeoutMs?: number;
}

/** The port on KurrentDB (EventStoreDB) 23.10 or later. */
export function createKurrentDbEventStore(options: KurrentDbEventStoreOptions): EventStore {
  return new KurrentDbEventStore(options);
}

/**
 * How far back in its stream an append is recognised as a retry. The server itself does that for a fixed expected
 * revision, and for others only while it remembers recent event ids.
 */
const retryWindow = 4096;

class KurrentDbEventStore implements EventStore {
  readonly #client: KurrentDBClient;
  /** The client drops its channel whenever a subscription is left: appends do not share it. */
  readonly #subscriber: KurrentDBClient;
  readonly #log: Log;
  readonly #appendTimeoutMs: number;
  readonly #closing = new AbortController();

  constructor({ connectionString, log, appendTimeoutMs }: KurrentDbEventStoreOptions) {
    this.#client = KurrentDBClient.connectionString(connectionString);
    this.#subscriber = KurrentDBClient.connectionString(connectionString);
    this.#log = log ?? silentLog;
    this.#appendTimeoutMs = appendTimeoutMs ?? 10_000;
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    options: { expected: Expected },
  ): Promise<AppendResult> {
    const { expected } = options;
    const ids = encodeAppend(stream, events).map(({ id }) => id);
    // A server that finds the expectation met writes the events again. "No stream" is met only where none are.
    const known = expected === 'noStream' ? undefined : await this.#sameAppend(stream, ids);
    if (known) return known;
    try {
      return await this.#write(stream, events, expected);
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw portError(error);
      const earlier = await this.#sameAppend(stream, ids);
      if (earlier) return earlier;
      const actual = error.actualState === NO_STREAM ? 'noStream' : error.actualState;
      throw new WrongExpectedRevision(stream, expected, actual);
    }
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    const { from, direction = 'forwards', limit } = options;
    const forwards = direction === 'forwards';
    if (limit === 0) return;
    const range: ReadRange = {
      from: { stream, revision: from ?? (forwards ? START : END) },
      backwards: !forwards,
      maxCount: limit ?? Number.MAX_SAFE_INTEGER,
    };
    for await (const event of this.#read(range)) yield recordedEvent(event);
  }

  async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    const { after, filter, limit } = options;
    if (limit === 0) return;
    // The server reads from a position, the port after it: one more may be found and left out.
    const range: ReadRange = {
      from: { position: readPosition(after) },
      backwards: false,
      maxCount: limit + 1,
      filter: serverFilter(filter),
    };
    let left = limit;
    for await (const event of this.#read(range)) {
      if (left === 0 || isSystemEvent(event)) continue;
      const recorded = recordedEvent(event);
      if (recorded.position === after) continue;
      left--;
      yield recorded;
    }
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    const { filter, batchSize = defaultBatchSize } = options;
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    const backoff = new Backoff({ firstMs: 50, longestMs: 5000 });
    let { after } = options;
    while (!signal.aborted) {
      try {
        for await (const message of singleSubscription(this.#subscriber, {
          after,
          filter,
          batchSize,
          signal,
        })) {
          if (signal.aborted) return;
          backoff.reset();
          after = message.position ?? after;
          yield message;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!(portError(error) instanceof EventStoreUnavailable)) throw error;
        this.#log.warn(
          { err: error, after },
          'the event store dropped a subscription; it goes on after a while',
        );
      }
      // The client does not subscribe again by itself, neither after an error nor when the server ends it.
      await backoff.wait(signal);
    }
  }

  async head(): Promise<Position | 'start'> {
    const newest: ReadRange = {
      from: { position: END },
      backwards: true,
      maxCount: 1,
      filter: serverFilter(undefined),
    };
    let head: Position | 'start' = 'start';
    for await (const event of this.#read(newest)) head = recordedEvent(event).position;
    return head;
  }

  comparePositions(a: Position, b: Position): number {
    return comparePositions(a, b);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#client.dispose(), this.#subscriber.dispose()]);
  }

  async *#read(range: ReadRange): AsyncGenerator<ClientEvent> {
    try {
      yield* readEvents(this.#client, range);
    } catch (error) {
      throw portError(error);
    }
  }

  async #write(stream: string, events: readonly NewEvent[], expected: Expected): Promise<AppendResult> {
    const answer = await withinTime(
      this.#client.appendToStream(stream, events.map(clientEvent), { streamState: streamState(expected) }),
      this.#appendTimeoutMs,
    );
    const revision = answer.nextExpectedRevision;
    if (answer.position) return { revision, position: positionText(answer.position) };
    // The server answers an append that it recognises as a retry without its position.
    for await (const { position } of this.readStream(stream, { from: revision, limit: 1 }))
      return { revision, position };
    throw new EventStoreUnavailable(new Error(`the append to ${stream} cannot be read back`));
  }

  /** @throws EventIdConflict when some of the ids are in the stream, but not as this append. */
  async #sameAppend(stream: string, ids: string[]): Promise<AppendResult | undefined> {
    const found = new Map<string, RecordedEvent>();
    const wanted = new Set(ids);
    for await (const event of this.readStream(stream, { direction: 'backwards', limit: retryWindow })) {
      if (wanted.has(event.id)) found.set(event.id, event);
      if (found.size === wanted.size) break;
    }
    if (found.size === 0) return undefined;
    const first = found.get(ids[0]!);
    const isSame = ids.every((id, n) => first && found.get(id)?.revision === first.revision + BigInt(n));
    if (!isSame) throw new EventIdConflict(stream);
    const { revision, position } = found.get(ids.at(-1)!)!;
    return { revision, position };
  }
}

/** The client's batch call has no end when the server takes it and goes silent. */
async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const done = new AbortController();
  const tooLate = sleep(timeoutMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new EventStoreUnavailable(new Error(`no answer within ${timeoutMs} ms`));
  });
  tooLate.catch(() => {});
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    done.abort();
  }
}

function clientEvent({ id, type, data, metadata }: NewEvent): ReturnType<typeof jsonEvent> {
  return jsonEvent({
    id,
    type,
    data,
    metadata,
  });
}

const namedStates = { any: ANY, noStream: NO_STREAM, streamExists: STREAM_EXISTS } as const;

/** A negative revision means something to the protocol: it becomes one that no stream has. */
function streamState(expected: Expected): AppendStreamState {
  if (typeof expected === 'bigint') return expected < 0n ? 2n ** 63n - 1n : expected;
  return namedStates[expected];
}
