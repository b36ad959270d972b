import { fetch } from '@lacre/http-client';

/** Whose an API token is. What it may still do is in the log. */
export interface KnownApiToken {
  tokenId: string;
  tenantId: string;
  issuerId: string;
}

/** Knows API tokens by their secret; undefined for one that was never issued. */
export type ApiTokens = (secret: string) => Promise<KnownApiToken | undefined>;

/** The prefix that distinguishes an API token from a signed one. */
export const API_TOKEN_PREFIX = 'lacre_';
/** 256 bits in base64url. */
const API_TOKEN = /^lacre_[\w-]{43}$/;

export const isApiToken = (text: string): boolean => text.startsWith(API_TOKEN_PREFIX);
export const isWellFormedApiToken = (text: string): boolean => API_TOKEN.test(text);

const TIMEOUT_MS = 5000;
/** Tokens remembered as issued: whose one is never changes. */
const REMEMBERED = 5_000;

/**
 * API tokens by an identity service elsewhere. It is asked once about each; that a token is revoked or over is in the
 * log.
 *
 * @param url `POST { secret }` answers `{ token }`, null for one that is not known
 */
export function remoteApiTokens(url: string): ApiTokens {
  const known = new Map<string, KnownApiToken>();
  return async (secret) => {
    const remembered = known.get(secret);
    if (remembered !== undefined) return remembered;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`the identity service answered ${answer.status} about a token`);
    }
    const { token } = (await answer.json()) as { token: KnownApiToken | null };
    if (token === null) return undefined;
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(secret, token);
    return token;
  };
}
