import { randomUUID } from 'node:crypto';

import type { Claims } from '@lacre/access';
import { Refusal, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@lacre/http';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { Pool } from 'pg';

import { identitySchema } from './migrations.ts';
import type { SecretBox } from './secret-box.ts';

/** A key signs for a month and verifies for another. */
const SIGNS_MS = 30 * 24 * 3_600_000;
const VERIFIES_MS = 2 * SIGNS_MS;

interface SigningKey {
  id: string;
  /** As it is stored. */
  sealed: string;
  key: CryptoKey | Uint8Array;
}

interface KeyRow {
  id: string;
  privateKey: string;
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
    const row = (await this.#stored()) ?? (await this.#made());
    if (this.#opened?.sealed !== row.privateKey)
      this.#opened = { id: row.id, sealed: row.privateKey, key: await this.#open(row) };
    return this.#opened;
  }

  async #stored(): Promise<KeyRow | undefined> {
    const { rows } = await this.#pool.query<KeyRow>(
      `select id, "privateKey" from ${identitySchema}.jwks
        where "expiresAt" > $1 and "privateKey" <> '' order by "createdAt" desc limit 1`,
      [this.#now()],
    );
    return rows[0];
  }

  async #open({ id, privateKey }: KeyRow): Promise<CryptoKey | Uint8Array> {
    let jwk: JWK;
    try {
      jwk = JSON.parse(this.#box.open(privateKey, placeOf(id))) as JWK;
    } catch (cause) {
      throw new Refusal('AUTH_ENV_JWTKEY_NOT_FOUND', { cause });
    }
    return importJWK(jwk, 'EdDSA');
  }

  /** Of processes that start together, one makes the key. */
  async #made(): Promise<KeyRow> {
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const id = randomUUID();
    const createdAt = this.#now();
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await client.query(`lock table ${identitySchema}.jwks in exclusive mode`);
      await client.query(
        `insert into ${identitySchema}.jwks (id, "publicKey", "privateKey", "createdAt", "expiresAt", alg, crv)
         select $1, $2, $3, $4, $5, 'EdDSA', 'Ed25519'
          where not exists (select from ${identitySchema}.jwks where "expiresAt" > $4 and "privateKey" <> '')`,
        [
          id,
          JSON.stringify(await exportJWK(pair.publicKey)),
          this.#box.seal(JSON.stringify(await exportJWK(pair.privateKey)), placeOf(id)),
          createdAt,
          new Date(createdAt.getTime() + SIGNS_MS),
        ],
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
    const row = await this.#stored();
    if (row === undefined) throw new Error('no key signs tokens, and none could be made');
    return row;
  }
}

const placeOf = (id: string) => `token key ${id}`;
