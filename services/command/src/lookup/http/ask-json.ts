import { fetch, readAtMost } from '@lacre/http-client';

import { SourceUnavailable } from '../source.ts';

/** Time limit of a look-up from a form, milliseconds. */
export const TIMEOUT_MS = 3_000;
/** Answers of registers take a few kilobytes; that of a geocoder some tens. */
const MAX_ANSWER_BYTES = 512 * 1024;

export interface JsonAnswer {
  status: number;
  /** Undefined when it is no JSON. */
  body: unknown;
  /** After how long to ask again, milliseconds, when the answer says so. */
  retryAfterMs: number | undefined;
}

/**
 * Asks an address for JSON, following no redirect and reading no more than 512 KB.
 *
 * @throws SourceUnavailable; its message never names the address, which may hold a key
 */
export async function askJson(url: URL, timeoutMs: number = TIMEOUT_MS): Promise<JsonAnswer> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readAtMost(answer, MAX_ANSWER_BYTES);
    if (body === undefined) throw new SourceUnavailable('the answer is too large');
    return { status: answer.status, body: parsed(body.toString()), retryAfterMs: retryAfterOf(answer) };
  } catch (error) {
    if (error instanceof SourceUnavailable) throw error;
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'did not answer in time' : 'is away';
    throw new SourceUnavailable(`${url.host} ${reason}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3); dates are not looked at. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
