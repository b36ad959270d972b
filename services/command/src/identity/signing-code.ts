import { randomInt, timingSafeEqual } from 'node:crypto';

import { ACCESS_CODE_MINUTES } from '@lacre/mailer';
import type { Pool } from 'pg';

import { schema } from '../database/migrations.ts';
import type { KeyedDigest } from './keyed-digest.ts';

/** As the message promises it. */
export const CODE_LIFE_SECONDS = ACCESS_CODE_MINUTES * 60;
/** Wrong answers after which a code is dead. */
const MAX_TRIES = 5;

interface Invitation {
  processId: string;
  personId: string;
}

/** One-time codes of six digits: one at a time per invitation, used once, kept as keyed digests. */
export class SigningCodes {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;

  constructor(pool: Pool, digest: KeyedDigest, now: () => Date) {
    this.#pool = pool;
    this.#digest = digest;
    this.#now = now;
  }

  /** A new code, which replaces the one before it. */
  async issue(invitation: Invitation): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date(this.#now().getTime() + CODE_LIFE_SECONDS * 1000);
    await this.#pool.query(
      `insert into ${schema}.signing_code (process_id, person_id, digest, expires_at) values ($1, $2, $3, $4)
       on conflict (process_id, person_id) do update
          set digest = excluded.digest, expires_at = excluded.expires_at, tries = 0`,
      [invitation.processId, invitation.personId, this.#digestOf(invitation, code), expiresAt],
    );
    return code;
  }

  /** Whether this is the invitation's code, still good; a right one is used up by this. */
  async use(invitation: Invitation, code: string): Promise<boolean> {
    const { processId, personId } = invitation;
    // The try is counted before the code is looked at, so that tries made at once do not slip through.
    const { rows } = await this.#pool.query<{ digest: string }>(
      `update ${schema}.signing_code set tries = tries + 1
        where process_id = $1 and person_id = $2 and tries < ${MAX_TRIES} and expires_at > $3
       returning digest`,
      [processId, personId, this.#now()],
    );
    const expected = rows[0]?.digest;
    const given = this.#digestOf(invitation, code);
    if (expected === undefined || !timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return false;
    // Commit point: of two requests with the right code, the one that removes it opens a session.
    const used = await this.#pool.query(
      `delete from ${schema}.signing_code where process_id = $1 and person_id = $2 and digest = $3`,
      [processId, personId, expected],
    );
    return used.rowCount === 1;
  }

  /** Drops codes that are over. */
  async forgetExpired(): Promise<void> {
    await this.#pool.query(`delete from ${schema}.signing_code where expires_at < $1`, [this.#now()]);
  }

  #digestOf({ processId, personId }: Invitation, code: string): string {
    return this.#digest('signing-code', processId, personId, code);
  }
}
