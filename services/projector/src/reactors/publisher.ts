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

/** What a look at open work finds: what is due, and when the next of the rest is. */
type FoundRow = { nextDueAt: Date | null } & (DueRow | { kind: null });

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
        const { published, nextDueAt } = await this.#publishDue();
        failures = 0;
        if (published === BATCH) continue;
        await untilDue({ dueAt: nextDueAt, woken, signal, now: this.#deps.now });
      } catch (error) {
        const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS);
        this.#deps.logger.error({ err: error, waitMs }, 'open work could not be published; trying again');
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Commit point: the update, after the queue has acknowledged. A crash before it publishes the same keys again. */
  async #publishDue(): Promise<{ published: number; nextDueAt: Date | undefined }> {
    const held = this.#partitions.condition('tenant_id');
    const { rows } = await this.#deps.pool.query<FoundRow>(
      prepared(
        `select due.kind, due.key, due.payload, later.at as "nextDueAt"
           from (select min(${DUE_AT}) as at from projector.open_work where ${DUE_AT} > $1 and ${held}) later
           left join (
             select kind, key, payload, ${DUE_AT} as at from projector.open_work
              where ${DUE_AT} <= $1 and ${held} order by ${DUE_AT} limit ${BATCH}
           ) due on true
          order by due.at`,
        [this.#now()],
      ),
    );
    const found = rows.filter((row): row is FoundRow & DueRow => row.kind !== null);
    const next = [rows[0]?.nextDueAt];
    const failures: unknown[] = [];
    for (const [kind, due] of Map.groupBy(found, (row) => row.kind)) {
      // One queue's refusal does not hold the others' work.
      await this.#publish(kind, due).then(
        (againAt) => next.push(againAt),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some open work could not be published');
    return { published: found.length, nextDueAt: earliest(next) };
  }

  #now(): Date {
    return this.#deps.now?.() ?? new Date();
  }

  /** @returns when the first of them is due again */
  async #publish(kind: string, due: readonly DueRow[]): Promise<Date | undefined> {
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
    const { rows } = await this.#deps.pool.query<{ dueAt: Date }>(
      prepared(
        `update projector.open_work set attempts = attempts + 1, last_problem = null,
           next_publish_at = $5::timestamptz
             + least($4, $3 * power(2, least(attempts, 20))) * interval '1 millisecond'
          where kind = $1 and key = any ($2) returning ${DUE_AT} as "dueAt"`,
        [kind, keys, this.#firstAgainMs, this.#longestAgainMs, this.#now()],
      ),
    );
    return earliest(rows.map(({ dueAt }) => dueAt));
  }
}

function earliest(moments: readonly (Date | null | undefined)[]): Date | undefined {
  const known = moments.flatMap((moment) => moment?.getTime() ?? []);
  return known.length === 0 ? undefined : new Date(Math.min(...known));
}
