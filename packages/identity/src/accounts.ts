import type { Pool } from 'pg';

import { identitySchema } from './migrations.ts';

const GOOGLE = 'google';

export interface SignInDetails {
  userId: string;
  email: string;
  emailVerified: boolean;
  hasPassword: boolean;
  googleLinked: boolean;
  /** The phone that they showed to be theirs. */
  verifiedPhone: string | undefined;
}

/** What the identity store knows of a user besides password and sessions. Who they are, the log knows. */
export class Accounts {
  readonly #pool: Pool;
  readonly #now: () => Date;

  constructor(pool: Pool, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
  }

  byId(userId: string): Promise<SignInDetails | undefined> {
    return this.#details('u.id = $1', userId);
  }

  byEmail(email: string): Promise<SignInDetails | undefined> {
    return this.#details('u.email = $1', email);
  }

  async #details(where: 'u.id = $1' | 'u.email = $1', value: string): Promise<SignInDetails | undefined> {
    const { rows } = await this.#pool.query<SignInDetails>(
      `select u.id as "userId", u.email, u."emailVerified",
              exists (select from ${identitySchema}.account a
                       where a."userId" = u.id and a."providerId" = 'credential') as "hasPassword",
              exists (select from ${identitySchema}.account a
                       where a."userId" = u.id and a."providerId" = '${GOOGLE}') as "googleLinked",
              p.phone as "verifiedPhone"
         from ${identitySchema}."user" u left join ${identitySchema}.verified_phone p on p.user_id = u.id
        where ${where}`,
      [value],
    );
    const [row] = rows;
    return row === undefined ? undefined : { ...row, verifiedPhone: row.verifiedPhone ?? undefined };
  }

  /** The user that a Google account was linked to, by its `sub`: that stays when addresses change. */
  async byGoogle(subject: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ userId: string }>(
      `select "userId" from ${identitySchema}.account where "providerId" = '${GOOGLE}' and "accountId" = $1`,
      [subject],
    );
    return rows[0]?.userId;
  }

  /** Links a Google account; false when it, or another of this user's, is linked already. */
  async linkGoogle(userId: string, subject: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `insert into ${identitySchema}.account ("accountId", "providerId", "userId", "createdAt", "updatedAt")
       select $2, '${GOOGLE}', $1, $3, $3
        where not exists (select from ${identitySchema}.account
                           where "providerId" = '${GOOGLE}' and ("userId" = $1 or "accountId" = $2))
       on conflict do nothing`,
      [userId, subject, this.#now()],
    );
    return rowCount === 1;
  }

  async unlinkGoogle(userId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `delete from ${identitySchema}.account where "providerId" = '${GOOGLE}' and "userId" = $1`,
      [userId],
    );
    return (rowCount ?? 0) > 0;
  }

  /**
   * Drops every way in that was set up for a user: password, Google account, passkeys, second factors, phone. In one
   * transaction, and harmless when repeated.
   */
  async dropWaysIn(userId: string): Promise<void> {
    await this.#pool.query(
      `with accounts as (delete from ${identitySchema}.account where "userId" = $1),
            factors as (delete from ${identitySchema}.second_factor where user_id = $1),
            codes as (delete from ${identitySchema}.recovery_code where user_id = $1),
            passkeys as (delete from ${identitySchema}.passkey where user_id = $1),
            challenges as (delete from ${identitySchema}.challenge where user_id = $1)
       delete from ${identitySchema}.verified_phone where user_id = $1`,
      [userId],
    );
  }

  /**
   * Drops the password and the recovery codes, whose age is not known, and every other way in that is no older than a
   * moment. In one transaction, and harmless when repeated.
   */
  async dropWaysInSince(userId: string, since: Date): Promise<void> {
    await this.#pool.query(
      `with accounts as (delete from ${identitySchema}.account
                          where "userId" = $1 and ("providerId" = 'credential' or "createdAt" >= $2)),
            factors as (delete from ${identitySchema}.second_factor
                         where user_id = $1 and coalesce(enrolled_at, $2) >= $2),
            codes as (delete from ${identitySchema}.recovery_code where user_id = $1),
            passkeys as (delete from ${identitySchema}.passkey where user_id = $1 and created_at >= $2),
            challenges as (delete from ${identitySchema}.challenge where user_id = $1)
       delete from ${identitySchema}.verified_phone where user_id = $1 and verified_at >= $2`,
      [userId, since],
    );
  }

  async verifyPhone(userId: string, phone: string): Promise<void> {
    await this.#pool.query(
      `insert into ${identitySchema}.verified_phone (user_id, phone, verified_at) values ($1, $2, $3)
       on conflict (user_id) do update set phone = excluded.phone, verified_at = excluded.verified_at`,
      [userId, phone, this.#now()],
    );
  }

  /** Users who showed this phone to be theirs, at some time. */
  async byPhone(phone: string): Promise<string[]> {
    const { rows } = await this.#pool.query<{ user_id: string }>(
      `select user_id from ${identitySchema}.verified_phone where phone = $1`,
      [phone],
    );
    return rows.map(({ user_id }) => user_id);
  }
}
