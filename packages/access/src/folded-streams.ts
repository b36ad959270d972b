import type { DomainEvent, EventType, StreamOf } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';

import type { EventFollower } from './event-follower.ts';
import type { Evolution } from './principal-state.ts';

interface Folded<State> {
  state: State;
  revision: bigint;
}

export interface FoldedStreamsOptions<State, Event extends DomainEvent> {
  initial: State;
  evolution: Evolution<State, Event>;
  /** Streams kept in memory; any other is read from its start. Default 5,000. */
  capacity?: number;
}

/**
 * Streams folded to what they say now, missing nothing that was stored before it was asked for. One that is known needs
 * no read where its events are followed; else what was appended since is read, once for all that ask meanwhile.
 */
export class FoldedStreams<State, Event extends DomainEvent> {
  readonly #log: DomainLog;
  readonly #follower: EventFollower;
  readonly #options: FoldedStreamsOptions<State, Event>;
  readonly #capacity: number;
  readonly #known = new Map<string, Folded<State>>();
  readonly #underWay = new Map<string, Promise<State>>();
  readonly #next = new Map<string, Promise<State>>();
  /** Counts how often all was forgotten: a read that began before is not kept. */
  #generation = 0;

  constructor(log: DomainLog, follower: EventFollower, options: FoldedStreamsOptions<State, Event>) {
    this.#log = log;
    this.#follower = follower;
    this.#options = options;
    this.#capacity = options.capacity ?? 5_000;
    follower.add({
      types: Object.keys(options.evolution) as EventType[],
      onEvent: (event) => this.#see(event),
      onGap: () => this.#forget(),
    });
  }

  /** @throws EventStoreUnavailable */
  async latest(stream: StreamOf<Event>): Promise<State> {
    if (!this.#known.has(stream)) return this.#read(stream);
    const isCurrent = await this.#follower.isCurrent();
    const known = isCurrent ? this.#known.get(stream) : undefined;
    if (known === undefined) return this.#read(stream);
    this.#keep(stream, known);
    return known.state;
  }

  /** As `latest`, but for events that were stored a moment ago and are still on their way: no question to the log. */
  async followed(stream: StreamOf<Event>): Promise<State> {
    const known = this.#follower.isFollowing() ? this.#known.get(stream) : undefined;
    return known === undefined ? this.#read(stream) : known.state;
  }

  /** An event that is followed; of a stream that is not known it is read when it is asked for. */
  #see(event: LoggedEvent): void {
    const { stream, revision } = event;
    const known = this.#known.get(stream);
    if (known === undefined || revision <= known.revision) return;
    this.#known.set(stream, { state: this.#evolved(known.state, event), revision });
  }

  #evolved(state: State, event: LoggedEvent): State {
    const { evolution } = this.#options;
    // The type says which data it has.
    const evolve = evolution[event.type as Event['type']] as
      | ((before: State, data: unknown) => State)
      | undefined;
    return evolve === undefined ? state : evolve(state, event.data);
  }

  /** What is known may lack events: all is read anew. */
  #forget(): void {
    this.#known.clear();
    this.#generation += 1;
  }

  #read(stream: StreamOf<Event>): Promise<State> {
    const waiting = this.#next.get(stream);
    if (waiting !== undefined) return waiting;
    const underWay = this.#underWay.get(stream);
    if (underWay === undefined) return this.#look(stream);
    // The look that is under way may have passed the place of what the caller has just seen stored.
    const next = underWay
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(stream);
        return this.#look(stream);
      });
    this.#next.set(stream, next);
    return next;
  }

  #look(stream: StreamOf<Event>): Promise<State> {
    const look = this.#readOn(stream).finally(() => {
      if (this.#underWay.get(stream) === look) this.#underWay.delete(stream);
    });
    this.#underWay.set(stream, look);
    return look;
  }

  async #readOn(stream: StreamOf<Event>): Promise<State> {
    const generation = this.#generation;
    let { state, revision } = this.#known.get(stream) ?? { state: this.#options.initial, revision: -1n };
    for await (const event of this.#log.readStream(stream, { from: revision + 1n })) {
      state = this.#evolved(state, event);
      ({ revision } = event);
    }
    const isNewest = revision >= (this.#known.get(stream)?.revision ?? -1n);
    if (generation === this.#generation && isNewest) this.#keep(stream, { state, revision });
    return state;
  }

  /** A stream without events is not kept: names of those can be made up. */
  #keep(stream: string, folded: Folded<State>): void {
    if (folded.revision < 0n) return;
    this.#known.delete(stream);
    this.#known.set(stream, folded);
    if (this.#known.size <= this.#capacity) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
