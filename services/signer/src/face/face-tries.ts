import { MAX_FACE_TRIES } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Pool } from 'pg';

/** After so many faces that were not recognised, milliseconds. Long enough to stop trying many faces. */
const WAIT_MS = 15 * 60_000;
/** Failures that lie so far back do not count. */
const FORGOTTEN_MS = 24 * 3_600_000;

export interface TriesLeft {
  triesLeft: number;
  waitUntil: Date | null;
}

interface TriesRow {
  failures: number;
  held_until: Date | null;
  failed_at: Date;
}

/** Counts faces that were not recognised, one after another. */
export class FaceTries {
  readonly #pool: Pool;
  readonly #now: () => Date;

  constructor(pool: Pool, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
  }

  async left(personId: string): Promise<TriesLeft> {
    const now = this.#now();
    const { rows } = await this.#pool.query<TriesRow>(
      'select * from signer.face_tries where person_id = $1',
      [personId],
    );
    const [row] = rows;
    if (row?.held_until && row.held_until > now) return { triesLeft: 0, waitUntil: row.held_until };
    const isOver = row === undefined || row.held_until !== null || isForgotten(row, now);
    return { triesLeft: isOver ? MAX_FACE_TRIES : MAX_FACE_TRIES - row.failures, waitUntil: null };
  }

  /** @throws Refusal TOO_MANY_REQUESTS during a wait */
  async assertNotWaiting(personId: string): Promise<void> {
    const { waitUntil } = await this.left(personId);
    if (waitUntil === null) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((waitUntil.getTime() - this.#now().getTime()) / 1000));
    throw new Refusal('TOO_MANY_REQUESTS', {
      retryAfterSeconds,
      detail:
        'O rosto não foi reconhecido várias vezes. Espere um pouco, ou assine de outro modo se for oferecido.',
    });
  }

  /**
   * One more during a wait, of a challenge that was begun before it, neither ends the wait nor makes it longer.
   * @returns which failure in a row it is, from 1
   */
  async fail(personId: string): Promise<number> {
    const now = this.#now();
    const { rows } = await this.#pool.query<{ failures: number }>(
      `insert into signer.face_tries as known (person_id, failures, held_until, failed_at) values ($1, 1, null, $2)
       on conflict (person_id) do update set
         failures = case
           when known.held_until > $2 then known.failures
           when known.held_until is not null or known.failed_at < $3 then 1
           else known.failures + 1
         end,
         held_until = case
           when known.held_until > $2 then known.held_until
           when known.held_until is null and known.failed_at >= $3 and known.failures + 1 >= $4 then $5::timestamptz
         end,
         failed_at = $2
       returning failures`,
      [
        personId,
        now,
        new Date(now.getTime() - FORGOTTEN_MS),
        MAX_FACE_TRIES,
        new Date(now.getTime() + WAIT_MS),
      ],
    );
    return rows[0]?.failures ?? 1;
  }

  async succeed(personId: string): Promise<void> {
    await this.#pool.query('delete from signer.face_tries where person_id = $1', [personId]);
  }
}

const isForgotten = ({ failed_at: at }: TriesRow, now: Date): boolean =>
  now.getTime() - at.getTime() > FORGOTTEN_MS;
