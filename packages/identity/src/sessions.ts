import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { AnswerOf, ClientContext, SignInMethod } from '@lacre/contracts';
import type { Pool } from 'pg';

import { placeOf } from './client-place.ts';
import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';

/** Life of a session without use, of one that is a totem, and how long its end may lag behind its use, milliseconds. */
const SESSION_MS = 7 * 86_400_000;
const TOTEM_MS = 180 * 86_400_000;
const TOUCH_AFTER_MS = 60_000;
/** How long ago a sign-in still counts as recent (source specification, 9: age of an identity token, 300 s). */
const RECENT_MS = 300_000;

export interface OpenSession {
  sessionId: string;
  userId: string;
  /** Secret that names the session, for an HttpOnly cookie. */
  secret: string;
  expiresAt: Date;
}

type Listed = AnswerOf<'listSessions'>['items'][number];

/** Where users are signed in. What a cookie holds is the session's token with a keyed digest of it: who reads the table has no cookie yet. */
export class Sessions {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;

  constructor(pool: Pool, digest: KeyedDigest, now: () => Date) {
    this.#pool = pool;
    this.#digest = digest;
    this.#now = now;
  }

  /** @param session.sessionId new, made by the caller: a token may name it before it is there. */
  async open(
    { sessionId, userId, method }: { sessionId: string; userId: string; method: SignInMethod },
    client: ClientContext,
  ): Promise<OpenSession> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#now();
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    await this.#pool.query(
      `with opened as (
         insert into ${identitySchema}.session
           (id, token, "userId", "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent")
         values ($1, $2, $3, $4, $4, $5, $6, $7) returning id, "createdAt")
       insert into ${identitySchema}.session_detail (session_id, method, place, authenticated_at, last_used_at)
       select id, $8, $9, "createdAt", "createdAt" from opened`,
      [
        sessionId,
        token,
        userId,
        now,
        expiresAt,
        client.ip ?? null,
        client.userAgent ?? null,
        method,
        placeOf(client),
      ],
    );
    return { sessionId, userId, secret: this.#sealed(token), expiresAt };
  }

  /** The session that a secret names, its end moved on with use; undefined when there is none or it is over. */
  async continue(secret: string, client: ClientContext): Promise<OpenSession | undefined> {
    const token = this.#unsealed(secret);
    if (token === undefined) return undefined;
    const now = this.#now();
    const { rows } = await this.#pool.query<ContinuedRow>(
      `select id, "userId", "expiresAt", "updatedAt" <= $2::timestamptz - make_interval(secs => $3) as "isDue",
              exists (select from ${identitySchema}.totem t where t.session_id = id) as "isTotem"
         from ${identitySchema}.session where token = $1 and "expiresAt" > $2`,
      [token, now, TOUCH_AFTER_MS / 1000],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const lifeMs = row.isTotem ? TOTEM_MS : SESSION_MS;
    const expiresAt = row.isDue ? new Date(now.getTime() + lifeMs) : row.expiresAt;
    if (row.isDue) await this.#touch(row.id, expiresAt, client);
    return { sessionId: row.id, userId: row.userId, secret, expiresAt };
  }

  async #touch(sessionId: string, expiresAt: Date, client: ClientContext): Promise<void> {
    await this.#pool.query(
      `with used as (
         update ${identitySchema}.session
            set "expiresAt" = $2, "updatedAt" = $3, "ipAddress" = $4, "userAgent" = $5 where id = $1 returning id)
       update ${identitySchema}.session_detail set last_used_at = $3, place = coalesce($6, place)
         from used where session_id = used.id`,
      [sessionId, expiresAt, this.#now(), client.ip ?? null, client.userAgent ?? null, placeOf(client)],
    );
  }

  /** From now on the session is a totem's, which a holiday does not end. Nothing happens when it is over. */
  async becomeTotem(sessionId: string): Promise<void> {
    await this.#pool.query(
      `with known as (
         insert into ${identitySchema}.totem (session_id)
         select id from ${identitySchema}.session where id = $1 on conflict do nothing)
       update ${identitySchema}.session set "expiresAt" = $2 where id = $1`,
      [sessionId, new Date(this.#now().getTime() + TOTEM_MS)],
    );
  }

  /** Which session a secret names, and whose it is; undefined when there is none. */
  async find(secret: string): Promise<{ sessionId: string; userId: string } | undefined> {
    const token = this.#unsealed(secret);
    if (token === undefined) return undefined;
    const { rows } = await this.#pool.query<{ sessionId: string; userId: string }>(
      `select id as "sessionId", "userId" from ${identitySchema}.session where token = $1`,
      [token],
    );
    return rows[0];
  }

  /** Ends the session that a secret names, if there is one. */
  async end(secret: string): Promise<void> {
    const token = this.#unsealed(secret);
    if (token === undefined) return;
    await this.#pool.query(`delete from ${identitySchema}.session where token = $1`, [token]);
  }

  /** Whether the session goes on, and whether its user signed in a moment ago; undefined when it is over. */
  async standing(sessionId: string, userId: string): Promise<{ isRecent: boolean } | undefined> {
    const { rows } = await this.#pool.query<{ authenticated_at: Date | null }>(
      `select d.authenticated_at from ${identitySchema}.session s
         left join ${identitySchema}.session_detail d on d.session_id = s.id
        where s.id = $1 and s."userId" = $2 and s."expiresAt" > $3`,
      [sessionId, userId, this.#now()],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const since = this.#now().getTime() - (row.authenticated_at?.getTime() ?? 0);
    return { isRecent: since <= RECENT_MS };
  }

  /** A user's sessions, the last used first. */
  async list(userId: string, current: string): Promise<Listed[]> {
    const { rows } = await this.#pool.query<SessionRow>(
      `select s.id, s."createdAt", s."updatedAt", s."expiresAt", s."ipAddress", s."userAgent", d.method, d.place,
              coalesce(d.last_used_at, s."updatedAt") as "lastUsedAt"
         from ${identitySchema}.session s
         left join ${identitySchema}.session_detail d on d.session_id = s.id
        where s."userId" = $1 and s."expiresAt" > $2
        order by "lastUsedAt" desc, s.id`,
      [userId, this.#now()],
    );
    return rows.map((row) => ({
      sessionId: row.id,
      // Sessions from before this was noted were all opened by a password.
      method: row.method ?? 'password',
      userAgent: row.userAgent || null,
      ip: row.ipAddress || null,
      place: row.place,
      signedInAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      current: row.id === current,
    }));
  }

  /** Ends sessions of a user: the one named, or all but `except`. @returns the ids of those that were there. */
  async revoke(userId: string, which: { only: string } | { except: string | undefined }): Promise<string[]> {
    const isOne = 'only' in which;
    const { rows } = await this.#pool.query<{ id: string }>(
      isOne
        ? `delete from ${identitySchema}.session where "userId" = $1 and id = $2 returning id`
        : `delete from ${identitySchema}.session where "userId" = $1 and id is distinct from $2::uuid returning id`,
      [userId, isOne ? which.only : (which.except ?? null)],
    );
    return rows.map(({ id }) => id);
  }

  /** Drops sessions that are over. */
  async forgetEnded(): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.session where "expiresAt" < $1`, [this.#now()]);
  }

  #sealed(token: string): string {
    return `${token}.${this.#digest('session', token)}`;
  }

  #unsealed(secret: string): string | undefined {
    const [token = '', mark = ''] = secret.split('.');
    const expected = Buffer.from(this.#digest('session', token));
    const given = Buffer.from(mark);
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
  }
}

interface ContinuedRow {
  id: string;
  userId: string;
  expiresAt: Date;
  isDue: boolean;
  isTotem: boolean;
}

interface SessionRow {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  lastUsedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  method: SignInMethod | null;
  place: string | null;
}
