import type { EventStore, Position } from '../port.ts';
import { Line } from './line.ts';

/** Pause before a failed reader is started again, milliseconds; subscribers read for themselves meanwhile. */
const AGAIN_AFTER_MS = 10_000;

/** The one live subscription, which fans out to the lines while there are any. */
export class LiveReader {
  readonly #store: EventStore;
  readonly #lines = new Set<Line>();
  /** Everything up to here was handed on; undefined while nothing is read. */
  #place: Position | 'start' | undefined;
  #stop = new AbortController();
  #startAgainAt = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /**
   * A line that gets every event after its place. The place is that of the reader, which begins at `place` when it is
   * not at work.
   *
   * @returns undefined for some time after a fault
   */
  join(place: Position | 'start'): Line | undefined {
    if (this.#place === undefined) {
      if (performance.now() < this.#startAgainAt) return undefined;
      this.#stop = new AbortController();
      void this.#read(place, this.#stop.signal);
    }
    const line = new Line(this.#place ?? place);
    this.#lines.add(line);
    return line;
  }

  leave(line: Line): void {
    this.#lines.delete(line);
    if (this.#lines.size > 0) return;
    this.#stop.abort();
    this.#place = undefined;
  }

  async #read(after: Position | 'start', signal: AbortSignal): Promise<void> {
    this.#place = after;
    try {
      for await (const message of this.#store.subscribe({ after, signal })) {
        if (signal.aborted) return;
        if (message.position !== undefined) this.#place = message.position;
        for (const line of this.#lines) if (!line.add(message)) this.#lines.delete(line);
      }
    } catch {
      // Met again by every subscriber that it concerns, in a subscription of its own.
      this.#startAgainAt = performance.now() + AGAIN_AFTER_MS;
    }
    // Another one may be at work by now, after this one was left.
    if (signal.aborted) return;
    this.#place = undefined;
    for (const line of this.#lines) line.end();
    this.#lines.clear();
  }
}
