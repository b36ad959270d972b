import type { DomainEvent, StreamOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

interface Folded<State> {
  state: State;
  revision: bigint;
}

/**
 * Streams folded to what they say now. Each look reads what was appended since the last one, so that it misses nothing
 * that was stored before it was asked for; looks at one stream that come while another is under way share the next.
 */
export class FoldedStreams<State, Event extends DomainEvent> {
  readonly #log: DomainLog;
  readonly #initial: State;
  readonly #evolve: (state: State, event: Event) => State;
  readonly #capacity: number;
  readonly #known = new Map<string, Folded<State>>();
  readonly #underWay = new Map<string, Promise<State>>();
  readonly #next = new Map<string, Promise<State>>();

  /** @param options.capacity streams kept in memory; any other is read from its start. */
  constructor(
    log: DomainLog,
    options: {
      initial: State;
      evolve: (state: State, event: Event) => State;
      capacity?: number;
    },
  ) {
    this.#log = log;
    this.#initial = options.initial;
    this.#evolve = options.evolve;
    this.#capacity = options.capacity ?? 5_000;
  }

  /** @throws EventStoreUnavailable */
  latest(stream: StreamOf<Event>): Promise<State> {
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
    const look = this.#read(stream).finally(() => {
      if (this.#underWay.get(stream) === look) this.#underWay.delete(stream);
    });
    this.#underWay.set(stream, look);
    return look;
  }

  async #read(stream: StreamOf<Event>): Promise<State> {
    let { state, revision } = this.#known.get(stream) ?? { state: this.#initial, revision: -1n };
    for await (const event of this.#log.readStream(stream, { from: revision + 1n })) {
      state = this.#evolve(state, event);
      ({ revision } = event);
    }
    this.#keep(stream, { state, revision });
    return state;
  }

  /** A stream without events is not kept: anybody may make up names of those. */
  #keep(stream: string, folded: Folded<State>): void {
    if (folded.revision < 0n) return;
    this.#known.delete(stream);
    this.#known.set(stream, folded);
    if (this.#known.size <= this.#capacity) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
