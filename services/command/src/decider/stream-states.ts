import type { DomainEvent, StreamOf } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';

import type { Aggregate } from './decision.ts';
import type { Needs, Noted, Snapshot, Snapshots } from './snapshots.ts';
import type { StreamCache, StreamState } from './stream-cache.ts';

/** Events taken in at once where a stream rests on a snapshot. */
const PAGE_EVENTS = 2_000;

type Of<State, Event extends DomainEvent> = Aggregate<never, State, Event>;

/** Snapshots of those aggregates that have some, as `snapshotsOf` puts them together. */
export type SnapshotsByAggregate = ReadonlyMap<object, object>;

/** An aggregate, and what its streams come to. */
export const snapshotsOf = <Command, State, Event extends DomainEvent>(
  aggregate: Aggregate<Command, State, Event>,
  snapshots: Snapshots<Command, State, Event>,
): SnapshotsByAggregate => new Map([[aggregate, snapshots]]);

/** Streams folded to what they come to now: from what is cached of them, a snapshot, or their first event on. */
export class StreamStates {
  readonly #log: DomainLog;
  readonly #cache: StreamCache;
  readonly #snapshots: SnapshotsByAggregate;

  constructor(log: DomainLog, cache: StreamCache, snapshots: SnapshotsByAggregate = new Map()) {
    this.#log = log;
    this.#cache = cache;
    this.#snapshots = snapshots;
  }

  /**
   * Whether streams of the aggregate are known in parts, each with what `ready` reads for its commands: any event id that
   * these ask for is among it, however long ago it was stored.
   */
  restsOnSnapshots(aggregate: object): boolean {
    return this.#snapshots.has(aggregate);
  }

  /** The state after every event that was stored before the call. @throws EventStoreUnavailable */
  async latest<State, Event extends DomainEvent>(
    aggregate: Of<State, Event>,
    stream: StreamOf<Event>,
  ): Promise<StreamState<State>> {
    for (;;) {
      const start = this.#cache.get<State>(stream) ?? (await this.#opened(aggregate, stream));
      const latest = await this.#readOn(aggregate, stream, start);
      if (latest === undefined) this.#cache.delete(stream);
      else {
        this.#cache.put(stream, latest);
        return latest;
      }
    }
  }

  /** A state, not older than the one given, with all that deciding on the commands looks at. */
  async ready<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    given: StreamState<State>,
    commands: readonly Command[],
  ): Promise<StreamState<State>> {
    const snapshots = this.#snapshotsOf<Command, State, Event>(aggregate);
    if (snapshots === undefined) return given;
    for (let known = given; ;) {
      const rested = await this.#rested(snapshots, stream, known);
      const ready = rested && (await completed(snapshots, stream, rested, { commands }));
      if (ready !== undefined) return ready;
      this.#cache.delete(stream);
      known = await this.latest(aggregate, stream);
    }
  }

  /** Reads ahead what `ready` will of a stream that is cached. */
  async foresee<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    command: Command,
  ): Promise<void> {
    const snapshots = this.#snapshotsOf<Command, State, Event>(aggregate);
    if (snapshots === undefined) return;
    const known = this.#cache.get<State>(stream);
    if (known === undefined) return;
    const ready = await completed(snapshots, stream, known, { commands: [command] });
    // Of this revision still, or not kept: what came since then was stored on another.
    if (ready !== undefined) this.#cache.enrich(stream, ready);
  }

  /** Keeps what an append left. */
  put<State, Event extends DomainEvent>(
    aggregate: Of<State, Event>,
    stream: string,
    reached: StreamState<State>,
    appended: readonly Noted<Event>[],
  ): void {
    const since = this.#snapshots.has(aggregate) ? [...reached.since, ...appended] : reached.since;
    this.#cache.put(stream, { ...reached, since });
  }

  async #opened<State, Event extends DomainEvent>(
    aggregate: Of<State, Event>,
    stream: StreamOf<Event>,
  ): Promise<StreamState<State>> {
    const snapshots = this.#snapshotsOf<never, State, Event>(aggregate);
    const snapshot = await snapshots?.open(stream);
    const whole: StreamState<State> = {
      state: aggregate.initialState(),
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
      await snapshots?.drop(stream);
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
  async #isOfThisLog<State, Event extends DomainEvent>(
    stream: StreamOf<Event>,
    { revision, eventId, position }: Snapshot<State>,
  ): Promise<boolean> {
    for await (const event of this.#log.readStream(stream, {
      from: revision,
      limit: 1,
    }))
      return event.revision === revision && event.id === eventId && event.position === position;
    return false;
  }

  /** Undefined when another snapshot stands in place of the one that the state rests on. */
  async #readOn<State, Event extends DomainEvent>(
    aggregate: Of<State, Event>,
    stream: StreamOf<Event>,
    start: StreamState<State>,
  ): Promise<StreamState<State> | undefined> {
    const snapshots = this.#snapshotsOf<never, State, Event>(aggregate);
    let known: StreamState<State> | undefined = start;
    let page: LoggedEvent<Event>[] = [];
    const takeIn = async () => {
      const [from, events] = [known, page];
      page = [];
      if (from === undefined || snapshots === undefined) return from && after(aggregate, from, events);
      const ready = await completed(snapshots, stream, from, { events });
      return ready && this.#rested(snapshots, stream, noting(after(aggregate, ready, events), events));
    };
    for await (const event of this.#log.readStream(stream, {
      from: start.revision + 1n,
      refuse: 'unknown',
    })) {
      page.push(event);
      if (page.length < PAGE_EVENTS) continue;
      known = await takeIn();
      if (known === undefined) return undefined;
    }
    return page.length === 0 ? known : takeIn();
  }

  /** On a later snapshot where it is time for one. Undefined when another took one meanwhile. */
  async #rested<Command, State, Event extends DomainEvent>(
    snapshots: Snapshots<Command, State, Event>,
    stream: string,
    known: StreamState<State>,
  ): Promise<StreamState<State> | undefined> {
    const { state, revision, snapshotAt, lastAt, position } = known;
    const since = known.since as readonly Noted<Event>[];
    const lastId = since.at(-1)?.id;
    if (!snapshots.isDue(known, revision)) return known;
    // Nothing came since: only what was read of the snapshot is let go of.
    if (lastId === undefined || position === undefined || lastAt === undefined) return undefined;
    const last = { revision, eventId: lastId, position, lastAt };
    const lean = await snapshots.take(stream, {
      state,
      snapshotAt,
      events: since,
      last,
    });
    if (lean === undefined) return undefined;
    const appended = new Map(lean.appended);
    const rested = { ...known, state: lean.state, snapshotAt: revision, since: [], appended };
    this.#cache.replace(stream, rested);
    return rested;
  }

  #snapshotsOf<Command, State, Event extends DomainEvent>(
    aggregate: object,
  ): Snapshots<Command, State, Event> | undefined {
    // `snapshotsOf` gives each aggregate its own.
    return this.#snapshots.get(aggregate) as Snapshots<Command, State, Event> | undefined;
  }
}

async function completed<Command, State, Event extends DomainEvent>(
  snapshots: Snapshots<Command, State, Event>,
  stream: string,
  known: StreamState<State>,
  needs: Needs<Command, Event>,
): Promise<StreamState<State> | undefined> {
  const parts = await snapshots.complete(stream, known, needs);
  if (parts === undefined) return undefined;
  for (const [id, event] of parts.appended) known.appended.set(id, event);
  return { ...known, state: parts.state };
}

/** The state after the events, and where that is. */
function after<State, Event extends DomainEvent>(
  aggregate: Of<State, Event>,
  known: StreamState<State>,
  events: readonly LoggedEvent<Event>[],
): StreamState<State> {
  let { state, revision, position, lastAt } = known;
  for (const event of events) {
    state = aggregate.evolve(state, event);
    ({ revision, position } = event);
    const { requestHash, occurredAt } = event.metadata;
    lastAt = laterOf(occurredAt, lastAt);
    known.appended.set(event.id, { requestHash, position });
  }
  return { ...known, state, revision, position, lastAt };
}

const noting = <State, Event extends DomainEvent>(
  known: StreamState<State>,
  events: readonly LoggedEvent<Event>[],
): StreamState<State> => ({
  ...known,
  since: [
    ...known.since,
    ...events.map((event) => ({
      event,
      id: event.id,
      requestHash: event.metadata.requestHash,
      position: event.position,
    })),
  ],
});

/** The later of two moments; streams from before moments were kept in order may have gone back. */
const laterOf = (moment: string, last: string | undefined): string =>
  last === undefined || Date.parse(moment) >= Date.parse(last) ? moment : last;
