import { createClient, type Client, type Credentials } from '@lacre/client';

import { fetchOrTake } from './early.ts';

export { newIntent, pathOf, type Credentials } from '@lacre/client';

export type ApiClient = Client;

/**
 * How commands go on over a line that comes and goes: a moment later, under the same key. A user is watching, so not
 * for long; and reads are repeated by the query cache.
 */
const RETRY = {
  attempts: 3,
  firstPauseMs: 400,
  longestPauseMs: 2000,
  withinMs: 10_000,
  of: 'commands',
} as const;

/** Fetches; what is asked of an account that was moved is not answered here: the page opens where it is now. */
const fetchWhereItIs: typeof fetch = async (input, init) => {
  const answer = await fetchOrTake(input, init);
  return answer.status === 410 ? (await import('./moved-account.ts')).answerOrFollow(answer) : answer;
};

/** A client of the API for one kind of caller, at the page's own origin. */
export function createApiClient(credentials: Credentials, fetcher: typeof fetch = fetchWhereItIs): ApiClient {
  return createClient({ credentials, retry: RETRY, fetch: fetcher });
}
