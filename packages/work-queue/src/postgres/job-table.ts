import type { Pool } from 'pg';

import { UnknownDeadLetter } from '../port.ts';
import type { DeadLetter, DeadLetterCount, Json } from '../port.ts';

/** A hold on a row: the row's `hold` changes with every delivery, so an old one matches nothing any more. */
export interface RowHold {
  id: string;
  hold: string;
}

export interface ClaimedRow extends RowHold {
  dedupeKey: string;
  payload: Json;
  attempts: number;
}

export interface NewRow {
  dedupeKey: string;
  /** JSON text. */
  payload: string;
  delayMs: number;
}

/**
 * The statements. Each is its own transaction, and times are the database's: processes need not agree on a
 * clock. They are named, so each connection parses them once.
 */
export class JobTable {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** How many of them were new. */
  async insert(queue: string, rows: readonly NewRow[]): Promise<number> {
    const { rowCount } = await this.#pool.query({
      name: 'work_queue_insert',
      text: `
        insert into work_queue.job (queue, dedupe_key, payload, due_at)
        select $1, dedupe_key, payload, clock_timestamp() + delay_ms * interval '1 millisecond'
          from unnest($2::text[], $3::json[], $4::float8[]) as new(dedupe_key, payload, delay_ms)
        on conflict (queue, dedupe_key) do nothing`,
      values: [
        queue,
        rows.map((row) => row.dedupeKey),
        rows.map((row) => row.payload),
        rows.map((row) => row.delayMs),
      ],
    });
    return rowCount ?? 0;
  }

  /**
   * At most `limit` rows that are due, and when the next of the others is. The rows are picked first, once: a plan that
   * runs a subselect again would claim more than the limit.
   */
  async claim(
    queue: string,
    limit: number,
    visibilityMs: number,
  ): Promise<{ rows: ClaimedRow[]; nextDueMs: number | undefined }> {
    const { rows } = await this.#pool.query<{ nextDueMs: number | null } & (ClaimedRow | { id: null })>({
      name: 'work_queue_claim',
      text: `
        with due as materialized (
          select id from work_queue.job
           where queue = $1 and due_at <= now()
           order by due_at, id
           limit $2
           for update skip locked
        ), claimed as (
          update work_queue.job
             set attempts = attempts + 1,
                 due_at = clock_timestamp() + $3::float8 * interval '1 millisecond',
                 hold = gen_random_uuid()
            from due
           where job.id = due.id
          returning job.id::text, hold, dedupe_key as "dedupeKey", payload, attempts
        ), others as (
          select due_at from work_queue.job
           where queue = $1 and id <> all (array(select id from due))
           order by due_at limit 1
        )
        select claimed.*,
               (extract(epoch from (select due_at from others) - clock_timestamp()) * 1000)::float8 as "nextDueMs"
          from (select) as always left join claimed on true`,
      values: [queue, limit, visibilityMs],
    });
    return {
      rows: rows.filter((row): row is typeof row & ClaimedRow => row.id !== null),
      nextDueMs: rows[0]?.nextDueMs ?? undefined,
    };
  }

  /** Those of the queues that have a job due. */
  async queuesDue(queues: readonly string[]): Promise<string[]> {
    const { rows } = await this.#pool.query<{ queue: string }>({
      name: 'work_queue_due',
      text: `
        select queue from unnest($1::text[]) as consumed(queue)
         where exists (select from work_queue.job where job.queue = consumed.queue and due_at <= now())`,
      values: [queues],
    });
    return rows.map(({ queue }) => queue);
  }

  async extend(held: RowHold, visibilityMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'work_queue_extend',
      text: `
        update work_queue.job set due_at = clock_timestamp() + $3::float8 * interval '1 millisecond'
         where id = $1 and hold = $2`,
      values: [held.id, held.hold, visibilityMs],
    });
    return rowCount === 1;
  }

  async remove(held: readonly RowHold[]): Promise<void> {
    await this.#pool.query({
      name: 'work_queue_remove',
      text: `
        delete from work_queue.job
         using unnest($1::bigint[], $2::uuid[]) as done(id, hold)
         where job.id = done.id and job.hold = done.hold`,
      values: [held.map((row) => row.id), held.map((row) => row.hold)],
    });
  }

  async putOff(held: RowHold, delayMs: number, counted: boolean): Promise<void> {
    await this.#pool.query({
      name: 'work_queue_put_off',
      text: `
        update work_queue.job
           set due_at = clock_timestamp() + $3::float8 * interval '1 millisecond',
               attempts = attempts - $4,
               hold = null
         where id = $1 and hold = $2`,
      values: [held.id, held.hold, delayMs, counted ? 0 : 1],
    });
  }

  async bury(held: RowHold, lastError: string): Promise<void> {
    await this.#pool.query({
      name: 'work_queue_bury',
      text: `
        with dead as (delete from work_queue.job where id = $1 and hold = $2 returning *)
        insert into work_queue.dead_letter (queue, dedupe_key, payload, attempts, last_error)
        select queue, dedupe_key, payload, attempts, $3 from dead`,
      values: [held.id, held.hold, lastError],
    });
  }

  async ping(): Promise<void> {
    await this.#pool.query('select from work_queue.job limit 1');
  }

  async deadLetters(queue: string): Promise<DeadLetter[]> {
    const { rows } = await this.#pool.query<DeadLetter>(
      `select id::text, payload, dedupe_key as "dedupeKey", attempts,
              last_error as "lastError", died_at as "diedAt"
         from work_queue.dead_letter where queue = $1 order by dead_letter.id`,
      [queue],
    );
    return rows;
  }

  async deadLetterCounts(): Promise<DeadLetterCount[]> {
    const { rows } = await this.#pool.query<DeadLetterCount>(
      `select queue, count(*)::float8 as count, max(died_at) as "newestAt"
         from work_queue.dead_letter group by queue order by 2 desc, 1`,
    );
    return rows;
  }

  /** @throws UnknownDeadLetter */
  async replay(queue: string, id: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `with exhumed as (delete from work_queue.dead_letter where queue = $1 and id::text = $2 returning *),
            published as (
              insert into work_queue.job (queue, dedupe_key, payload, due_at)
              select queue, dedupe_key, payload, now() from exhumed
              on conflict (queue, dedupe_key) do nothing)
       select from exhumed`,
      [queue, id],
    );
    if (rowCount === 0) throw new UnknownDeadLetter(`Queue ${queue} has no dead letter ${id}`);
  }
}
