import { bareOf, type EventStore, type Seen } from '@lacre/event-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { noteLaterSeen } from './installation-table.ts';

/** After an event was seen it is written down within this time, milliseconds: what a log may lose unnoticed. */
const WRITTEN_WITHIN_MS = 1000;

/**
 * Writes down, in the database, the last event that this process saw acknowledged or delivered, so that a log which
 * lacks it is noticed at the next start. Of several processes, and of events read again, the latest one stays.
 */
export class Witness {
  readonly #pool: Pool;
  readonly #order: Pick<EventStore, 'comparePositions'>;
  readonly #logger: Logger;
  #latest: Seen | undefined;
  #seen: Seen | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param order of positions without an epoch */
  constructor(pool: Pool, order: Pick<EventStore, 'comparePositions'>, logger: Logger) {
    this.#pool = pool;
    this.#order = order;
    this.#logger = logger;
  }

  see(seen: Seen): void {
    if (this.#latest !== undefined && !this.#isLater(seen, this.#latest)) return;
    this.#seen = this.#latest = { ...seen };
    this.#timer ??= setTimeout(() => this.#write(), WRITTEN_WITHIN_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#write();
    await this.#writing;
  }

  #write(): void {
    this.#timer = undefined;
    const seen = this.#seen;
    if (seen === undefined) return;
    this.#seen = undefined;
    this.#writing = this.#writing
      .then(() => noteLaterSeen(this.#pool, seen, (one, other) => this.#isLater(one, other)))
      .catch((error: unknown) =>
        this.#logger.warn({ err: error }, 'the last event seen could not be written down; the next one is'),
      );
  }

  #isLater(one: Seen, other: Seen): boolean {
    return this.#order.comparePositions(bareOf(one.position), bareOf(other.position)) > 0;
  }
}
