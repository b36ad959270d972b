import { setTimeout as sleep } from 'node:timers/promises';

import {
  ANY,
  BACKWARDS,
  END,
  FORWARDS,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  type AppendStreamState,
  type KurrentDBClient,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client';

import { RecordedNames } from './recorded-names.ts';
import type {
  Direction,
  RecordedOperation,
  RecordedSubscription,
  Recording,
  ShownEvent,
} from './recording.ts';
import { ReplayedSubscription } from './replayed-subscription.ts';

export interface ReplayedServer {
  client: KurrentDBClient;
  /** Kills and starts the server and connects anew; absent where a test may not. */
  restart?: () => Promise<KurrentDBClient>;
  /**
   * So long after an operation that was never answered when it was recorded, it counts as not answered: longer than
   * the server's own commit time-out, 2 s by default.
   */
  silenceMs?: number;
}

/** An operation with what came now. */
export interface Replayed {
  operation: RecordedOperation;
  answer: unknown;
}

/** Does the operations of a recording, in order, on a server through the real client. */
export class Replay {
  #client: KurrentDBClient;
  readonly #restart: (() => Promise<KurrentDBClient>) | undefined;
  readonly #silenceMs: number;
  readonly #names: RecordedNames;
  readonly #recording: Recording;

  constructor(server: ReplayedServer, recording: Recording) {
    this.#client = server.client;
    this.#restart = server.restart;
    this.#silenceMs = server.silenceMs ?? 3_000;
    this.#recording = recording;
    this.#names = new RecordedNames(recording.operations);
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
          this.#client.setStreamMetadata(this.#names.stream(operation.stream), operation.metadata),
        );
      case 'deleteStream':
        return settled(() => this.#client.deleteStream(this.#names.stream(operation.stream)));
      case 'tombstoneStream':
        return settled(() => this.#client.tombstoneStream(this.#names.stream(operation.stream)));
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
    return Promise.race([answered, sleep(this.#silenceMs, operation.answer)]);
  }

  async #appendOnce({
    stream,
    events,
    expected,
  }: Pick<Extract<RecordedOperation, { op: 'append' }>, 'stream' | 'events' | 'expected'>): Promise<object> {
    const data = events.map((event) => this.#names.eventData(event));
    try {
      const result = await this.#client.appendToStream(this.#names.stream(stream), data, {
        streamState: stateOf(expected),
      });
      const last = events.at(-1);
      const revision = result.nextExpectedRevision;
      if (last) this.#names.positions.learn(`${last.id}@${stream}/${revision}`, result.position);
      return { revision: String(revision), position: this.#names.positions.name(result.position) };
    } catch (error) {
      return errorOf(error);
    }
  }

  async #appendAtOnce(operation: Extract<RecordedOperation, { op: 'appendAtOnce' }>): Promise<unknown> {
    const answers = await Promise.all(
      Array.from({ length: operation.times }, () => this.#appendOnce(operation)),
    );
    const outcomes = answers.map((answer) =>
      'position' in answer && answer.position !== 'none' ? withPositionGiven(answer) : answer,
    );
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
      this.#client.readStream(this.#names.stream(read.stream), {
        direction: directionOf(read.direction),
        fromRevision: read.from === 'start' ? START : read.from === 'end' ? END : BigInt(read.from),
        maxCount: read.limit,
      }),
    );
  }

  async #readAll(read: Extract<RecordedOperation, { op: 'readAll' }>): Promise<unknown> {
    const filter = read.filter && this.#names.filter(read.filter, {});
    return this.#collect(
      this.#client.readAll({
        direction: directionOf(read.direction),
        fromPosition: this.#names.place(read.from),
        maxCount: read.limit,
        ...(filter ? { filter } : {}),
      }),
    );
  }

  async #show(stream: string): Promise<ShownEvent[]> {
    const shown: ShownEvent[] = [];
    for await (const { event } of this.#client.readStream(this.#names.stream(stream))) {
      if (!event) continue;
      const data = event.data instanceof Uint8Array ? `bytes ${event.data.length}` : typeof event.data;
      const { isJson, metadata } = event;
      shown.push({ event: this.#names.name(event), isJson, metadata: metadata ?? 'undefined', data });
    }
    return shown;
  }

  async #subscribe(operation: RecordedSubscription): Promise<unknown> {
    const subscription = new ReplayedSubscription(this.#client, this.#names, operation);
    const untilCaughtUp = await subscription.untilCaughtUp();
    await subscription.close();
    return { untilCaughtUp };
  }

  /** What was appended between a subscription's "caught up" and its end came to it live. */
  async *#whileSubscribed(operations: RecordedOperation[], at: number): AsyncGenerator<Replayed> {
    const operation = operations[at] as RecordedSubscription;
    const subscription = new ReplayedSubscription(this.#client, this.#names, operation);
    const untilCaughtUp = await subscription.untilCaughtUp();
    for (const other of operations) {
      if (other !== operation) yield { operation: other, answer: await this.#answer(other) };
    }
    const expected = operation.answer.afterwards?.length ?? 0;
    const giveUpAt = Date.now() + this.#silenceMs;
    while (subscription.waiting < expected && Date.now() < giveUpAt) await sleep(5);
    const afterwards = subscription.take();
    await subscription.close();
    yield { operation, answer: { untilCaughtUp, afterwards } };
  }

  async #collect(events: AsyncIterable<ResolvedEvent>): Promise<unknown> {
    const names: string[] = [];
    try {
      for await (const { event } of events) if (event) names.push(this.#names.learned(event));
      return { events: names };
    } catch (error) {
      return errorOf(error);
    }
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

const withPositionGiven = (answer: object): object => ({ ...answer, position: 'given' });

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
