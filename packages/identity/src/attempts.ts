import type { GuessLimitName, RateLimitName, RateLimits } from '@lacre/contracts';
import { addressGroup, Refusal } from '@lacre/http';
import type { Pool } from 'pg';

import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';

/** Counts tries of a subject across all processes. Subjects are kept as keyed digests: they hold e-mails and addresses. */
export class Attempts {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;
  readonly #limits: RateLimits;

  constructor(pool: Pool, digest: KeyedDigest, now: () => Date, limits: RateLimits) {
    this.#pool = pool;
    this.#digest = digest;
    this.#now = now;
    this.#limits = limits;
  }

  /** Counts one try. @throws Refusal TOO_MANY_REQUESTS, with the seconds until the window ends. */
  async count(kind: RateLimitName, subject: string): Promise<void> {
    const limit = this.#limits[kind];
    const now = this.#now();
    const { rows } = await this.#pool.query<{ tries: number; ends_at: Date }>({
      name: `${identitySchema}.count-attempt`,
      text: `select tries, ends_at from ${identitySchema}.count_attempt($1, $2, make_interval(secs => $3))`,
      values: [this.#digest('attempt', kind, subjectOf(kind, subject)), now, limit.windowSeconds],
    });
    const [row] = rows;
    if (row === undefined || row.tries <= limit.tries) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000));
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }

  /**
   * Counts one try that may be a guess.
   *
   * @returns whether the waits begin with it, if it fails. @throws Refusal TOO_MANY_REQUESTS during a wait.
   */
  async countGuess(kind: GuessLimitName, subject: string): Promise<boolean> {
    const { tries, windowSeconds, firstWaitSeconds, longestWaitSeconds } = this.#limits[kind];
    const now = this.#now();
    const { rows } = await this.#pool.query<{ held_until: Date | null; begins: boolean }>({
      name: `${identitySchema}.count-held-try`,
      text: `select held_until, begins from ${identitySchema}.count_held_try($1, $2, make_interval(secs => $3), $4, $5, $6)`,
      values: [
        this.#digest('attempt', kind, subject),
        now,
        windowSeconds,
        tries,
        firstWaitSeconds,
        longestWaitSeconds,
      ],
    });
    const { held_until: heldUntil = null, begins = false } = rows[0] ?? {};
    if (heldUntil === null) return begins;
    const retryAfterSeconds = Math.max(1, Math.ceil((heldUntil.getTime() - now.getTime()) / 1000));
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }

  /** Forgets the tries of a subject that has proven itself. */
  async clear(kind: GuessLimitName, subject: string): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.attempts where subject = $1`, [
      this.#digest('attempt', kind, subject),
    ]);
  }

  /** Drops windows that are over. */
  async forgetEnded(): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.attempts where ends_at < $1`, [this.#now()]);
  }
}

/** One host holds a whole /64 of IPv6: what is counted by address is counted by that. */
const subjectOf = (kind: RateLimitName, subject: string): string =>
  kind.endsWith('PerAddress') ? addressGroup(subject) : subject;
