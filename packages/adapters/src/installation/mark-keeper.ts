import type { Seen } from '@lacre/event-store';
import type { Logger } from 'pino';

/** How far a copy of a store may lie back without a mark of its own, milliseconds. */
const MARKED_EVERY_MS = 10_000;

/**
 * Marks the stores again while the log grows, and at the stop, so that a copy taken since the last mark and put back
 * after the next one is known to be older.
 */
export class MarkKeeper {
  readonly #latest: () => Seen | undefined;
  readonly #mark: () => Promise<void>;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #marked: Seen | undefined;
  #marking: Promise<void> = Promise.resolve();

  /** @param latest the last event seen; undefined where nothing is to be marked */
  constructor(latest: () => Seen | undefined, mark: () => Promise<void>, logger: Logger) {
    this.#latest = latest;
    this.#mark = mark;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#again(), MARKED_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#again();
  }

  #again(): Promise<void> {
    const latest = this.#latest();
    if (latest === undefined || latest === this.#marked) return this.#marking;
    this.#marked = latest;
    this.#marking = this.#marking
      .then(() => this.#mark())
      .catch((error: unknown) => {
        this.#marked = undefined;
        this.#logger.warn({ err: error }, 'the stores could not be marked; they are with what comes next');
      });
    return this.#marking;
  }
}
