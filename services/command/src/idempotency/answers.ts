import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { schema } from '../database/migrations.ts';

export interface StoredAnswer {
  requestHash: string;
  answer: unknown;
}

interface Written extends StoredAnswer {
  id: string;
}

interface Lookup {
  id: string;
  found: (answer: StoredAnswer | undefined) => void;
  failed: (error: unknown) => void;
}

/** A look for an answer that began before it was asked for. */
export interface BegunLookUp {
  readonly atMs: number;
  readonly answer: Promise<StoredAnswer | undefined>;
}

/** How old such a look may be, and how long answers given here are known beside it, milliseconds. */
const AHEAD_MS = 1000;
const KNOWN_MS = 2 * AHEAD_MS;

const MAX_BATCH = 200;
/** Answers gather this long before they are written together, milliseconds; until then they are found here. */
const GATHER_MS = 25;

/**
 * Answers of commands by the id of their key. Look-ups and writes of the same moment share one round trip each, and
 * the write is not awaited: the log knows by event ids what a lost row would have answered.
 */
export class Answers {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #now: () => Date;
  #lookups: Lookup[] = [];
  readonly #writes = new Map<string, Written>();
  /** Given here a moment ago: a look that began before then did not see them. The oldest first. */
  readonly #recent = new Map<string, Written & { untilMs: number }>();
  #isLooking = false;
  #writing: Promise<void> | undefined;

  constructor(pool: Pool, log: Logger, now: () => Date) {
    this.#pool = pool;
    this.#log = log;
    this.#now = now;
  }

  /** Begins to look before it is certain that the answer will be asked for. */
  lookAhead(id: string): BegunLookUp {
    const answer = this.#lookUp(id);
    // Thrown to the caller that awaits it, where one does.
    answer.catch(() => {});
    return { atMs: performance.now(), answer };
  }

  /** @param begun a look for the same id. */
  async find(id: string, begun?: BegunLookUp): Promise<StoredAnswer | undefined> {
    const given = this.#writes.get(id) ?? this.#recent.get(id);
    if (given !== undefined) return given;
    const isOfNow = begun !== undefined && performance.now() - begun.atMs < AHEAD_MS;
    return isOfNow ? begun.answer : this.#lookUp(id);
  }

  #lookUp(id: string): Promise<StoredAnswer | undefined> {
    return new Promise((found, failed) => {
      this.#lookups.push({ id, found, failed });
      if (!this.#isLooking) void this.#look();
    });
  }

  remember(written: Written): void {
    this.#writes.set(written.id, written);
    const nowMs = performance.now();
    for (const [id, { untilMs }] of this.#recent) {
      if (untilMs > nowMs) break;
      this.#recent.delete(id);
    }
    this.#recent.set(written.id, { ...written, untilMs: nowMs + KNOWN_MS });
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  /** Resolves once what was remembered so far is written, or given up. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  /** Forgets what was stored before `before`. */
  async forget(before: Date): Promise<void> {
    await this.#pool.query(`delete from ${schema}.idempotency where stored_at < $1`, [before]);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#lookups.length > 0) {
      const batch = this.#lookups.splice(0, MAX_BATCH);
      try {
        const { rows } = await this.#pool.query<{ id: string; request_hash: string; answer: unknown }>({
          name: `${schema}.find-answers`,
          text: `select id, request_hash, answer from ${schema}.idempotency where id = any($1)`,
          values: [batch.map(({ id }) => id)],
        });
        const byId = new Map(
          rows.map((row) => [row.id, { requestHash: row.request_hash, answer: row.answer }]),
        );
        for (const { id, found } of batch) found(byId.get(id));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isLooking = false;
  }

  async #write(): Promise<void> {
    while (this.#writes.size > 0) {
      if (this.#writes.size < MAX_BATCH) await sleep(GATHER_MS);
      const batch = [...this.#writes.values()].slice(0, MAX_BATCH);
      await this.#pool
        .query({
          name: `${schema}.remember`,
          text: `select ${schema}.remember($1, $2, $3, $4)`,
          values: [
            batch.map(({ id }) => id),
            batch.map(({ requestHash }) => requestHash),
            batch.map(({ answer }) => JSON.stringify(answer)),
            this.#now(),
          ],
        })
        .catch((error: unknown) =>
          this.#log.warn({ err: error }, 'answers were not kept; the log still tells them'),
        );
      for (const { id } of batch) this.#writes.delete(id);
    }
  }
}
