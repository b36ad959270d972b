import { fetch, readAtMost } from '@lacre/http-client';

/** An authority did not answer, or not as its protocol says: the step waits and is tried again. */
export class AuthorityUnavailable extends Error {
  override readonly name = 'AuthorityUnavailable';
}

/** Answers of authorities are small: a token with its chain comes to 10 KB, a large CRL to a few MB. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/**
 * Posts a request to an authority and gives its answer back.
 *
 * @throws AuthorityUnavailable
 */
export function exchange(url: string, type: string, body: Uint8Array, answerType: string): Promise<Buffer> {
  return fetchBytes(url, {
    method: 'POST',
    headers: { 'content-type': type, accept: answerType },
    body: new Uint8Array(body),
  });
}

/** Fetches what an authority publishes. @throws AuthorityUnavailable */
export const fetchPublished = (url: string): Promise<Buffer> => fetchBytes(url, { method: 'GET' });

interface Request {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
}

async function fetchBytes(address: string, request: Request): Promise<Buffer> {
  const { url, authorization } = withoutCredentials(address);
  const headers = { ...request.headers, ...(authorization === undefined ? {} : { authorization }) };
  try {
    const answer = await fetch(url, {
      ...request,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new AuthorityUnavailable(`${url.host} answered ${answer.status}`);
    }
    const bytes = await readAtMost(answer, MAX_ANSWER_BYTES);
    if (bytes === undefined) throw new AuthorityUnavailable(`${url.host} answered too much`);
    return bytes;
  } catch (error) {
    if (error instanceof AuthorityUnavailable) throw error;
    throw new AuthorityUnavailable(`${url.host} did not answer`, { cause: error });
  }
}

/** `fetch` takes no user and password in an address; they go as basic authentication (RFC 7617). */
function withoutCredentials(address: string): { url: URL; authorization: string | undefined } {
  try {
    const url = new URL(address);
    const { username, password } = url;
    url.username = '';
    url.password = '';
    if (username === '') return { url, authorization: undefined };
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  } catch {
    // Neither the address nor what Node says of it: a password may stand anywhere in it.
    throw new AuthorityUnavailable('the address of an authority is malformed');
  }
}
