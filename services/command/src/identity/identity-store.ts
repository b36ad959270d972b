import { timingSafeEqual } from 'node:crypto';

import { TOKEN_AUDIENCE, TOKEN_ISSUER, type Claims, type KeySource } from '@lacre/http';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema, migrateIdentity } from './migrations.ts';

/** Life of an access token of a user and of a signing person, seconds. */
const TOKEN_LIFE_SECONDS = { user: 10 * 60, person: 60 * 60 } as const;
/** Life of a session without use, and how long its end may lag behind its use, seconds. */
const SESSION_SECONDS = 7 * 24 * 60 * 60;
const SESSION_TOUCH_SECONDS = 24 * 60 * 60;
/** A key signs for a month and verifies for another. */
const KEY_ROTATION_SECONDS = 30 * 24 * 60 * 60;

export interface NewCredentials {
  userId: string;
  name: string;
  email: string;
  password: string;
}

export interface OpenSession {
  userId: string;
  /** Secret that names the session, for an HttpOnly cookie. */
  secret: string;
  expiresAt: Date;
}

export interface IssuedToken {
  token: string;
  expiresAt: Date;
}

/** Credentials, sessions and tokens; the log knows who users are, this knows how they prove it. */
export interface IdentityStore {
  /**
   * Stores a user's password under an id that the caller chose. Whoever calls owns the e-mail by a reservation in the
   * log: credentials of another id with the same e-mail are left over from a registration that never finished, and
   * give way. Repeating it is harmless.
   *
   * @returns 'other-password' when this id has another password already; nothing changed.
   */
  createCredentials(credentials: NewCredentials): Promise<'stored' | 'other-password'>;
  /** Stores the password of somebody who was invited; one that they set by the same invitation before gives way. */
  setFirstPassword(credentials: NewCredentials): Promise<void>;
  /**
   * Brings sign-in in line with what the log says of a user who has credentials: under which address, and, for one who
   * is inactive, not at all: their sessions end. Harmless for one who has none yet.
   */
  follow(user: { userId: string; name: string; email: string; isActive: boolean }): Promise<void>;
  /** Removes a user's credentials and sessions, if there are any. */
  forget(userId: string): Promise<void>;
  /** Opens a session when the password is right; takes as long when the e-mail is unknown. */
  signIn(email: string, password: string): Promise<OpenSession | undefined>;
  /** The session that a secret names, its end moved on with use; undefined when there is none or it is over. */
  continueSession(secret: string): Promise<OpenSession | undefined>;
  /** Ends the session, if there is one. */
  endSession(secret: string): Promise<void>;
  /** Drops sessions that are over. */
  forgetEndedSessions(): Promise<void>;
  /** A JWT (RFC 7519, EdDSA) that says who calls. */
  issueToken(claims: Claims): Promise<IssuedToken>;
  /** Public keys of the tokens (RFC 7517). */
  keys: KeySource;
}

export interface IdentityOptions {
  pool: Pool;
  /** Encrypts the keys that sign tokens, at least 32 characters; the same in every process. */
  secret: string;
  publicUrl: string;
  digest: KeyedDigest;
  log: Logger;
  now: () => Date;
}

/** better-auth's own view of the options, kept apart so that its migrations can be compared with ours. */
export function betterAuthOptions({ pool, secret, publicUrl, log }: IdentityOptions) {
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) }).withSchema(identitySchema);
  return {
    appName: 'Lacre',
    secret,
    baseURL: publicUrl,
    database: { db, type: 'postgres' as const },
    // scrypt (N = 16384, r = 16) on libuv's pool; lengths are the contracts' business.
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    session: { expiresIn: SESSION_SECONDS },
    advanced: { database: { generateId: 'uuid' as const } },
    // Attempts are counted by ours, across processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error' as const,
      // Its further arguments may carry personal data.
      log: (_level: string, message: string) => log.error({ part: 'better-auth' }, message),
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' }, rotationInterval: KEY_ROTATION_SECONDS },
        jwt: { issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE },
      }),
    ],
  };
}

/** The store on better-auth in Postgres, in the schema `identity`, which is made or brought up to date first. */
export async function createIdentityStore(options: IdentityOptions): Promise<IdentityStore> {
  await migrateIdentity(options.pool);
  const auth = betterAuth(betterAuthOptions(options));
  const { internalAdapter, password } = await auth.$context;
  const { digest, now } = options;
  const store: IdentityStore = {
    async createCredentials({ userId, name, email, password: plain }) {
      const existing = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      if (existing !== null && existing.user.id !== userId)
        await internalAdapter.deleteUser(existing.user.id);
      const isOurs = existing !== null && existing.user.id === userId;
      const account = isOurs ? existing.accounts.find((each) => each.providerId === 'credential') : undefined;
      if (account !== undefined)
        return (await password.verify({ hash: account.password ?? '', password: plain }))
          ? 'stored'
          : 'other-password';
      const hash = await password.hash(plain);
      if (!isOurs)
        await internalAdapter.createUser(
          { id: userId, name, email, emailVerified: false },
          { method: 'email-password' },
        );
      // Commit point: without this row nobody signs in; a repeat after a crash before it finds the user and goes on.
      await internalAdapter.createAccount({
        userId,
        accountId: userId,
        providerId: 'credential',
        password: hash,
      });
      return 'stored';
    },

    async setFirstPassword(credentials) {
      if ((await store.createCredentials(credentials)) === 'stored') return;
      await internalAdapter.updatePassword(credentials.userId, await password.hash(credentials.password));
    },

    async follow({ userId, name, email, isActive }) {
      const known = await internalAdapter.findUserById(userId);
      if (known === null) return;
      if (known.email !== email || known.name !== name) {
        const other = known.email === email ? null : await internalAdapter.findUserByEmail(email);
        // Left over from a registration that never finished: the log says whose the address is.
        if (other !== null && other.user.id !== userId) await internalAdapter.deleteUser(other.user.id);
        await internalAdapter.updateUser(userId, { email, name });
      }
      if (!isActive) await internalAdapter.deleteUserSessions(userId);
    },

    async forget(userId) {
      if ((await internalAdapter.findUserById(userId)) !== null) await internalAdapter.deleteUser(userId);
    },

    async signIn(email, plain) {
      const signedIn = await auth.api
        .signInEmail({ body: { email, password: plain } })
        .catch((error: unknown) => {
          if (error instanceof APIError && error.body?.code === 'INVALID_EMAIL_OR_PASSWORD') return undefined;
          throw error;
        });
      if (signedIn === undefined) return undefined;
      const expiresAt = new Date(now().getTime() + SESSION_SECONDS * 1000);
      return { userId: signedIn.user.id, secret: sealed(signedIn.token, digest), expiresAt };
    },

    async continueSession(secret) {
      const token = unsealed(secret, digest);
      const found = token === undefined ? null : await internalAdapter.findSession(token);
      if (token === undefined || found === null || found.session.expiresAt <= now()) return undefined;
      const latest = new Date(now().getTime() + SESSION_SECONDS * 1000);
      const isDue = latest.getTime() - found.session.expiresAt.getTime() > SESSION_TOUCH_SECONDS * 1000;
      if (isDue) await internalAdapter.updateSession(token, { expiresAt: latest, updatedAt: now() });
      return { userId: found.user.id, secret, expiresAt: isDue ? latest : found.session.expiresAt };
    },

    async endSession(secret) {
      const token = unsealed(secret, digest);
      if (token !== undefined) await internalAdapter.deleteSession(token);
    },

    async forgetEndedSessions() {
      await options.pool.query(`delete from ${identitySchema}.session where "expiresAt" < $1`, [now()]);
    },

    async issueToken(claims) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const exp = issuedAt + TOKEN_LIFE_SECONDS[claims.kind];
      const { token } = await auth.api.signJWT({ body: { payload: { ...claims, iat: issuedAt, exp } } });
      return { token, expiresAt: new Date(exp * 1000) };
    },

    keys: async () => auth.api.getJwks(),
  };
  // Makes the first key, so that every process starts with the same one.
  await store.keys();
  return store;
}

/** The session's token with a keyed digest of it: who reads the session table has no cookie yet. */
const sealed = (token: string, digest: KeyedDigest): string => `${token}.${digest('session', token)}`;

function unsealed(secret: string, digest: KeyedDigest): string | undefined {
  const [token = '', mark = ''] = secret.split('.');
  const expected = Buffer.from(digest('session', token));
  const given = Buffer.from(mark);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}
