import { createPublicKey, type JsonWebKey } from 'node:crypto';

import jwt from '@fastify/jwt';
import {
  claims,
  isApiToken,
  isWellFormedApiToken,
  type ApiTokens,
  type Callers,
  type Claims,
} from '@lacre/access';
import type { ErrorCode } from '@lacre/contracts';
import { fetch } from '@lacre/http-client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { Refusal } from './refusal.ts';

export const TOKEN_ISSUER = 'lacre';
export const TOKEN_AUDIENCE = 'lacre-api';
/** How long an unknown key id is believed unknown, and a key set that could not be fetched is left, milliseconds. */
const REFETCH_AFTER_MS = 10_000;
/**
 * How long a key set is believed, milliseconds: a key that was taken out, because it leaked, verifies no longer than
 * this, and one that is published for longer is known before it signs.
 */
export const KEYS_BELIEVED_MS = 60_000;

/** A verified token is believed for this long without being verified again, milliseconds, and never past its expiry. */
const BELIEVED_MS = 60_000;
/** Tokens remembered as verified. */
const BELIEVED_TOKENS = 5_000;

const TOKEN_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_JWT_NO_AUTHORIZATION_IN_HEADER: 'AUTH_NO_TOKEN_PROVIDED',
  FST_JWT_BAD_REQUEST: 'AUTH_TOKEN_MALFORMATED',
  FST_JWT_AUTHORIZATION_TOKEN_EXPIRED: 'AUTH_TOKEN_VALIDATION_ERROR',
};

/** A JSON Web Key Set (RFC 7517), from the identity service in this process or over HTTP. */
export type KeySource = () => Promise<{ keys: (JsonWebKey & { kid?: string })[] }>;

const KEYS_TIMEOUT_MS = 5000;

/** No token can be judged now: its keys are at a service that is away. */
class TokenKeysUnavailable extends Error {
  override readonly name = 'TokenKeysUnavailable';
}

/** The key set of an identity service elsewhere. An answer that is none is an error: no token is then believed. */
export const remoteKeys =
  (url: string): KeySource =>
  async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) }).catch(
      (cause: unknown) => {
        throw new TokenKeysUnavailable('the identity service does not answer for its keys', { cause });
      },
    );
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new TokenKeysUnavailable(`the identity service answered ${answer.status} for its keys`);
    }
    return (await answer.json()) as Awaited<ReturnType<KeySource>>;
  };

declare module 'fastify' {
  interface FastifyInstance {
    /** Verifies the bearer token; throws the refusal that fits. */
    claimsOf(request: FastifyRequest): Promise<Claims>;
    readonly callers: Callers;
  }
}

/**
 * Public keys by key id, fetched again every minute, and when an unknown one is met, at most once in ten seconds. While
 * they cannot be fetched, those that are known go on.
 */
export function createKeyFinder(source: KeySource, now: () => number = Date.now) {
  let pems: ReadonlyMap<string, string> = new Map();
  let [fetchedAt, triedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let fetching: Promise<void> | undefined;
  async function fetchKeys(): Promise<void> {
    triedAt = now();
    const { keys } = await source();
    pems = new Map(keys.map((key) => [key.kid ?? '', pemOf(key)]));
    fetchedAt = triedAt;
  }
  return async (keyId: string): Promise<string> => {
    const isDue = !pems.has(keyId) || now() - fetchedAt > KEYS_BELIEVED_MS;
    // Without its key no token can be judged: then the source's error is the answer, each time.
    const lastAt = pems.has(keyId) ? triedAt : fetchedAt;
    if (isDue && now() - lastAt > REFETCH_AFTER_MS)
      fetching ??= fetchKeys().finally(() => (fetching = undefined));
    if (isDue && fetching !== undefined)
      await fetching.catch((error: unknown) => {
        if (!pems.has(keyId)) throw error;
      });
    const pem = pems.get(keyId);
    if (pem === undefined) throw new Refusal('AUTH_TOKEN_INVALID');
    return pem;
  };
}

const pemOf = (key: JsonWebKey): string =>
  createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();

/** Claims of tokens that were just verified: an EdDSA verification costs more than the rest of a small request. */
class VerifiedTokens {
  readonly #known = new Map<string, { claims: Claims; untilMs: number }>();

  get(token: string): Claims | undefined {
    const known = this.#known.get(token);
    if (known === undefined) return undefined;
    if (known.untilMs > Date.now()) return known.claims;
    this.#known.delete(token);
    return undefined;
  }

  /** @param expiresAt `exp` of the token, seconds since 1970 (RFC 7519 §4.1.4). */
  add(token: string, verified: Claims, expiresAt: number): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= BELIEVED_TOKENS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(token, {
      claims: verified,
      untilMs: Math.min(expiresAt * 1000, Date.now() + BELIEVED_MS),
    });
  }
}

/** Whatever keeps a token from being verified is a refusal; only the identity service being away is our failure. */
function asRefusal(error: { code?: string }, isJwt: () => boolean): never {
  const known = error.code === undefined ? undefined : TOKEN_CODES[error.code];
  if (known !== undefined) throw new Refusal(known);
  if (error.code?.startsWith('FST_JWT') || error.code?.startsWith('FAST_JWT'))
    throw new Refusal(isJwt() ? 'AUTH_TOKEN_INVALID' : 'AUTH_TOKEN_MALFORMATED');
  throw error;
}

/** Whether the text is a JWS in its compact form with a JSON header and payload (RFC 7515 §3.1), whatever its signature. */
function isDecodable(app: FastifyInstance, token: string): boolean {
  try {
    return app.jwt.decode(token) !== null;
  } catch {
    return false;
  }
}

/** What an API token is worth is for its issuer's stream and its own to say. */
async function ofApiToken(apiTokens: ApiTokens, secret: string): Promise<Claims> {
  if (!isWellFormedApiToken(secret)) throw new Refusal('AUTH_TOKEN_MALFORMATED');
  const known = await apiTokens(secret);
  if (known === undefined) throw new Refusal('AUTH_TOKEN_INVALID');
  const { issuerId: sub, tenantId, tokenId } = known;
  return { kind: 'user', sub, tenantId, tokenId, role: 'totem', name: '' };
}

/**
 * Bearer tokens of `Authorization`: API tokens, known by their secret, and signed ones, verified by signature, issuer,
 * audience and expiry (RFC 7519).
 */
export const authentication = fp(
  async (app: FastifyInstance, options: { keys: KeySource; callers: Callers; apiTokens: ApiTokens }) => {
    const findKey = createKeyFinder(options.keys);
    await app.register(jwt, {
      secret: async (_request: FastifyRequest, token: unknown) => {
        const header = (token as { header?: { kid?: string } }).header;
        return findKey(header?.kid ?? '');
      },
      decode: { complete: true },
      verify: { allowedIss: TOKEN_ISSUER, allowedAud: TOKEN_AUDIENCE, algorithms: ['EdDSA'] },
    });
    const verifiedTokens = new VerifiedTokens();
    app.decorate('callers', options.callers);
    app.decorate('claimsOf', async (request: FastifyRequest) => {
      const header = request.headers.authorization ?? '';
      const secret = header.replace(/^bearer +/i, '');
      if (isApiToken(secret)) return ofApiToken(options.apiTokens, secret);
      const known = verifiedTokens.get(header);
      if (known !== undefined) return known;
      const payload = await request
        .jwtVerify<{ exp?: number }>()
        .catch((error: { code?: string }) => asRefusal(error, () => isDecodable(app, secret)));
      const verified = claims.safeParse(payload);
      if (!verified.success) throw new Refusal('AUTH_TOKEN_INVALID');
      // A token without an end is verified each time.
      if (payload.exp !== undefined) verifiedTokens.add(header, verified.data, payload.exp);
      return verified.data;
    });
  },
);
