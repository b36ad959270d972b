import type { Position } from '@lacre/event-store';

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
  /**
   * Every event of the stream by id. Shared by all states of one stream: it may know of later events than `revision`,
   * which is harmless, since an event that was appended stays so.
   */
  appended: Map<string, AppendedEvent>;
}

/**
 * The most recently used streams, folded. It only saves reading: a state that is out of date cannot do harm, because
 * an append names the revision that its decision saw.
 */
export class StreamCache {
  readonly #capacity: number;
  readonly #states = new Map<string, StreamState<unknown>>();

  /** @param capacity streams kept. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get<State>(stream: string): StreamState<State> | undefined {
    const found = this.#states.get(stream);
    if (found === undefined) return undefined;
    this.#states.delete(stream);
    this.#states.set(stream, found);
    return found as StreamState<State>;
  }

  /** Keeps the state unless a later one is there. An empty stream is not kept: anybody may make up names of those. */
  put(stream: string, state: StreamState<unknown>): void {
    const known = this.#states.get(stream);
    if (state.revision < 0n || (known !== undefined && known.revision >= state.revision)) return;
    this.#states.delete(stream);
    this.#states.set(stream, state);
    if (this.#states.size <= this.#capacity) return;
    const [oldest] = this.#states.keys();
    if (oldest !== undefined) this.#states.delete(oldest);
  }
}
