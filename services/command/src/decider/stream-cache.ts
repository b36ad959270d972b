import type { Position } from '@lacre/event-store';
import { streamCacheLookups } from '@lacre/observability';

import type { AppendedEvent, Noted } from './snapshots.ts';

/** A stream as it was read: its folded state at a revision. */
export interface StreamState<State, Event = unknown> {
  state: State;
  /** -1 when the stream does not exist. */
  revision: bigint;
  position: Position | undefined;
  /** Moment of the last event; undefined when the stream does not exist. */
  lastAt: string | undefined;
  /**
   * Every event of the stream by id, up to its snapshot those of the parts that were read. Shared by all states of one
   * stream: it may know of later events than `revision`, which is harmless, since an event that was appended stays so.
   */
  appended: Map<string, AppendedEvent>;
  /** The last event of the snapshot that the state rests on; -1 when it was folded from the stream's first event. */
  snapshotAt: bigint;
  /** Events since then, where snapshots are taken of the stream. */
  since: readonly Noted<Event>[];
  /** Of the cache when it was read: what was read before the cache was emptied does not come back into it. */
  generation: number;
}

/** What a stream counts beside its events, in events. */
const STREAM_WEIGHT = 8;

interface Kept {
  state: StreamState<unknown>;
  weight: number;
}

/**
 * The most recently used streams, folded. It only saves reading: a state that is out of date cannot do harm, because
 * an append names the revision that its decision saw.
 */
export class StreamCache {
  readonly #capacity: number;
  readonly #empty = new EmptyStreams();
  readonly #kept = new Map<string, Kept>();
  #weight = 0;
  #generation = 0;
  /** Erasures of which it is not known yet which streams speak of whom. */
  #searches = 0;

  /** @param capacity events of all streams that are kept. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** What states read from now on carry. */
  get generation(): number {
    return this.#generation;
  }

  /** Events of all streams that are kept, and what streams count beside them. */
  get weight(): number {
    return this.#weight;
  }

  /**
   * Evicts streams with erased data. Until it is known which these are, nothing that was read before
   * is handed out; what is being read does not come back into the cache.
   *
   * @param namingOf which of these streams name the erased subject; on failure every stream is evicted
   */
  async forget(namingOf: (streams: readonly string[]) => Promise<readonly string[]>): Promise<void> {
    this.#generation++;
    this.#searches++;
    try {
      for (const stream of await namingOf([...this.#kept.keys()])) this.delete(stream);
    } catch {
      this.#kept.clear();
      this.#weight = 0;
    } finally {
      this.#searches--;
      for (const kept of this.#kept.values()) kept.state = { ...kept.state, generation: this.#generation };
    }
  }

  get(stream: string): StreamState<unknown> | undefined {
    const known = this.#find(stream);
    streamCacheLookups.inc({ outcome: known === undefined ? 'miss' : 'hit' });
    return known;
  }

  #find(stream: string): StreamState<unknown> | undefined {
    const found = this.#kept.get(stream);
    if (this.#searches > 0) return undefined;
    if (found === undefined) return this.#empty.take(stream);
    this.#kept.delete(stream);
    this.#kept.set(stream, found);
    return found.state;
  }

  delete(stream: string): void {
    this.#weight -= this.#kept.get(stream)?.weight ?? 0;
    this.#kept.delete(stream);
  }

  /** Keeps a state in place of another of the same revision, which it says more briefly. */
  replace(stream: string, state: StreamState<unknown>): void {
    const known = this.#kept.get(stream)?.state;
    if (known !== undefined && known.revision <= state.revision) this.#keep(stream, state);
  }

  /** Keeps a state in place of the same one, of which it knows more. */
  enrich(stream: string, state: StreamState<unknown>): void {
    const known = this.#kept.get(stream)?.state;
    if (known?.revision === state.revision && known.snapshotAt === state.snapshotAt)
      this.#keep(stream, state);
  }

  /** Keeps the state unless a later one is there. */
  put(stream: string, state: StreamState<unknown>): void {
    const known = this.#kept.get(stream)?.state;
    if (state.revision < 0n) this.#empty.keep(stream, state);
    else this.#empty.take(stream);
    if (state.revision < 0n || (known !== undefined && known.revision >= state.revision)) return;
    this.#keep(stream, state);
  }

  #keep(stream: string, state: StreamState<unknown>): void {
    if (state.generation !== this.#generation) return;
    const weight = state.appended.size + STREAM_WEIGHT;
    this.delete(stream);
    this.#kept.set(stream, { state, weight });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#capacity || oldest === stream) return;
      this.delete(oldest);
    }
  }
}

/** How long an empty stream is cached, milliseconds. */
const EMPTY_MS = 2000;
/** Clients can name any number of empty streams: these have a bound of their own. */
const MAX_EMPTY = 1000;

/** Streams that were read empty just now: a creation reads its stream and then appends to it. */
class EmptyStreams {
  readonly #found = new Map<string, { state: StreamState<unknown>; untilMs: number }>();

  keep(stream: string, state: StreamState<unknown>): void {
    this.#found.delete(stream);
    this.#found.set(stream, { state, untilMs: performance.now() + EMPTY_MS });
    if (this.#found.size <= MAX_EMPTY) return;
    const [oldest] = this.#found.keys();
    if (oldest !== undefined) this.#found.delete(oldest);
  }

  /** Removes it: it is used once. */
  take(stream: string): StreamState<unknown> | undefined {
    const found = this.#found.get(stream);
    this.#found.delete(stream);
    return found !== undefined && performance.now() < found.untilMs ? found.state : undefined;
  }
}
