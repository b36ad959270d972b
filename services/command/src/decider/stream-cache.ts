import type { Position } from '@lacre/event-store';

import type { Noted } from './snapshots.ts';

/** Which request an event answers, for whoever repeats that request. */
export interface AppendedEvent {
  requestHash: string | undefined;
  position: Position;
}

/** A stream as it was read: its folded state at a revision. */
export interface StreamState<State> {
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
  since: readonly Noted<unknown>[];
  /** Of the cache when it was read: what was read before the cache was emptied does not come back into it. */
  generation: number;
}

/**
 * The most recently used streams, folded. It only saves reading: a state that is out of date cannot do harm, because
 * an append names the revision that its decision saw.
 */
export class StreamCache {
  readonly #capacity: number;
  readonly #states = new Map<string, StreamState<unknown>>();
  #generation = 0;

  /** @param capacity streams kept. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** What states read from now on carry. */
  get generation(): number {
    return this.#generation;
  }

  /** Forgets every stream: somebody's data in them may have been erased. */
  clear(): void {
    this.#generation++;
    this.#states.clear();
  }

  get<State>(stream: string): StreamState<State> | undefined {
    const found = this.#states.get(stream);
    if (found === undefined) return undefined;
    this.#states.delete(stream);
    this.#states.set(stream, found);
    return found as StreamState<State>;
  }

  delete(stream: string): void {
    this.#states.delete(stream);
  }

  /** Puts a state in place of another of the same revision, which it says more briefly. */
  replace(stream: string, state: StreamState<unknown>): void {
    const known = this.#states.get(stream);
    if (known !== undefined && known.revision <= state.revision) this.#states.set(stream, state);
  }

  /** Keeps the state unless a later one is there. An empty stream is not kept: anybody may make up names of those. */
  put(stream: string, state: StreamState<unknown>): void {
    const known = this.#states.get(stream);
    if (state.generation !== this.#generation) return;
    if (state.revision < 0n || (known !== undefined && known.revision >= state.revision)) return;
    this.#states.delete(stream);
    this.#states.set(stream, state);
    if (this.#states.size <= this.#capacity) return;
    const [oldest] = this.#states.keys();
    if (oldest !== undefined) this.#states.delete(oldest);
  }
}
