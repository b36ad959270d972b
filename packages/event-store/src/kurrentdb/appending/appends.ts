import { setTimeout as sleep } from 'node:timers/promises';

import type { EncodedEvent } from '../../append-rules.ts';
import {
  EventIdConflict,
  EventStoreUnavailable,
  StreamTruncated,
  WrongExpectedRevision,
} from '../../errors.ts';
import type { AppendOptions, AppendResult, Expected, RecordedEvent } from '../../port.ts';
import type { Connection, Link } from '../connection/connection.ts';
import { outcomeOf, portError } from '../connection/error-mapping.ts';
import type { EmptyStreams } from '../reading/empty-streams.ts';
import { requireNeverCut } from '../reading/reads.ts';
import type { StreamNames } from '../reading/stream-names.ts';
import { neverMet, NoAnswer, WrongVersion } from './batch-appends.ts';
import type { RememberedIds } from './remembered-ids.ts';

/** How often an append is decided again because what a read had shown was no longer there. */
const attempts = 3;

/** A refusal may name a revision that reads show a moment later. */
const readablePollMs = 20;

export interface AppendsOptions {
  connection: Connection;
  names: StreamNames;
  ids: RememberedIds;
  empty: EmptyStreams;
  answerMs: number;
  /** Reads from the revision on; what it reads is remembered. */
  read: (stream: string, from: bigint, limit?: number) => AsyncIterable<RecordedEvent>;
}

/**
 * Appends, each done once however often it is repeated.
 *
 * The server recognises a repetition only where it was written. So before an append goes out with an expectation that
 * the stream may meet now, its events must be known not to be in the stream; where they are in it, they are written
 * again at that very place, and what the server says to that is the answer: never what a read has shown, for that may
 * be a tail that the cluster discards.
 */
export class Appends {
  readonly #options: AppendsOptions;

  constructor(options: AppendsOptions) {
    this.#options = options;
  }

  async append(
    stream: string,
    events: readonly EncodedEvent[],
    { expected, idsAreNew = false }: AppendOptions,
  ): Promise<AppendResult> {
    if (expected === 'noStream') await this.#assertNeverCut(stream);
    else if (idsAreNew && !(await this.#isKnownUpTo(stream, expected)))
      return this.#after(stream, events, expected);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const earlier = expected === 'noStream' ? undefined : await this.#placeUpTo(stream, events, expected);
      const outcome =
        earlier === undefined
          ? await this.#first(stream, events, expected)
          : await this.#again(stream, events, earlier);
      if (outcome) return outcome;
    }
    throw new EventStoreUnavailable(
      new Error(`what is in ${stream} changes between reads and writes`),
      'notReady',
    );
  }

  /**
   * Writes events that are known to be nowhere up to the expected revision, so that only what stands after it is read:
   * an earlier try of this append is there, at its very place, or nowhere.
   */
  async #after(stream: string, events: readonly EncodedEvent[], expected: bigint): Promise<AppendResult> {
    try {
      return await this.#write(stream, events, expected);
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw portError(error, stream);
      const ids = new Set(events.map(({ id }) => id));
      for await (const { id } of this.#options.read(stream, expected + 1n))
        if (ids.has(id)) throw new EventIdConflict(stream);
      throw new WrongExpectedRevision(stream, expected, error.actual);
    }
  }

  /** Writes events that are not in the stream as far as is known. Undefined when it has to be decided again. */
  async #first(
    stream: string,
    events: readonly EncodedEvent[],
    expected: Expected,
  ): Promise<AppendResult | undefined> {
    try {
      return (await this.#isKnownUpTo(stream, expected))
        ? await this.#write(stream, events, expected)
        : await this.#write(stream, events, neverMet);
    } catch (error) {
      if (error instanceof WrongVersion) {
        await this.#readUpTo(stream, error.actual);
        const place = await this.#place(stream, events);
        if (place === undefined && error.actual === expected) return undefined;
        if (place === undefined) throw new WrongExpectedRevision(stream, expected, error.actual);
        return this.#again(stream, events, place);
      }
      // While an append is on its way to the other servers, the same again is dropped and ends like this.
      if (outcomeOf(error) !== 'noAnswer' || error instanceof NoAnswer) throw portError(error, stream);
      await this.#readToEnd(stream);
      const place = await this.#place(stream, events);
      if (place === undefined) throw portError(error, stream);
      return this.#again(stream, events, place);
    }
  }

  /** Writes what a read found at `place` there again: it is recognised, or it is gone and becomes true now. */
  async #again(
    stream: string,
    events: readonly EncodedEvent[],
    place: bigint,
  ): Promise<AppendResult | undefined> {
    try {
      return await this.#write(stream, events, place === 0n ? 'noStream' : place - 1n);
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw portError(error, stream);
      this.#options.ids.forget(stream);
      return undefined;
    }
  }

  async #write(stream: string, events: readonly EncodedEvent[], expected: Expected): Promise<AppendResult> {
    const { connection, names, ids, answerMs } = this.#options;
    const link = await connection.link();
    const { revision, position } = await this.#call(link, () =>
      link.append(names.onServer(stream), expected, events, answerMs),
    );
    const first = revision - BigInt(events.length) + 1n;
    if (first !== (expected === 'noStream' ? 0n : expected + 1n))
      throw new StreamTruncated(stream, `an append that expected ${expected} was written at ${first}`);
    ids.noteAcknowledged(stream, events, first, link.generation);
    return { revision, position: position ?? (await this.#positionOf(stream, revision)) };
  }

  /**
   * To the server a stream that was deleted softly is none. Between this and the write it may still be deleted: then the
   * answer is StreamTruncated as well, and the events are there.
   */
  async #assertNeverCut(stream: string): Promise<void> {
    const { connection, names, ids, empty, answerMs } = this.#options;
    const { generation } = await connection.link();
    if (ids.knownUpTo(stream, generation) > 0n || empty.take(stream, generation)) return;
    await requireNeverCut(connection, { name: stream, stream: names.onServer(stream) }, { answerMs });
  }

  async #call<T>(link: Link, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      this.#options.connection.failed(link, error);
      throw error;
    }
  }

  /** The server answers what it recognises without its position when the stream was cut. */
  async #positionOf(stream: string, revision: bigint): Promise<AppendResult['position']> {
    for await (const event of this.#options.read(stream, revision, 1)) return event.position;
    throw new StreamTruncated(stream, `revision ${revision} was acknowledged and is gone`);
  }

  /** Where reads do not show the expected revision, the server is only asked where the stream is. */
  async #isKnownUpTo(stream: string, expected: Expected): Promise<boolean> {
    if (expected === 'noStream') return true;
    const { generation } = await this.#options.connection.link();
    return this.#options.ids.knownUpTo(stream, generation) > expected;
  }

  /** Where the append is in the stream, looked for up to the revision that it expects. */
  async #placeUpTo(
    stream: string,
    events: readonly EncodedEvent[],
    expected: bigint,
  ): Promise<bigint | undefined> {
    const { generation } = await this.#options.connection.link();
    if (this.#options.ids.knownUpTo(stream, generation) <= expected) await this.#readToEnd(stream);
    return this.#place(stream, events);
  }

  /** Reads on from what is known. */
  async #readToEnd(stream: string): Promise<void> {
    const { connection, ids, read } = this.#options;
    const { generation } = await connection.link();
    for await (const _event of read(stream, ids.knownUpTo(stream, generation)));
  }

  /** Reads until the revision shows that the server spoke of. */
  async #readUpTo(stream: string, actual: bigint | 'noStream'): Promise<void> {
    if (actual === 'noStream') return;
    const { connection, ids, answerMs } = this.#options;
    for (const giveUpAt = Date.now() + answerMs; ; await sleep(readablePollMs)) {
      const { generation } = await connection.link();
      if (ids.knownUpTo(stream, generation) > actual) return;
      await this.#readToEnd(stream);
      if (ids.knownUpTo(stream, generation) > actual) return;
      if (Date.now() > giveUpAt)
        throw new EventStoreUnavailable(
          new Error(`revision ${actual} of ${stream} does not show`),
          'notReady',
        );
    }
  }

  /**
   * Revision of the first event when all of them are in what is known of the stream, next to each other in this order.
   *
   * @throws EventIdConflict when some are, and not so.
   */
  async #place(stream: string, events: readonly EncodedEvent[]): Promise<bigint | undefined> {
    const { ids, read } = this.#options;
    const maybe = events.map(({ id }) => ids.placesOf(stream, id));
    if (maybe.every((places) => places.length === 0)) return undefined;
    for (const place of maybe[0]!) {
      const there: string[] = [];
      for await (const { id } of read(stream, place, events.length)) there.push(id);
      if (events.every(({ id }, n) => there[n] === id)) return place;
    }
    for (const [n, { id }] of events.entries()) {
      for (const place of maybe[n]!)
        for await (const there of read(stream, place, 1))
          if (there.id === id) throw new EventIdConflict(stream);
    }
    return undefined;
  }
}
