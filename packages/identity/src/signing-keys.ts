import { randomUUID } from 'node:crypto';

import type { Claims } from '@lacre/access';
import { Refusal, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@lacre/http';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { Pool, PoolClient } from 'pg';

import { identitySchema } from './migrations.ts';
import type { SecretBox } from './secret-box.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A key signs for a month and verifies for another. */
const SIGNS_MS = 30 * DAY_MS;
const VERIFIES_MS = 2 * SIGNS_MS;
/** The next one is made before the last ends, so that a key is always there which all processes know. */
const MADE_AHEAD_MS = DAY_MS;
/**
 * A key is published for this long before it signs: verifiers ask for the keys every minute
 * (`KEYS_BELIEVED_MS` of `@lacre/http`), and clocks of several machines differ.
 */
export const PUBLISHED_BEFORE_MS = 5 * MINUTE_MS;

/** Life of an access token of a user and of a signing person, seconds. */
export const TOKEN_LIFE_SECONDS = { user: 10 * 60, person: 60 * 60 } as const;
const LONGEST_TOKEN_MS = Math.max(...Object.values(TOKEN_LIFE_SECONDS)) * 1000;

interface SigningKey {
  id: string;
  /** As it is stored. */
  sealed: string;
  key: CryptoKey | Uint8Array;
}

interface KeyRow {
  id: string;
  privateKey: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Keys of Ed25519 that sign the platform's tokens, shared by every process of the installation. */
export class SigningKeys {
  readonly #pool: Pool;
  readonly #box: SecretBox;
  readonly #now: () => Date;
  #opened: SigningKey | undefined;

  constructor(pool: Pool, box: SecretBox, now: () => Date) {
    this.#pool = pool;
    this.#box = box;
    this.#now = now;
  }

  /**
   * A JWT (RFC 7519) of these claims, signed with EdDSA (RFC 8037).
   *
   * @throws Refusal AUTH_ENV_JWTKEY_NOT_FOUND when the key does not open with the installation's secret
   */
  async sign(
    claims: Claims,
    { issuedAt, expiresAt }: Record<'issuedAt' | 'expiresAt', Date>,
  ): Promise<string> {
    const { id, key } = await this.#signing();
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: id })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(key);
  }

  /** Public keys of the tokens that are still good (RFC 7517), the newest first. Makes the first one. */
  async published(): Promise<{ keys: JWK[] }> {
    await this.#signing().catch((error: unknown) => {
      // Its public half is known without the secret.
      if (!(error instanceof Refusal)) throw error;
    });
    const { rows } = await this.#pool.query<{ id: string; publicKey: string }>(
      `select id, "publicKey" from ${identitySchema}.jwks where "createdAt" > $1 order by "createdAt" desc`,
      [new Date(this.#now().getTime() - VERIFIES_MS)],
    );
    return {
      keys: rows.map(({ id: kid, publicKey }) => Object.assign(JSON.parse(publicKey) as JWK, { kid })),
    };
  }

  /** As it is stored now; what was opened once is not opened again. */
  async #signing(): Promise<SigningKey> {
    let rows = await this.#stored();
    const neededUntil = this.#now().getTime() + MADE_AHEAD_MS;
    if (!rows.some(({ expiresAt }) => expiresAt.getTime() > neededUntil)) {
      await this.#make({ unlessLastsUntil: new Date(neededUntil) });
      rows = await this.#stored();
    }
    const row = this.#chosen(rows);
    if (this.#opened?.sealed !== row.privateKey)
      this.#opened = { id: row.id, sealed: row.privateKey, key: await this.#open(row) };
    return this.#opened;
  }

  /** The newest that all know. Where there is none, the first of those made: no process knew keys before it. */
  #chosen(newestFirst: readonly KeyRow[]): KeyRow {
    const publishedBy = this.#now().getTime() - PUBLISHED_BEFORE_MS;
    const row = newestFirst.find(({ createdAt }) => createdAt.getTime() <= publishedBy) ?? newestFirst.at(-1);
    if (row === undefined) throw new Error('no key signs tokens, and none could be made');
    return row;
  }

  /** The newest first. One that ended goes on until its successor is known, as long as it verifies. */
  async #stored(): Promise<KeyRow[]> {
    const { rows } = await this.#pool.query<KeyRow>(
      `select id, "privateKey", "createdAt", "expiresAt" from ${identitySchema}.jwks
        where "createdAt" > $1 and "privateKey" <> '' order by "createdAt" desc`,
      [new Date(this.#now().getTime() - VERIFIES_MS + DAY_MS)],
    );
    return rows;
  }

  async #open({ id, privateKey }: KeyRow): Promise<CryptoKey | Uint8Array> {
    let jwk: JWK;
    try {
      jwk = JSON.parse(this.#box.open(privateKey, placeOfTokenKey(id))) as JWK;
    } catch (cause) {
      throw new Refusal('AUTH_ENV_JWTKEY_NOT_FOUND', { cause });
    }
    return importJWK(jwk, 'EdDSA');
  }

  /** Of processes that need a key at once, one makes it. */
  async #make({ unlessLastsUntil }: { unlessLastsUntil: Date }): Promise<void> {
    await this.#changing(async (client) => {
      const { rowCount } = await client.query(
        `select from ${identitySchema}.jwks where "expiresAt" > $1 and "privateKey" <> '' limit 1`,
        [unlessLastsUntil],
      );
      if (rowCount === 0) await this.#insert(client);
    });
  }

  /** Makes the next key. It signs once all processes know it. @returns its id */
  rotate(): Promise<string> {
    return this.#changing((client) => this.#insert(client));
  }

  /**
   * For keys that leaked: makes another, which signs at once, and takes out all there were. What they signed is refused
   * once key sets are fetched again, within a minute. @returns the new key's id
   */
  replaceAll(): Promise<string> {
    return this.#changing(async (client) => {
      await client.query(`delete from ${identitySchema}.jwks`);
      return this.#insert(client);
    });
  }

  /** Takes out the keys that signed no token which is still good. @returns how many were before the current one, and went */
  async retire(): Promise<{ former: number; retired: number }> {
    const signedNothingSince = this.#now().getTime() - PUBLISHED_BEFORE_MS - LONGEST_TOKEN_MS;
    return this.#changing(async (client) => {
      const { rows } = await client.query<KeyRow>(
        `select id, "privateKey", "createdAt", "expiresAt" from ${identitySchema}.jwks order by "createdAt" desc`,
      );
      const successor = rows.findIndex(({ createdAt }) => createdAt.getTime() <= signedNothingSince);
      const over = successor === -1 ? [] : rows.slice(successor + 1).map(({ id }) => id);
      await client.query(`delete from ${identitySchema}.jwks where id = any ($1::uuid[])`, [over]);
      return { former: Math.max(0, rows.length - 1), retired: over.length };
    });
  }

  /** Alone among those that make keys or take them out. */
  async #changing<Result>(change: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await client.query(`lock table ${identitySchema}.jwks in exclusive mode`);
      const result = await change(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  async #insert(client: PoolClient): Promise<string> {
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const id = randomUUID();
    const createdAt = this.#now();
    await client.query(
      `insert into ${identitySchema}.jwks (id, "publicKey", "privateKey", "createdAt", "expiresAt", alg, crv)
       values ($1, $2, $3, $4, $5, 'EdDSA', 'Ed25519')`,
      [
        id,
        JSON.stringify(await exportJWK(pair.publicKey)),
        this.#box.seal(JSON.stringify(await exportJWK(pair.privateKey)), placeOfTokenKey(id)),
        createdAt,
        new Date(createdAt.getTime() + SIGNS_MS),
      ],
    );
    return id;
  }
}

export interface TokenKey {
  id: string;
  createdAt: Date;
  /** It signs now; is known, and will; or only verifies what it signed. */
  state: 'signs' | 'published' | 'verifies';
}

/** The keys of tokens, the newest first. Makes none. */
export async function listTokenKeys(pool: Pool, now: Date): Promise<TokenKey[]> {
  const { rows } = await pool.query<{ id: string; createdAt: Date; canSign: boolean }>(
    `select id, "createdAt", "privateKey" <> '' as "canSign" from ${identitySchema}.jwks
      where "createdAt" > $1 order by "createdAt" desc`,
    [new Date(now.getTime() - VERIFIES_MS)],
  );
  const isKnown = ({ createdAt }: { createdAt: Date }): boolean =>
    createdAt.getTime() <= now.getTime() - PUBLISHED_BEFORE_MS;
  const signing = rows.find((row) => row.canSign && isKnown(row)) ?? rows.findLast(({ canSign }) => canSign);
  return rows.map(({ id, createdAt }) => {
    if (id === signing?.id) return { id, createdAt, state: 'signs' };
    return { id, createdAt, state: isKnown({ createdAt }) ? 'verifies' : 'published' };
  });
}

/** The keys of tokens, apart from the rest of the identity store. */
export const openTokenKeys = (pool: Pool, box: SecretBox, now: () => Date = () => new Date()): SigningKeys =>
  new SigningKeys(pool, box, now);

/** What the private half of a key is sealed for. */
export const placeOfTokenKey = (id: string): string => `token key ${id}`;
