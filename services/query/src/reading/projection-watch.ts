import { setTimeout as sleep } from 'node:timers/promises';

import type { AnswerOf } from '@lacre/contracts';
import { PositionOfAnotherEpoch, type EventStore, type Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import { listenTo } from '@lacre/postgres';
import { PROJECTED_CHANNEL, projectedTables, type ProjectionName } from '@lacre/read-models';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Longest wait for one's own write, milliseconds. */
const LONGEST_WAIT_MS = 2000;
/** How late a reader may notice progress whose notification was lost, milliseconds. */
const LOOK_AGAIN_MS = 100;

/** How far the read models are that can be read, each partition of them, and whether others are being built. */
interface Progress {
  positions: ReadonlyMap<string, readonly (Position | null)[]>;
  isBuilding: boolean;
}

/** Knows how far the read models are, and lets readers wait for it. */
export class ProjectionWatch {
  readonly #pool: Pool;
  /** A standby hears no notifications. What a notification announces may reach the standby a moment later: readers look again. */
  readonly #primary: Pool;
  readonly #store: EventStore;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  readonly #listening: Promise<void>;
  #progress = Promise.withResolvers<void>();
  /** One look at the database serves every request that waits at that moment. */
  #looking: Promise<Progress> | undefined;

  constructor(deps: { pool: Pool; primary?: Pool | undefined; eventStore: EventStore; logger: Logger }) {
    this.#pool = deps.pool;
    this.#primary = deps.primary ?? deps.pool;
    this.#store = deps.eventStore;
    this.#logger = deps.logger;
    // Meanwhile readers look by themselves.
    this.#listening = listenTo(this.#primary, PROJECTED_CHANNEL, {
      onNotice: () => this.#wake(),
      onFault: (err) =>
        this.#logger.warn({ err }, 'progress of the read models cannot be heard; readers look by themselves'),
      signal: this.#closing.signal,
    });
  }

  /**
   * Resolves when the read models have seen the position, or after 2 s: then the reader answers with what there is.
   *
   * One of another epoch is not waited for: what was written there is in this log already, or never will be. Nor is a
   * read model that is being built for more than a moment: readers then get an error at once.
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
      if (this.#haveSeen(await this.#progressNow(), projections, minPosition as Position)) return;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return;
      await Promise.race([progress, sleep(Math.min(leftMs, LOOK_AGAIN_MS), undefined, { ref: false })]);
    }
  }

  /** Whether read models are being built, and how far that is; those of an earlier version can be read meanwhile. */
  async rebuilding(): Promise<AnswerOf<'readModelsStatus'>> {
    const { rows } = await this.#pool.query<{
      readable: string[];
      share: number | null;
      events_left: bigint | null;
      seconds_left: number | null;
    }>(
      `select array(select projection from read.projection_position) as readable, share, events_left, seconds_left
         from (select 1) always left join read.build_progress on true`,
    );
    const [row] = rows;
    const readable = new Set(row?.readable);
    const isMissing = Object.keys(projectedTables).some((name) => !readable.has(name));
    const { share = null, events_left: eventsLeft = null, seconds_left: secondsLeft = null } = row ?? {};
    return {
      rebuilding: isMissing || share !== null,
      percent: share === null ? null : Math.floor(share * 100),
      eventsLeft: eventsLeft === null ? null : Number(eventsLeft),
      secondsLeft: secondsLeft === null ? null : Math.ceil(secondsLeft),
    };
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

  #haveSeen(
    { positions, isBuilding }: Progress,
    projections: readonly ProjectionName[],
    minimum: Position,
  ): boolean {
    return projections.every((name) => {
      const places = positions.get(name);
      if (places === undefined) return isBuilding;
      return places.every((place) => place !== null && this.#store.comparePositions(place, minimum) >= 0);
    });
  }

  #progressNow(): Promise<Progress> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<Progress> {
    const { rows } = await this.#pool.query<{
      positions: [projection: string, position: Position | null][] | null;
      building: boolean;
    }>(
      // Grouped here: it is asked as often as anything is folded.
      `select (select json_agg(json_build_array(projection, position)) from read.projection_position) as positions,
         exists (select from read.build_progress) as building`,
    );
    const [row] = rows;
    const positions = new Map<string, (Position | null)[]>();
    for (const [projection, position] of row?.positions ?? [])
      positions.set(projection, [...(positions.get(projection) ?? []), position]);
    return { positions, isBuilding: row?.building === true };
  }

  #wake(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
  }
}
