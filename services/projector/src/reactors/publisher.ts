import { setTimeout as sleep } from 'node:timers/promises';

import { prepared } from '@lacre/postgres';
import type { Json, WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { HeldPartitions, type Partition } from '../engine/partition.ts';
import { untilDue } from '../until-due.ts';

export interface PublisherDeps {
  pool: Pool;
  queue: WorkQueue;
  logger: Logger;
  /** What open work is due by. Default: the machine's clock. */
  now?: () => Date;
}

export interface PublisherOptions {
  /** How long work stays open before it is published once more, milliseconds; doubles each time. Default 15 s. */
  firstAgainMs?: number;
  /** Default 5 min. */
  longestAgainMs?: number;
}

interface DueRow {
  kind: string;
  key: string;
  payload: Json;
}

const BATCH = 500;
/** The expression that the table has an index of. */
const DUE_AT = 'greatest(next_publish_at, not_before)';
/** What could not be published lets the others through before it is tried again, milliseconds. */
const STEP_ASIDE_MS = 2000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/**
 * Publishes open work, and publishes it again, later and later, for as long as it stays open. What the queue lost is
 * thus found again; what it still has, it recognises by its key.
 */
export class Publisher {
  readonly #deps: PublisherDeps;
  readonly #firstAgainMs: number;
  readonly #longestAgainMs: number;
  readonly #stopping = new AbortController();
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  /** Whose open work has caught up with the log. */
  readonly #partitions = new HeldPartitions();

  constructor(deps: PublisherDeps, options: PublisherOptions = {}) {
    this.#deps = deps;
    this.#firstAgainMs = options.firstAgainMs ?? 15_000;
    this.#longestAgainMs = options.longestAgainMs ?? 300_000;
  }

  /**
   * Publishes the work of a partition from here on: to be called when that has caught up with the log, since on the way
   * through history much looks open that was closed long ago.
   */
  take(partition: Partition): void {
    this.#partitions.add(partition);
    this.#running ??= this.#run();
    this.wake();
  }

  /** Another instance folds it, and publishes. */
  leave(partition: Partition): void {
    this.#partitions.delete(partition);
  }

  /** New work was committed. */
  wake(): void {
    this.#woken.resolve();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      // Taken before the look: what is committed during it is not missed.
      this.#woken = Promise.withResolvers();
      const woken = this.#woken.promise;
      try {
        const published = await this.#publishDue();
        failures = 0;
        if (published === BATCH) continue;
        await untilDue({ dueAt: await this.#nextDueAt(), woken, signal, now: this.#deps.now });
      } catch (error) {
        const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS);
        this.#deps.logger.error({ err: error, waitMs }, 'open work could not be published; trying again');
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Commit point: the update, after the queue has acknowledged. A crash before it publishes the same keys again. */
  async #publishDue(): Promise<number> {
    const { rows } = await this.#deps.pool.query<DueRow>(
      prepared(
        `select kind, key, payload from projector.open_work
          where ${DUE_AT} <= $1 and ${this.#partitions.condition('tenant_id')} order by ${DUE_AT} limit ${BATCH}`,
        [this.#now()],
      ),
    );
    const failures: unknown[] = [];
    for (const [kind, due] of Map.groupBy(rows, (row) => row.kind)) {
      // One queue's refusal does not hold the others' work.
      await this.#publish(kind, due).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some open work could not be published');
    return rows.length;
  }

  async #nextDueAt(): Promise<Date | undefined> {
    const { rows } = await this.#deps.pool.query<{ dueAt: Date | null }>(
      prepared(
        `select min(${DUE_AT}) as "dueAt" from projector.open_work where ${this.#partitions.condition('tenant_id')}`,
      ),
    );
    return rows[0]?.dueAt ?? undefined;
  }

  #now(): Date {
    return this.#deps.now?.() ?? new Date();
  }

  async #publish(kind: string, due: readonly DueRow[]): Promise<void> {
    const keys = due.map(({ key }) => key);
    const jobs = due.map(({ key, payload }) => ({ payload, dedupeKey: `${kind}:${key}` }));
    try {
      await this.#deps.queue.publishMany(kind, jobs);
    } catch (error) {
      await this.#deps.pool.query(
        `update projector.open_work set last_problem = $3,
           next_publish_at = $5::timestamptz + $4 * interval '1 millisecond'
          where kind = $1 and key = any ($2)`,
        [kind, keys, String(error).replaceAll('\0', '').slice(0, 1000), STEP_ASIDE_MS, this.#now()],
      );
      throw error;
    }
    await this.#deps.pool.query(
      prepared(
        `update projector.open_work set attempts = attempts + 1, last_problem = null,
           next_publish_at = $5::timestamptz
             + least($4, $3 * power(2, least(attempts, 20))) * interval '1 millisecond'
          where kind = $1 and key = any ($2)`,
        [kind, keys, this.#firstAgainMs, this.#longestAgainMs, this.#now()],
      ),
    );
  }
}
