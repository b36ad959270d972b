import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import {
  ANY,
  BACKWARDS,
  binaryEvent,
  END,
  excludeSystemEvents,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  streamNameFilter,
  type AllStreamRecordedEvent,
  type AppendStreamState,
  type EventData,
  type Filter,
  type KurrentDBClient,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client';

import { KnownPositions, type Place } from './known-positions.ts';
import type {
  Direction,
  RecordedEvent,
  RecordedFilter,
  RecordedOperation,
  RecordedSubscription,
  Recording,
  ShownEvent,
  SubscriptionItem,
} from './recording.ts';

export interface ReplayedServer {
  client: KurrentDBClient;
  /** Kills and starts the server and connects anew; absent where a test may not. */
  restart?: () => Promise<KurrentDBClient>;
}

/** An operation with what came now. */
export interface Replayed {
  operation: RecordedOperation;
  answer: unknown;
}

/** So long after an operation that was never answered on the real server, it counts as not answered here. */
const silenceMs = 3_000;

type Positioned = Pick<AllStreamRecordedEvent, 'id' | 'type' | 'streamId' | 'revision'> & {
  position?: Place | undefined;
};

/** Does the operations of a recording, in order, on a server through the real client. */
export class Replay {
  #client: KurrentDBClient;
  readonly #restart: (() => Promise<KurrentDBClient>) | undefined;
  readonly #prefix = `r${randomUUID().slice(0, 8)}.`;
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #positions = new KnownPositions();
  readonly #recording: Recording;

  constructor(server: ReplayedServer, recording: Recording) {
    this.#client = server.client;
    this.#restart = server.restart;
    this.#recording = recording;
  }

  async *run(): AsyncGenerator<Replayed> {
    const { operations } = this.#recording;
    for (let index = 0; index < operations.length;) {
      const live = liveSubscription(operations, index);
      if (live) {
        yield* this.#whileSubscribed(operations.slice(index, live.end), live.at - index);
        index = live.end;
        continue;
      }
      const operation = operations[index++]!;
      yield { operation, answer: await this.#answer(operation) };
    }
  }

  async #answer(operation: RecordedOperation): Promise<unknown> {
    switch (operation.op) {
      case 'append':
        return this.#append(operation);
      case 'appendAtOnce':
        return this.#appendAtOnce(operation);
      case 'readStream':
        return 'shown' in operation ? this.#show(operation.stream) : this.#readStream(operation);
      case 'readAll':
        return this.#readAll(operation);
      case 'subscribe':
        return this.#subscribe(operation);
      case 'setStreamMetadata':
        return settled(() =>
          this.#client.setStreamMetadata(this.#stream(operation.stream), operation.metadata),
        );
      case 'deleteStream':
        return settled(() => this.#client.deleteStream(this.#stream(operation.stream)));
      case 'tombstoneStream':
        return settled(() => this.#client.tombstoneStream(this.#stream(operation.stream)));
      case 'the server was killed and started again':
        if (this.#restart) this.#client = await this.#restart();
        return undefined;
      default:
        throw new Error(`a recording holds an operation that is not known: ${JSON.stringify(operation)}`);
    }
  }

  async #append(operation: Extract<RecordedOperation, { op: 'append' }>): Promise<unknown> {
    const answered = this.#appendOnce(operation);
    if (!('unansweredAfterMs' in operation.answer)) return answered;
    return Promise.race([answered, sleep(silenceMs, operation.answer)]);
  }

  async #appendOnce({
    stream,
    events,
    expected,
  }: Pick<Extract<RecordedOperation, { op: 'append' }>, 'stream' | 'events' | 'expected'>): Promise<unknown> {
    const data = events.map((event) => this.#eventData(event));
    try {
      const result = await this.#client.appendToStream(this.#stream(stream), data, {
        streamState: stateOf(expected),
      });
      const last = events.at(-1);
      const revision = result.nextExpectedRevision;
      if (last) this.#positions.learn(`${last.id}@${stream}/${revision}`, result.position);
      return { revision: String(revision), position: this.#positions.name(result.position) };
    } catch (error) {
      return errorOf(error);
    }
  }

  async #appendAtOnce(operation: Extract<RecordedOperation, { op: 'appendAtOnce' }>): Promise<unknown> {
    const answers = await Promise.all(
      Array.from({ length: operation.times }, () => this.#appendOnce(operation)),
    );
    const outcomes = answers.map((answer) => {
      const { position, ...rest } = answer as { position?: string };
      return position === undefined ? rest : { ...rest, position: position === 'none' ? 'none' : 'given' };
    });
    const { stream } = operation;
    const streamAfterwards = await this.#readStream({
      stream,
      direction: 'forwards',
      from: 'start',
      limit: 1000,
    });
    return { outcomes, streamAfterwards };
  }

  async #readStream(read: {
    stream: string;
    direction: Direction;
    from: string;
    limit: number;
  }): Promise<unknown> {
    return this.#collect(
      this.#client.readStream(this.#stream(read.stream), {
        direction: directionOf(read.direction),
        fromRevision: read.from === 'start' ? START : read.from === 'end' ? END : BigInt(read.from),
        maxCount: read.limit,
      }),
    );
  }

  async #readAll(read: Extract<RecordedOperation, { op: 'readAll' }>): Promise<unknown> {
    const { from } = read;
    const filter = this.#filter(read.filter, {});
    return this.#collect(
      this.#client.readAll({
        direction: directionOf(read.direction),
        fromPosition: from === 'start' ? START : from === 'end' ? END : this.#positions.place(from),
        maxCount: read.limit,
        ...(filter ? { filter } : {}),
      }),
    );
  }

  async #show(stream: string): Promise<ShownEvent[]> {
    const shown: ShownEvent[] = [];
    for await (const { event } of this.#client.readStream(this.#stream(stream))) {
      if (!event) continue;
      const data = event.data instanceof Uint8Array ? `bytes ${event.data.length}` : typeof event.data;
      const { isJson, metadata } = event;
      shown.push({ event: this.#name(event), isJson, metadata: metadata ?? 'undefined', data });
    }
    return shown;
  }

  async #subscribe(operation: RecordedSubscription): Promise<unknown> {
    const subscription = this.#openSubscription(operation);
    const untilCaughtUp = await subscription.caughtUp;
    await subscription.close();
    return { untilCaughtUp };
  }

  /** What was appended between a subscription's "caught up" and its end came to it live. */
  async *#whileSubscribed(operations: RecordedOperation[], at: number): AsyncGenerator<Replayed> {
    const operation = operations[at] as RecordedSubscription;
    const subscription = this.#openSubscription(operation);
    const untilCaughtUp = await subscription.caughtUp;
    for (const other of operations) {
      if (other !== operation) yield { operation: other, answer: await this.#answer(other) };
    }
    const expected = operation.answer.afterwards?.length ?? 0;
    const giveUpAt = Date.now() + silenceMs;
    while (subscription.items.length < expected && Date.now() < giveUpAt) await sleep(5);
    await subscription.close();
    yield { operation, answer: { untilCaughtUp, afterwards: subscription.items } };
  }

  #openSubscription({ from, filter, maxSearchWindow, checkpointInterval }: RecordedSubscription): {
    items: SubscriptionItem[];
    caughtUp: Promise<SubscriptionItem[]>;
    close: () => Promise<void>;
  } {
    const places: (string | { checkpoint: Place } | { caughtUp: Place | undefined })[] = [];
    const window = maxSearchWindow === undefined ? {} : { maxSearchWindow };
    const interval = checkpointInterval === undefined ? {} : { checkpointInterval };
    const serverFilter = this.#filter(filter, {
      ...window,
      ...interval,
      checkpointReached: (_subscription, checkpoint) => void places.push({ checkpoint }),
    });
    const subscription = this.#client.subscribeToAll({
      fromPosition: from === 'start' ? START : from === 'end' ? END : this.#positions.place(from),
      ...(serverFilter ? { filter: serverFilter } : {}),
    });
    subscription.on('data', ({ event }: ResolvedEvent) => {
      if (event) places.push(this.#learned(event));
    });
    const named = (): SubscriptionItem[] =>
      places.splice(0).map((place) => {
        if (typeof place === 'string') return place;
        if ('checkpoint' in place) return { checkpoint: this.#positions.name(place.checkpoint) };
        return { caughtUp: this.#positions.name(place.caughtUp) };
      });
    const items: SubscriptionItem[] = [];
    let isLive = false;
    const caughtUp = new Promise<SubscriptionItem[]>((resolve, reject) => {
      subscription.on('error', reject);
      subscription.on('caughtUp', ({ position }) => {
        // The client emits this at once, and hands events on through a buffer.
        void quiet(() => places.length).then(() => {
          const before = named();
          isLive = true;
          resolve([...before, { caughtUp: this.#positions.name(position) }]);
        });
      });
    });
    const gather = setInterval(() => {
      if (isLive) items.push(...named());
    }, 2);
    const close = async (): Promise<void> => {
      clearInterval(gather);
      await subscription.unsubscribe();
    };
    return { items, caughtUp, close };
  }

  async #collect(events: AsyncIterable<ResolvedEvent>): Promise<unknown> {
    const names: string[] = [];
    try {
      for await (const { event } of events) if (event) names.push(this.#learned(event));
      return { events: names };
    } catch (error) {
      return errorOf(error);
    }
  }

  #learned(event: Positioned): string {
    const name = this.#name(event);
    this.#positions.learn(name, event.position);
    return name;
  }

  #name({ id, type, streamId, revision }: Positioned): string {
    const stream = streamId.startsWith(this.#prefix) ? streamId.slice(this.#prefix.length) : streamId;
    return `${this.#names.get(id) ?? `?${type}`}@${stream}/${revision}`;
  }

  /** Streams have a prefix of their own, but for the names whose beginning is what a recording is about. */
  #stream(name: string): string {
    return name === '' || name.startsWith('$') ? name : this.#prefix + name;
  }

  #filter(filter: RecordedFilter | undefined, options: Partial<Filter>): Filter | undefined {
    if (!filter) return undefined;
    const checkpointInterval = options.checkpointInterval ?? 1;
    if (!filter.streams) return { ...excludeSystemEvents(), ...options, checkpointInterval } as Filter;
    const prefixes = filter.streams.map((stream) => this.#prefix + stream);
    return { ...streamNameFilter({ prefixes }), ...options, checkpointInterval } as Filter;
  }

  #eventData({ id: name, type, size, noMetadata, binary }: RecordedEvent): EventData {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = randomUUID();
      this.#ids.set(name, id);
      this.#names.set(id, name);
    }
    if (binary) return binaryEvent({ id, type, data: Buffer.alloc(this.#binarySize(name), name) });
    const metadata = noMetadata ? {} : { metadata: { of: name } };
    return jsonEvent({ id, type, data: { text: 'x'.repeat(size ?? 0) }, ...metadata });
  }

  /** A recording says of binary data only how many bytes came back. */
  #binarySize(name: string): number {
    for (const operation of this.#recording.operations) {
      if (operation.op !== 'readStream' || !('shown' in operation)) continue;
      const shown = operation.answer.find(({ event }) => event.startsWith(`${name}@`));
      if (shown?.data.startsWith('bytes ')) return Number(shown.data.slice('bytes '.length));
    }
    return 6;
  }
}

/**
 * The subscription that was open during the operations from `index` on: its line comes after theirs and says that
 * their events came to it.
 */
function liveSubscription(
  operations: readonly RecordedOperation[],
  index: number,
): { at: number; end: number } | undefined {
  const at = operations.findIndex((operation, place) => place >= index && operation.op !== 'append');
  const subscription = operations[at];
  if (subscription?.op !== 'subscribe' || !subscription.answer.afterwards) return undefined;
  const came = subscription.answer.afterwards.filter((item) => typeof item === 'string');
  const written = operations.slice(index, at).flatMap((operation) => eventsWritten(operation));
  if (at > index && came.join(' ') === written.join(' ')) return { at, end: at + 1 };
  if (at !== index) return undefined;
  let end = at + 1;
  const later: string[] = [];
  while (later.length < came.length && operations[end]?.op === 'append') {
    later.push(...eventsWritten(operations[end++]!));
  }
  return { at, end };
}

function eventsWritten(operation: RecordedOperation): string[] {
  if (operation.op !== 'append' || !('revision' in operation.answer)) return [];
  const { stream, events } = operation;
  const first = Number((operation.answer as { revision: string }).revision) - events.length + 1;
  return events.map(({ id }, offset) => `${id}@${stream}/${first + offset}`);
}

async function quiet(count: () => number): Promise<void> {
  for (let [before, turns] = [count(), 0]; turns < 3; turns++) {
    await nextTurn();
    if (count() !== before) [before, turns] = [count(), -1];
  }
}

async function settled(action: () => Promise<unknown>): Promise<unknown> {
  try {
    await action();
    return 'done';
  } catch (error) {
    return errorOf(error);
  }
}

/** What a client sees of an error. */
function errorOf(error: unknown): object {
  if (!(error instanceof Error)) throw error;
  const { type, actualState, maxAppendSize } = error as Error & {
    type?: string;
    actualState?: bigint | 'no_stream';
    maxAppendSize?: number;
  };
  const actual = actualState === 'no_stream' ? 'noStream' : String(actualState);
  return {
    error: error.constructor.name,
    type,
    ...(actualState === undefined ? {} : { actual }),
    ...(maxAppendSize === undefined ? {} : { maxAppendSize }),
    message: error.message,
  };
}

function stateOf(expected: string): AppendStreamState {
  const named = { any: ANY, noStream: NO_STREAM, streamExists: STREAM_EXISTS } as const;
  return expected in named ? named[expected as keyof typeof named] : BigInt(expected);
}

const directionOf = (direction: Direction): typeof FORWARDS | typeof BACKWARDS =>
  direction === 'forwards' ? FORWARDS : BACKWARDS;
