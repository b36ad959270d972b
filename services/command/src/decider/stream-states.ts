import type { DomainEvent, StreamOf } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';

import type { Aggregate } from './decision.ts';
import type { Needs, Noted, Snapshot, Snapshots } from './snapshots.ts';
import type { StreamCache, StreamState } from './stream-cache.ts';

/** Events taken in at once where a stream rests on a snapshot. */
const PAGE_EVENTS = 2_000;

/** Snapshots of those aggregates that have some, as `snapshotsOf` puts them together. */
export type SnapshotsByAggregate = ReadonlyMap<object, object>;

/** An aggregate, and what its streams come to. */
export const snapshotsOf = <Command, State, Event extends DomainEvent>(
  aggregate: Aggregate<Command, State, Event>,
  snapshots: Snapshots<Command, State, Event>,
): SnapshotsByAggregate => new Map([[aggregate, snapshots]]);

/** What streams are folded from. */
export interface StreamSources {
  log: DomainLog;
  cache: StreamCache;
  snapshots: SnapshotsByAggregate;
}

/**
 * Streams of one aggregate, folded to what they come to now: from what is cached of them, a snapshot, or their first
 * event on.
 */
export class StreamStates<Command, State, Event extends DomainEvent> {
  readonly #aggregate: Aggregate<Command, State, Event>;
  readonly #log: DomainLog;
  readonly #cache: StreamCache;
  readonly #snapshots: Snapshots<Command, State, Event> | undefined;

  constructor(aggregate: Aggregate<Command, State, Event>, { log, cache, snapshots }: StreamSources) {
    this.#aggregate = aggregate;
    this.#log = log;
    this.#cache = cache;
    // `snapshotsOf` gives each aggregate its own.
    this.#snapshots = snapshots.get(aggregate) as Snapshots<Command, State, Event> | undefined;
  }

  /**
   * Whether streams of the aggregate are known in parts, each with what `ready` reads for its commands: any event id that
   * these ask for is among it, however long ago it was stored.
   */
  get restOnSnapshots(): boolean {
    return this.#snapshots !== undefined;
  }

  /** The state as it was last read or stored here, if that is still cached. */
  cached(stream: StreamOf<Event>): StreamState<State, Event> | undefined {
    // No two aggregates have streams of one name.
    return this.#cache.get(stream) as StreamState<State, Event> | undefined;
  }

  /** The state after every event that was stored before the call. @throws EventStoreUnavailable */
  async latest(stream: StreamOf<Event>): Promise<StreamState<State, Event>> {
    for (;;) {
      const start = this.cached(stream) ?? (await this.#opened(stream));
      const latest = await this.#readOn(stream, start);
      if (latest === undefined) this.#cache.delete(stream);
      else {
        this.#cache.put(stream, latest);
        return latest;
      }
    }
  }

  /** A state, not older than the one given, with all that deciding on the commands looks at. */
  async ready(
    stream: StreamOf<Event>,
    given: StreamState<State, Event>,
    commands: readonly Command[],
  ): Promise<StreamState<State, Event>> {
    for (let known = given; ;) {
      const rested = await this.#rested(stream, known);
      const ready = rested && (await this.#completed(stream, rested, { commands }));
      if (ready !== undefined) return ready;
      this.#cache.delete(stream);
      known = await this.latest(stream);
    }
  }

  /** Reads ahead what `ready` will of a stream that is cached. */
  async foresee(stream: StreamOf<Event>, command: Command): Promise<void> {
    if (!this.restOnSnapshots) return;
    const known = this.cached(stream);
    const ready = known && (await this.#completed(stream, known, { commands: [command] }));
    // Of this revision still, or not kept: what came since then was stored on another.
    if (ready !== undefined) this.#cache.enrich(stream, ready);
  }

  /** Keeps what an append left. */
  put(stream: StreamOf<Event>, reached: StreamState<State, Event>, appended: readonly Noted<Event>[]): void {
    this.#cache.put(stream, this.#noting(reached, appended));
  }

  async #opened(stream: StreamOf<Event>): Promise<StreamState<State, Event>> {
    const snapshot = await this.#snapshots?.open(stream);
    const whole: StreamState<State, Event> = {
      state: this.#aggregate.initialState(),
      revision: -1n,
      position: undefined,
      lastAt: undefined,
      appended: new Map(),
      snapshotAt: -1n,
      since: [],
      generation: this.#cache.generation,
    };
    if (snapshot === undefined) return whole;
    if (!(await this.#isOfThisLog(stream, snapshot))) {
      await this.#snapshots?.drop(stream);
      return whole;
    }
    const { state, revision, position, lastAt, appended } = snapshot;
    return {
      ...whole,
      state,
      revision,
      position,
      lastAt,
      appended: new Map(appended),
      snapshotAt: revision,
    };
  }

  /** A log that was restored to an earlier state, or moved, has another event there, or gives it another position. */
  async #isOfThisLog(
    stream: StreamOf<Event>,
    { revision, eventId, position }: Snapshot<State>,
  ): Promise<boolean> {
    for await (const event of this.#log.readStream(stream, { from: revision, limit: 1 }))
      return event.revision === revision && event.id === eventId && event.position === position;
    return false;
  }

  /** Undefined when another snapshot stands in place of the one that the state rests on. */
  async #readOn(
    stream: StreamOf<Event>,
    start: StreamState<State, Event>,
  ): Promise<StreamState<State, Event> | undefined> {
    let known = start;
    let page: LoggedEvent<Event>[] = [];
    for await (const event of this.#log.readStream(stream, {
      from: start.revision + 1n,
      refuse: 'unknown',
    })) {
      page.push(event);
      if (page.length < PAGE_EVENTS) continue;
      const reached = await this.#takenIn(stream, known, page);
      if (reached === undefined) return undefined;
      known = reached;
      page = [];
    }
    return page.length === 0 ? known : this.#takenIn(stream, known, page);
  }

  async #takenIn(
    stream: StreamOf<Event>,
    known: StreamState<State, Event>,
    events: readonly LoggedEvent<Event>[],
  ): Promise<StreamState<State, Event> | undefined> {
    const ready = await this.#completed(stream, known, { events });
    return ready && this.#rested(stream, this.#after(ready, events));
  }

  /** The state after the events, and where that is. */
  #after(known: StreamState<State, Event>, events: readonly LoggedEvent<Event>[]): StreamState<State, Event> {
    let { state, revision, position, lastAt } = known;
    const noted: Noted<Event>[] = [];
    for (const event of events) {
      state = this.#aggregate.evolve(state, event);
      ({ revision, position } = event);
      const { requestHash, occurredAt } = event.metadata;
      lastAt = laterOf(occurredAt, lastAt);
      known.appended.set(event.id, { requestHash, position });
      noted.push({ event, id: event.id, requestHash, position });
    }
    return this.#noting({ ...known, state, revision, position, lastAt }, noted);
  }

  /** With the events that the next snapshot is taken of, where there is one. */
  #noting(reached: StreamState<State, Event>, events: readonly Noted<Event>[]): StreamState<State, Event> {
    return this.restOnSnapshots ? { ...reached, since: [...reached.since, ...events] } : reached;
  }

  /** With the parts that are needed. Undefined as in `Snapshots.complete`. */
  async #completed(
    stream: string,
    known: StreamState<State, Event>,
    needs: Needs<Command, Event>,
  ): Promise<StreamState<State, Event> | undefined> {
    if (this.#snapshots === undefined) return known;
    const parts = await this.#snapshots.complete(stream, known, needs);
    if (parts === undefined) return undefined;
    for (const [id, event] of parts.appended) known.appended.set(id, event);
    return { ...known, state: parts.state };
  }

  /** On a later snapshot where it is time for one. Undefined when another took one meanwhile. */
  async #rested(
    stream: string,
    known: StreamState<State, Event>,
  ): Promise<StreamState<State, Event> | undefined> {
    const { state, revision, snapshotAt, lastAt, position, since } = known;
    if (!this.#snapshots?.isDue(known, revision)) return known;
    const lastId = since.at(-1)?.id;
    // Nothing came since: only what was read of the snapshot is let go of.
    if (lastId === undefined || position === undefined || lastAt === undefined) return undefined;
    const last = { revision, eventId: lastId, position, lastAt };
    const lean = await this.#snapshots.take(stream, { state, snapshotAt, events: since, last });
    if (lean === undefined) return undefined;
    const appended = new Map(lean.appended);
    const rested = { ...known, state: lean.state, snapshotAt: revision, since: [], appended };
    this.#cache.replace(stream, rested);
    return rested;
  }
}

/** The later of two moments; streams from before moments were kept in order may have gone back. */
const laterOf = (moment: string, last: string | undefined): string =>
  last === undefined || Date.parse(moment) >= Date.parse(last) ? moment : last;
