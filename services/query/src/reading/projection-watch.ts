import { setTimeout as sleep } from 'node:timers/promises';

import { PositionOfAnotherEpoch, type EventStore, type Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import { PROJECTED_CHANNEL, type ProjectionName } from '@lacre/read-models';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';

/** Longest wait for one's own write, milliseconds. */
const LONGEST_WAIT_MS = 2000;
/** How late a reader may notice progress whose notification was lost, milliseconds. */
const LOOK_AGAIN_MS = 100;
const RECONNECT_MS = 1000;

type Positions = ReadonlyMap<string, Position | null>;

/** Knows how far the read models are, and lets readers wait for it. */
export class ProjectionWatch {
  readonly #pool: Pool;
  readonly #store: EventStore;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  readonly #listening: Promise<void>;
  #progress = Promise.withResolvers<void>();
  /** One look at the database serves everybody who waits at that moment. */
  #looking: Promise<Positions> | undefined;

  constructor(deps: { pool: Pool; eventStore: EventStore; logger: Logger }) {
    this.#pool = deps.pool;
    this.#store = deps.eventStore;
    this.#logger = deps.logger;
    this.#listening = this.#listen();
  }

  /**
   * Resolves when the read models have seen the position, or after 2 s: then the reader answers with what there is.
   *
   * One of another epoch is not waited for: what was written there is in this log already, or never will be.
   *
   * @throws Refusal CLASS_VALIDATION_ERROR when the text is no position of this log.
   */
  async waitFor(projections: readonly ProjectionName[], minPosition: string | undefined): Promise<void> {
    if (minPosition === undefined) return;
    if (this.#placed(minPosition, 'min-position') === 'elsewhere') return;
    const deadline = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      // Taken before the look: progress made during it is not missed.
      const progress = this.#progress.promise;
      if (this.#haveSeen(await this.#positions(), projections, minPosition as Position)) return;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return;
      await Promise.race([progress, sleep(Math.min(leftMs, LOOK_AGAIN_MS), undefined, { ref: false })]);
    }
  }

  /** Resolves when the read models have moved on, or after `longestMs`; at once when the service closes. */
  async nextProgress(longestMs: number): Promise<void> {
    const { signal } = this.#closing;
    await Promise.race([
      this.#progress.promise,
      sleep(longestMs, undefined, { ref: false, signal }).catch(() => {}),
    ]);
  }

  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * @throws Refusal CLASS_VALIDATION_ERROR, of the field named, when the text is no position of this log;
   *   POSITION_OF_ANOTHER_EPOCH when it is of another history of it.
   */
  assertPosition(text: string, field: string): asserts text is Position {
    if (this.#placed(text, field) === 'elsewhere') throw new Refusal('POSITION_OF_ANOTHER_EPOCH');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  /** @throws Refusal CLASS_VALIDATION_ERROR when the text is no position at all. */
  #placed(text: string, field: string): 'here' | 'elsewhere' {
    try {
      if (!Number.isNaN(this.#store.comparePositions(text as Position, text as Position))) return 'here';
    } catch (error) {
      if (error instanceof PositionOfAnotherEpoch) return 'elsewhere';
    }
    throw new Refusal('CLASS_VALIDATION_ERROR', {
      fieldErrors: [{ field, message: 'Posição inválida' }],
    });
  }

  #haveSeen(positions: Positions, projections: readonly ProjectionName[], minimum: Position): boolean {
    return projections.every((name) => {
      const position = positions.get(name);
      return position != null && this.#store.comparePositions(position, minimum) >= 0;
    });
  }

  #positions(): Promise<Positions> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<Positions> {
    const { rows } = await this.#pool.query<{ projection: string; position: Position | null }>(
      'select projection, position from read.projection_position',
    );
    return new Map(rows.map(({ projection, position }) => [projection, position]));
  }

  #wake(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
  }

  /** A connection of its own, made again whenever it breaks; meanwhile readers look by themselves. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const client = new Client(this.#pool.options);
      const ended = Promise.withResolvers<void>();
      const end = (): void => ended.resolve();
      client.on('error', end);
      client.on('end', end);
      client.on('notification', () => this.#wake());
      signal.addEventListener('abort', end);
      try {
        await client.connect();
        await client.query(`listen ${PROJECTED_CHANNEL}`);
        this.#wake();
        if (!signal.aborted) await ended.promise;
      } catch (error) {
        this.#logger.warn(
          { err: error },
          'progress of the read models cannot be heard; readers look by themselves',
        );
      } finally {
        signal.removeEventListener('abort', end);
        await client.end().catch(() => {});
      }
      if (!signal.aborted) await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }
}
