import type { Pool } from 'pg';

import type { MasterKeys, WrappedKey } from '../master-keys.ts';
import { schema } from './migrations.ts';
import { query } from './query.ts';

/** A key as its row has it; null when it was destroyed. */
export type StoredKey = WrappedKey | null;

interface Waiting {
  subjects: readonly string[];
  resolve: (keys: ReadonlyMap<string, StoredKey>) => void;
  reject: (error: unknown) => void;
}

/** Statements of this process in flight at once. */
const LANES = 2;
const MAX_PER_STATEMENT = 64;

/**
 * Makes keys before appends. Those that wait together share a statement; one that finds a lane free goes
 * at once.
 */
export class Preparations {
  readonly #pool: Pool;
  readonly #masterKeys: MasterKeys;
  readonly #durable: boolean;
  readonly #waiting: Waiting[] = [];
  #free = LANES;

  constructor(pool: Pool, masterKeys: MasterKeys, durable: boolean) {
    this.#pool = pool;
    this.#masterKeys = masterKeys;
    this.#durable = durable;
  }

  prepare(subjects: readonly string[]): Promise<ReadonlyMap<string, StoredKey>> {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, StoredKey>>();
    this.#waiting.push({ subjects, resolve, reject });
    this.#send();
    return promise;
  }

  #send(): void {
    while (this.#free > 0 && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_PER_STATEMENT);
      this.#free--;
      void this.#write(batch).finally(() => {
        this.#free++;
        this.#send();
      });
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const subjects = [...new Set(batch.flatMap((one) => one.subjects))];
      const rows = await query<StoredRow>(
        this.#pool,
        'prepare',
        `select subject, master_key, wrapped from ${schema}.prepare($1, $2, $3, $4)`,
        [
          this.#durable,
          subjects,
          subjects.map((subject) => this.#masterKeys.create(subject).wrapped),
          this.#masterKeys.current,
        ],
      );
      const keys = storedKeys(rows);
      for (const { resolve } of batch) resolve(keys);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

export interface StoredRow {
  subject: string;
  master_key: string | null;
  wrapped: Buffer | null;
}

export const storedKeys = (rows: readonly StoredRow[]): Map<string, StoredKey> =>
  new Map(
    rows.map(({ subject, master_key: masterKey, wrapped }) => [
      subject,
      masterKey === null || wrapped === null ? null : { masterKey, wrapped },
    ]),
  );
