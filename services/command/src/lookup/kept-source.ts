import type { Pool } from 'pg';

import { schema } from '../database/migrations.ts';
import { SourceUnavailable, type Source } from './source.ts';

const HOUR_MS = 60 * 60 * 1000;
/** How long an answer is believed: registers change slowly, but what they lack today may be there soon. */
const KNOWN_MS = 30 * 24 * HOUR_MS;
const UNKNOWN_MS = HOUR_MS;
/** An answer this old is still better than none while the source is away. */
const STALE_MS = 180 * 24 * HOUR_MS;

interface Kept<Value> {
  value: Value | null;
  ageMs: number;
}

export interface KeptSourceOptions<Asked, Value> {
  source: Source<Asked, Value>;
  pool: Pool;
  now: () => Date;
  kind: 'cnpj' | 'cep' | 'place';
  /** What an answer is kept under; never anything personal. */
  keyOf: (asked: Asked) => string;
}

/** A source whose answers are kept in Postgres, and that is asked once for what several want at the same time. */
export class KeptSource<Asked, Value> implements Source<Asked, Value> {
  readonly #options: KeptSourceOptions<Asked, Value>;
  readonly #asking = new Map<string, Promise<Value | undefined>>();

  constructor(options: KeptSourceOptions<Asked, Value>) {
    this.#options = options;
  }

  find(asked: Asked): Promise<Value | undefined> {
    const key = this.#options.keyOf(asked);
    const asking = this.#asking.get(key) ?? this.#look(asked, key).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #look(asked: Asked, key: string): Promise<Value | undefined> {
    const kept = await this.#kept(key);
    if (kept !== undefined && kept.ageMs < (kept.value === null ? UNKNOWN_MS : KNOWN_MS))
      return kept.value ?? undefined;
    try {
      const found = await this.#options.source.find(asked);
      await this.#keep(key, found ?? null);
      return found;
    } catch (error) {
      if (!(error instanceof SourceUnavailable) || kept === undefined || kept.value === null) throw error;
      return kept.value;
    }
  }

  async #kept(key: string): Promise<Kept<Value> | undefined> {
    const { pool, kind, now } = this.#options;
    const { rows } = await pool.query<{ value: Value | null; asked_at: Date }>(
      `select value, asked_at from ${schema}.lookup where kind = $1 and key = $2`,
      [kind, key],
    );
    const [row] = rows;
    return row && { value: row.value, ageMs: now().getTime() - row.asked_at.getTime() };
  }

  async #keep(key: string, value: Value | null): Promise<void> {
    const { pool, kind, now } = this.#options;
    await pool.query(
      `insert into ${schema}.lookup (kind, key, value, asked_at) values ($1, $2, $3, $4)
       on conflict (kind, key) do update set value = excluded.value, asked_at = excluded.asked_at`,
      [kind, key, value === null ? null : JSON.stringify(value), now()],
    );
  }
}

/** Drops answers that are too old to be of use. */
export async function forgetLookUps(pool: Pool, now: Date): Promise<void> {
  await pool.query(`delete from ${schema}.lookup where asked_at < $1`, [new Date(now.getTime() - STALE_MS)]);
}
