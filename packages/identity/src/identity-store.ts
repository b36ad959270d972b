import type { Claims } from '@lacre/access';
import type { KeySource } from '@lacre/http';
import type { Pool } from 'pg';

import { identitySchema } from './migrations.ts';
import { hashPassword, isPasswordOf } from './passwords/password-hash.ts';
import type { SecretBox } from './secret-box.ts';
import { SigningKeys, TOKEN_LIFE_SECONDS } from './signing-keys.ts';

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
   * Stores a user's password under an id that the caller chose. The caller owns the e-mail by a reservation in the
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
  /** Stores an invited user's password; replaces one set by the same invitation before. */
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
  /**
   * A JWT (RFC 7519, EdDSA) that says who calls. @throws Refusal AUTH_ENV_JWTKEY_NOT_FOUND when no key opens with the
   * secret.
   */
  issueToken(claims: Claims): Promise<IssuedToken>;
  /** Public keys of the tokens (RFC 7517). */
  keys: KeySource;
}

interface IdentityStoreOptions {
  pool: Pool;
  /** Encrypts the keys that sign tokens; the same in every process. */
  box: SecretBox;
  now: () => Date;
  /** By which keys follow one another. Default: this machine's time, as verifiers use theirs. */
  keyTime?: () => Date;
}

interface StoredUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** Null without one. */
  password: string | null;
}

/** The store in Postgres, over the schema `identity` as {@link migrateIdentity} leaves it. */
export async function createIdentityStore(options: IdentityStoreOptions): Promise<IdentityStore> {
  const { pool, box, now, keyTime = () => new Date() } = options;
  const tokens = new SigningKeys(pool, box, keyTime);

  async function find(by: 'id' | 'email', value: string): Promise<StoredUser | undefined> {
    const { rows } = await pool.query<StoredUser>(
      `select u.id, u.name, u.email, u."emailVerified", a.password
         from ${identitySchema}."user" u
         left join ${identitySchema}.account a on a."userId" = u.id and a."providerId" = 'credential'
        where u.${by} = $1`,
      [value],
    );
    return rows[0];
  }

  /** Their sessions, ways in and devices go with the row. */
  const remove = (userId: string) =>
    pool.query(`delete from ${identitySchema}."user" where id = $1`, [userId]);

  /** Commit point of a first password: without this row there is no password to sign in by. */
  async function store(userId: string, password: string): Promise<void> {
    await pool.query(
      `insert into ${identitySchema}.account ("userId", "accountId", "providerId", password, "createdAt", "updatedAt")
       values ($1::uuid, $1::uuid::text, 'credential', $2, $3, $3)
       on conflict ("userId") where "providerId" = 'credential'
       do update set password = excluded.password, "updatedAt" = excluded."updatedAt"`,
      [userId, await hashPassword(password), now()],
    );
  }

  const identity: IdentityStore = {
    async createCredentials({ userId, name, email, password }) {
      const existing = await find('email', email);
      if (existing !== undefined && existing.id !== userId) await remove(existing.id);
      if (existing?.id === userId && existing.password !== null)
        return (await isPasswordOf(existing.password, password)) ? 'stored' : 'other-password';
      await pool.query(
        `insert into ${identitySchema}."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
         values ($1, $2, $3, false, $4, $4) on conflict (id) do nothing`,
        [userId, name, email, now()],
      );
      // A repeat after a crash before this finds the user and goes on.
      await store(userId, password);
      return 'stored';
    },

    async setFirstPassword(credentials) {
      const { userId, password } = credentials;
      if ((await identity.createCredentials(credentials)) === 'other-password') await store(userId, password);
      // The invitation was sent there, and came back.
      await pool.query(
        `update ${identitySchema}."user" set "emailVerified" = true, "updatedAt" = $2 where id = $1`,
        [userId, now()],
      );
    },

    async follow({ userId, name, email, isActive, emailVerified: isProven = false }) {
      const known = await find('id', userId);
      if (known === undefined) return;
      if (known.email !== email || known.name !== name || (isProven && !known.emailVerified)) {
        const other = known.email === email ? undefined : await find('email', email);
        // Left over from a registration that never finished: the log says whose the address is.
        if (other !== undefined && other.id !== userId) await remove(other.id);
        // Another address is to be shown theirs anew.
        const emailVerified = isProven || (known.emailVerified && known.email === email);
        await pool.query(
          `update ${identitySchema}."user"
              set name = $2, email = $3, "emailVerified" = $4, "updatedAt" = $5 where id = $1`,
          [userId, name, email, emailVerified, now()],
        );
      }
      if (!isActive) await pool.query(`delete from ${identitySchema}.session where "userId" = $1`, [userId]);
    },

    async forget(userId) {
      await remove(userId);
    },

    async checkPassword(email, password) {
      const found = await find('email', email);
      if (found === undefined || found.password === null) {
        // As long as for an e-mail that is known.
        await hashPassword(password);
        return undefined;
      }
      return (await isPasswordOf(found.password, password)) ? found.id : undefined;
    },

    setPassword: store,

    async issueToken(claims) {
      const issuedAt = new Date(Math.floor(now().getTime() / 1000) * 1000);
      const expiresAt = new Date(issuedAt.getTime() + TOKEN_LIFE_SECONDS[claims.kind] * 1000);
      return { token: await tokens.sign(claims, { issuedAt, expiresAt }), expiresAt };
    },

    keys: () => tokens.published(),
  };
  // Makes the first key, so that every process starts with the same one.
  await identity.keys();
  return identity;
}
