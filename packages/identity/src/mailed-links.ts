import { randomBytes } from 'node:crypto';

import type { Pool } from 'pg';

import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';

/** `recovery`: handed out by the platform's operator, and no proof of the address. */
export type LinkPurpose = 'sign-in' | 'password-reset' | 'recovery' | 'verify-email';

/** How long each link is good, seconds, as its message promises. */
export const LINK_SECONDS: Readonly<Record<LinkPurpose, number>> = {
  'sign-in': 15 * 60,
  'password-reset': 60 * 60,
  recovery: 30 * 60,
  'verify-email': 24 * 60 * 60,
};

/** Secrets that go by e-mail: each of one purpose and address, used once, kept as a keyed digest. */
export class MailedLinks {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;

  constructor(pool: Pool, digest: KeyedDigest, now: () => Date) {
    this.#pool = pool;
    this.#digest = digest;
    this.#now = now;
  }

  /** A new secret for `email`; those sent before stay good, so that asking twice spoils nothing. */
  async issue(purpose: LinkPurpose, userId: string, email: string): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.#now().getTime() + LINK_SECONDS[purpose] * 1000);
    await this.#pool.query(
      `insert into ${identitySchema}.mailed_link (digest, purpose, user_id, email, expires_at)
       values ($1, $2, $3, $4, $5)`,
      [this.#digest('mailed-link', purpose, secret), purpose, userId, email, expiresAt],
    );
    return secret;
  }

  /** Whose the link is, when it is good: sent for this to the address that is theirs now. Nothing is used up. */
  async look(purpose: LinkPurpose, secret: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ user_id: string }>(
      `select l.user_id from ${identitySchema}.mailed_link l
         join ${identitySchema}."user" u on u.id = l.user_id and u.email = l.email
        where l.digest = $1 and l.purpose = $2 and l.expires_at > $3`,
      [this.#digest('mailed-link', purpose, secret), purpose, this.#now()],
    );
    return rows[0]?.user_id;
  }

  /**
   * Whose link it was. Commit point: of several who open it, the one that removes it goes on; the others of the same
   * purpose go with it, and the address counts as theirs from here on, if it was sent there.
   */
  async use(
    purpose: LinkPurpose,
    secret: string,
  ): Promise<{ userId: string; isNewlyVerified: boolean } | undefined> {
    const { rows } = await this.#pool.query<{ user_id: string; verified: boolean }>(
      `with good as (
         select l.digest, l.user_id, u."emailVerified" as verified from ${identitySchema}.mailed_link l
           join ${identitySchema}."user" u on u.id = l.user_id and u.email = l.email
          where l.digest = $1 and l.purpose = $2 and l.expires_at > $3 for update of l),
       used as (
         delete from ${identitySchema}.mailed_link l using good
          where l.user_id = good.user_id and l.purpose = $2 returning l.digest),
       theirs as (
         update ${identitySchema}."user" u set "emailVerified" = true from good
          where u.id = good.user_id and $2 <> 'recovery')
       select good.user_id, good.verified from good join used on used.digest = good.digest`,
      [this.#digest('mailed-link', purpose, secret), purpose, this.#now()],
    );
    const [row] = rows;
    return row === undefined ? undefined : { userId: row.user_id, isNewlyVerified: !row.verified };
  }

  /** Drops links that are over. */
  async forgetExpired(): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.mailed_link where expires_at < $1`, [this.#now()]);
  }
}
