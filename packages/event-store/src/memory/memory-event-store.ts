import { setImmediate as nextTick } from 'node:timers/promises';

import { encodeAppend, type EncodedEvent } from '../append-rules.ts';
import { EventIdConflict, WrongExpectedRevision } from '../errors.ts';
import { matches } from '../filter.ts';
import { oneAfterAnother } from '../one-after-another.ts';
import {
  defaultBatchSize,
  type AppendResult,
  type EventMetadata,
  type EventStore,
  type Expected,
  type Filter,
  type JsonObject,
  type NewEvent,
  type OrderedAppend,
  type Position,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionMessage,
} from '../port.ts';
import { shareOf } from '../share-of.ts';
import { WakeUp } from '../wake-up.ts';

/** Events are kept as JSON text: a reader can neither change them nor see what JSON would not carry. */
interface StoredEvent extends EncodedEvent {
  stream: string;
  revision: bigint;
  index: number;
  recordedAt: string;
}

/**
 * The port in memory, for unit tests of what stands on it. Keeps its promises but one: nothing survives the process.
 */
export function createMemoryEventStore(): EventStore {
  return new MemoryEventStore();
}

class MemoryEventStore implements EventStore {
  readonly #log: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #byId = new Map<string, StoredEvent>();
  readonly #appended = new WakeUp();
  readonly #closing = new AbortController();

  async append(
    stream: string,
    events: readonly NewEvent[],
    options: { expected: Expected },
  ): Promise<AppendResult> {
    // An answer never comes in the caller's own turn, as it would not from a store elsewhere.
    await nextTick();
    const encoded = encodeAppend(stream, events);
    const known = this.#sameAppend(stream, encoded);
    if (known) return known;
    const history = this.#streams.get(stream) ?? [];
    requireRevision(stream, options.expected, history.length);
    this.#streams.set(stream, history);
    const recordedAt = new Date().toISOString();
    for (const event of encoded) {
      const stored = {
        ...event,
        stream,
        revision: BigInt(history.length),
        index: this.#log.length,
        recordedAt,
      };
      history.push(stored);
      this.#log.push(stored);
      this.#byId.set(event.id, stored);
    }
    this.#appended.signal();
    return answer(history.at(-1) as StoredEvent);
  }

  appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    return oneAfterAnother(this, appends);
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    await nextTick();
    const history = this.#streams.get(stream) ?? [];
    const { direction = 'forwards', limit = Infinity } = options;
    const forwards = direction === 'forwards';
    const from = Number(options.from ?? (forwards ? 0 : history.length - 1));
    const ordered = forwards ? history.slice(from) : history.slice(0, from + 1).toReversed();
    for (const event of ordered.slice(0, limit)) yield decode(event);
  }

  async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    await nextTick();
    const passing = this.#log
      .slice(indexAfter(options.after))
      .filter((event) => matches(options.filter, event));
    for (const event of passing.slice(0, options.limit)) yield decode(event);
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    const { filter, batchSize = defaultBatchSize } = options;
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    let next = indexAfter(options.after);
    let caughtUp = false;
    while (!signal.aborted) {
      const seen = this.#appended.now();
      const batch = this.#log.slice(next, next + batchSize);
      next += batch.length;
      const events = batch.filter((event) => matches(filter, event)).map(decode);
      const position = positionOf(next - 1);
      if (events.length > 0) yield { kind: 'events', events, position };
      else if (batch.length > 0) yield { kind: 'checkpoint', position };
      if (next < this.#log.length) continue;
      if (!caughtUp) yield next === 0 ? { kind: 'caughtUp' } : { kind: 'caughtUp', position };
      caughtUp = true;
      await this.#appended.after(seen, { signal });
    }
  }

  async head(): Promise<Position | 'start'> {
    await nextTick();
    return this.#log.length === 0 ? 'start' : positionOf(this.#log.length - 1);
  }

  async hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean> {
    await nextTick();
    return this.#log.slice(indexAfter(position)).some((event) => matches(filter, event));
  }

  comparePositions(a: Position, b: Position): number {
    return Number(a) - Number(b);
  }

  shareUpTo(position: Position, end: Position): number {
    return shareOf(Number(position), Number(end));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await nextTick();
  }

  #sameAppend(stream: string, encoded: EncodedEvent[]): AppendResult | undefined {
    const known = encoded.map(({ id }) => this.#byId.get(id));
    if (known.every((event) => event === undefined)) return undefined;
    const first = known[0];
    const isSame = known.every(
      (event, offset) =>
        event?.stream === stream && first && event.revision === first.revision + BigInt(offset),
    );
    const last = known.at(-1);
    if (!isSame || !last) throw new EventIdConflict(stream);
    return answer(last);
  }
}

function requireRevision(stream: string, expected: Expected, length: number): void {
  const holds = (expected === 'noStream' && length === 0) || expected === BigInt(length - 1);
  // -1n would otherwise stand for "no stream", which has a name of its own.
  if (!holds || expected === -1n)
    throw new WrongExpectedRevision(stream, expected, length === 0 ? 'noStream' : BigInt(length - 1));
}

function decode(event: StoredEvent): RecordedEvent {
  const { id, type, stream, revision, recordedAt } = event;
  const data = JSON.parse(event.data) as JsonObject;
  const metadata = JSON.parse(event.metadata) as EventMetadata;
  return { id, type, data, metadata, stream, revision, position: positionOf(event.index), recordedAt };
}

function answer(last: StoredEvent): AppendResult {
  return { revision: last.revision, position: positionOf(last.index) };
}

function positionOf(index: number): Position {
  return String(index) as Position;
}

function indexAfter(position: Position | 'start'): number {
  return position === 'start' ? 0 : Number(position) + 1;
}
