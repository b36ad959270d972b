import { randomBytes } from 'node:crypto';

import type { SignInMethod } from '@lacre/contracts';
import type { Pool } from 'pg';

import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';

/** What was begun and is to be finished by the same caller. */
export interface ChallengeData {
  /** The first factor was right. */
  'second-factor': { method: SignInMethod };
  /** RFC 6749 §10.12, RFC 7636, OpenID Connect Core §3.1.2.1. */
  google: { state: string; nonce: string; codeVerifier: string; redirectUri: string };
  /** WebAuthn Level 3 §13.4.3. */
  'passkey-sign-in': { challenge: string };
  'passkey-registration': { challenge: string };
}

export type ChallengeKind = keyof ChallengeData;

export const CHALLENGE_SECONDS = 10 * 60;
/** Wrong answers after which it is dead. */
const MAX_TRIES = 5;

/** Half-finished sign-ins and enrolments: each named by a secret that only the caller has, kept as a keyed digest. */
export class Challenges {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;

  constructor(pool: Pool, digest: KeyedDigest, now: () => Date) {
    this.#pool = pool;
    this.#digest = digest;
    this.#now = now;
  }

  async issue<Kind extends ChallengeKind>(
    kind: Kind,
    data: ChallengeData[Kind],
    userId?: string,
  ): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.#now().getTime() + CHALLENGE_SECONDS * 1000);
    await this.#pool.query(
      `insert into ${identitySchema}.challenge (digest, kind, user_id, data, expires_at) values ($1, $2, $3, $4, $5)`,
      [this.#digestOf(kind, secret), kind, userId ?? null, JSON.stringify(data), expiresAt],
    );
    return secret;
  }

  /** The challenge, one try of it counted; undefined when there is none, it is over, or was tried too often. */
  async attempt<Kind extends ChallengeKind>(kind: Kind, secret: string): Promise<Found<Kind> | undefined> {
    const { rows } = await this.#pool.query<Row<Kind>>(
      `update ${identitySchema}.challenge set tries = tries + 1
        where digest = $1 and tries < ${MAX_TRIES} and expires_at > $2 returning user_id, data`,
      [this.#digestOf(kind, secret), this.#now()],
    );
    return foundOf(rows[0]);
  }

  /** The challenge, no try counted. */
  async look<Kind extends ChallengeKind>(kind: Kind, secret: string): Promise<Found<Kind> | undefined> {
    const { rows } = await this.#pool.query<Row<Kind>>(
      `select user_id, data from ${identitySchema}.challenge
        where digest = $1 and tries < ${MAX_TRIES} and expires_at > $2`,
      [this.#digestOf(kind, secret), this.#now()],
    );
    return foundOf(rows[0]);
  }

  /** Ends it. Commit point: of two that are right, the one that gets it goes on. */
  async take<Kind extends ChallengeKind>(kind: Kind, secret: string): Promise<Found<Kind> | undefined> {
    const { rows } = await this.#pool.query<Row<Kind>>(
      `delete from ${identitySchema}.challenge where digest = $1 and expires_at > $2 returning user_id, data`,
      [this.#digestOf(kind, secret), this.#now()],
    );
    return foundOf(rows[0]);
  }

  /** Drops those that are over. */
  async forgetExpired(): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.challenge where expires_at < $1`, [this.#now()]);
  }

  #digestOf(kind: ChallengeKind, secret: string): string {
    return this.#digest('challenge', kind, secret);
  }
}

interface Row<Kind extends ChallengeKind> {
  user_id: string | null;
  data: ChallengeData[Kind];
}

export interface Found<Kind extends ChallengeKind> {
  userId: string | undefined;
  data: ChallengeData[Kind];
}

const foundOf = <Kind extends ChallengeKind>(row: Row<Kind> | undefined): Found<Kind> | undefined =>
  row === undefined ? undefined : { userId: row.user_id ?? undefined, data: row.data };
