import { createHmac } from 'node:crypto';

import { API_TOKEN_PREFIX, type KnownApiToken } from '@lacre/access';
import { tokenUse } from '@lacre/read-models';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';
import type { IdentitySecrets } from './reseal.ts';

/** Resolution of the last use, milliseconds. */
const USE_STEP_MS = 60_000;
const REMEMBERED = 5_000;

interface TokenSecretsOptions {
  pool: Pool;
  digest: KeyedDigest;
  log: Logger;
  now: () => Date;
  /** What signs tokens is encrypted with them as well: a holder has every right of every token. */
  secrets: IdentitySecrets;
}

/** Secrets of API tokens: made once for a token, kept as keyed digests. */
export class TokenSecrets {
  readonly #options: TokenSecretsOptions;
  readonly #known = new Map<string, { token: KnownApiToken; notedAtMs: number }>();

  constructor(options: TokenSecretsOptions) {
    this.#options = options;
  }

  /**
   * The secret of a token whose id was made for one intent: repeating the intent returns it again, and nothing that
   * could disclose it is kept.
   */
  async secretOf(tokenId: string): Promise<string> {
    const [made, ...former] = this.#candidatesOf(tokenId);
    if (former.length === 0) return made;
    const { rows } = await this.#options.pool.query<{ digest: string }>(
      `select digest from ${identitySchema}.api_token where token_id = $1`,
      [tokenId],
    );
    return former.find((secret) => this.#digestOf(secret) === rows[0]?.digest) ?? made;
  }

  #candidatesOf(tokenId: string): [string, ...string[]] {
    return candidatesOf(this.#options.secrets, tokenId);
  }

  /** From then on the secret leads to the token. Commit point of its being usable; what it may do is in the log. */
  async keep(token: KnownApiToken): Promise<void> {
    const digest = this.#digestOf(this.#candidatesOf(token.tokenId)[0]);
    await this.#options.pool.query(
      `insert into ${identitySchema}.api_token (digest, token_id, tenant_id, issuer_id) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [digest, token.tokenId, token.tenantId, token.issuerId],
    );
  }

  /** Tokens that a user issued, or began to. */
  issuedBy(userId: string): Promise<string[]> {
    return issuedTokens(this.#options.pool, userId);
  }

  /** Whose the secret is, noting that it was used. */
  async find(secret: string): Promise<KnownApiToken | undefined> {
    const digest = this.#digestOf(secret);
    const found = this.#known.get(digest) ?? (await this.#look(digest));
    if (found === undefined) return undefined;
    const nowMs = this.#options.now().getTime();
    if (nowMs - found.notedAtMs >= USE_STEP_MS) {
      found.notedAtMs = nowMs;
      void this.#note(found.token);
    }
    return found.token;
  }

  async #look(digest: string) {
    const { rows } = await this.#options.pool.query<{
      token_id: string;
      tenant_id: string;
      issuer_id: string;
    }>({
      name: 'identity.find-api-token',
      text: `select token_id, tenant_id, issuer_id from ${identitySchema}.api_token where digest = $1`,
      values: [digest],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    const token = { tokenId: row.token_id, tenantId: row.tenant_id, issuerId: row.issuer_id };
    const entry = { token, notedAtMs: Number.NEGATIVE_INFINITY };
    const [oldest] = this.#known.keys();
    if (this.#known.size >= REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(digest, entry);
    return entry;
  }

  /** No fact of the product: what is lost with it is a minute. */
  async #note({ tokenId, tenantId }: KnownApiToken): Promise<void> {
    await this.#options.pool
      .query(
        `insert into ${tokenUse.name} (token_id, tenant_id, last_used_at) values ($1, $2, $3)
         on conflict (token_id) do update
            set last_used_at = greatest(token_use.last_used_at, excluded.last_used_at)`,
        [tokenId, tenantId, this.#options.now()],
      )
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error, tokenId }, 'the use of a token could not be noted'),
      );
  }

  #digestOf(secret: string): string {
    return digestOf(this.#options.digest, secret);
  }
}

const digestOf = (digest: KeyedDigest, secret: string): string => digest('api-token', secret);

/** What a token's secret was, by whichever secret of the installation made it. */
const candidatesOf = (secrets: IdentitySecrets, tokenId: string) =>
  secrets.map((secret) => {
    const mac = createHmac('sha256', secret.toString('hex')).update(`api-token ${tokenId}`);
    return `${API_TOKEN_PREFIX}${mac.digest('base64url')}`;
  }) as [string, ...string[]];

/**
 * The digest that a kept token has in another installation, where its holder goes on with the same secret.
 *
 * @returns undefined when none of the own secrets made it
 */
export function tokenDigestElsewhere(
  own: { secrets: IdentitySecrets; digest: KeyedDigest },
  elsewhere: KeyedDigest,
  kept: { tokenId: string; digest: string },
): string | undefined {
  const secret = candidatesOf(own.secrets, kept.tokenId).find(
    (candidate) => digestOf(own.digest, candidate) === kept.digest,
  );
  return secret === undefined ? undefined : digestOf(elsewhere, secret);
}

/** Tokens that a user issued, those that are over too. */
export async function issuedTokens(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ token_id: string }>(
    `select token_id from ${identitySchema}.api_token where issuer_id = $1`,
    [userId],
  );
  return rows.map(({ token_id }) => token_id);
}
