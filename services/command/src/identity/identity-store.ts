import { Refusal, TOKEN_AUDIENCE, TOKEN_ISSUER, type Claims, type KeySource } from '@lacre/http';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { identitySchema, migrateIdentity } from './migrations.ts';

/** Life of an access token of a user and of a signing person, seconds. */
const TOKEN_LIFE_SECONDS = { user: 10 * 60, person: 60 * 60 } as const;
/** A key signs for a month and verifies for another. */
const KEY_ROTATION_SECONDS = 30 * 24 * 60 * 60;

interface NewCredentials {
  userId: string;
  name: string;
  email: string;
  password: string;
}

interface IssuedToken {
  token: string;
  expiresAt: Date;
}

/** Passwords and tokens; the log knows who users are, this knows how they prove it. */
export interface IdentityStore {
  /**
   * Stores a user's password under an id that the caller chose. Whoever calls owns the e-mail by a reservation in the
   * log: credentials of another id with the same e-mail are left over from a registration that never finished, and
   * give way. Repeating it is harmless.
   *
   * @returns 'other-password' when this id has another password already; nothing changed.
   */
  createCredentials(credentials: NewCredentials): Promise<'stored' | 'other-password'>;
  /** Whose e-mail and password these are; takes as long when the e-mail is unknown. */
  checkPassword(email: string, password: string): Promise<string | undefined>;
  /** Gives a user another password, or a first one. */
  setPassword(userId: string, password: string): Promise<void>;
  /** Stores the password of somebody who was invited; one that they set by the same invitation before gives way. */
  setFirstPassword(credentials: NewCredentials): Promise<void>;
  /**
   * Brings sign-in in line with what the log says of a user who has credentials: under which address, and, for one who
   * is inactive, not at all: their sessions end. Harmless for one who has none yet.
   */
  follow(user: {
    userId: string;
    name: string;
    email: string;
    isActive: boolean;
    /** Whether a link to this address came back: a new one is not its owner's before. */
    emailVerified?: boolean;
  }): Promise<void>;
  /** Removes a user's credentials and sessions, if there are any. */
  forget(userId: string): Promise<void>;
  /** A JWT (RFC 7519, EdDSA) that says who calls. @throws Refusal AUTH_ENV_JWTKEY_NOT_FOUND when no key opens with the secret. */
  issueToken(claims: Claims): Promise<IssuedToken>;
  /** Public keys of the tokens (RFC 7517). */
  keys: KeySource;
}

export interface IdentityOptions {
  pool: Pool;
  /** Encrypts the keys that sign tokens, at least 32 characters; the same in every process. */
  secret: string;
  publicUrl: string;
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
  const { now } = options;
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
      const { userId } = credentials;
      if ((await store.createCredentials(credentials)) === 'other-password')
        await internalAdapter.updatePassword(userId, await password.hash(credentials.password));
      // The invitation was sent there, and came back.
      await internalAdapter.updateUser(userId, { emailVerified: true });
    },

    async follow({ userId, name, email, isActive, emailVerified: isProven = false }) {
      const known = await internalAdapter.findUserById(userId);
      if (known === null) return;
      if (known.email !== email || known.name !== name || (isProven && !known.emailVerified)) {
        const other = known.email === email ? null : await internalAdapter.findUserByEmail(email);
        // Left over from a registration that never finished: the log says whose the address is.
        if (other !== null && other.user.id !== userId) await internalAdapter.deleteUser(other.user.id);
        // Another address is to be shown theirs anew.
        const emailVerified = isProven || (known.emailVerified && known.email === email);
        await internalAdapter.updateUser(userId, { email, name, emailVerified });
      }
      if (!isActive) await internalAdapter.deleteUserSessions(userId);
    },

    async forget(userId) {
      if ((await internalAdapter.findUserById(userId)) !== null) await internalAdapter.deleteUser(userId);
    },

    async checkPassword(email, plain) {
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      const hash = found?.accounts.find((each) => each.providerId === 'credential')?.password;
      if (found === null || hash === undefined || hash === null) {
        await password.hash(plain);
        return undefined;
      }
      return (await password.verify({ hash, password: plain })) ? found.user.id : undefined;
    },

    async setPassword(userId, plain) {
      const hash = await password.hash(plain);
      const accounts = await internalAdapter.findAccounts(userId);
      if (accounts.some(({ providerId }) => providerId === 'credential'))
        await internalAdapter.updatePassword(userId, hash);
      else
        await internalAdapter.createAccount({
          userId,
          accountId: userId,
          providerId: 'credential',
          password: hash,
        });
    },

    async issueToken(claims) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const exp = issuedAt + TOKEN_LIFE_SECONDS[claims.kind];
      const payload = { ...claims, iat: issuedAt, exp };
      const { token } = await auth.api.signJWT({ body: { payload } }).catch((cause: unknown) => {
        // Its class has more than one copy among the installed packages; its name is one.
        if (cause instanceof Error && cause.name === 'BetterAuthError')
          throw new Refusal('AUTH_ENV_JWTKEY_NOT_FOUND', { cause });
        throw cause;
      });
      return { token, expiresAt: new Date(exp * 1000) };
    },

    keys: async () => auth.api.getJwks(),
  };
  // Makes the first key, so that every process starts with the same one.
  await store.keys();
  return store;
}
