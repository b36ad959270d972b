import type { AnswerOf } from '@lacre/contracts';

import type { Client } from './client.ts';

/** One fact of the account, in its public shape. */
export type FeedEvent = AnswerOf<'eventFeed'>['items'][number];

export interface EventOptions {
  /** Only what stands after this position: the `position` of the last event that was dealt with. */
  after?: string | undefined;
  /** Whether to wait for what has not happened yet, until given up; otherwise it ends where the log ends now. */
  follow?: boolean;
  /** Events asked for at once, 1 to 200. */
  pageSize?: number;
  signal?: AbortSignal | undefined;
}

/** Longest the server holds a request when there is no news, seconds. */
const WAIT_SECONDS = 20;

/**
 * The account's facts in the order of the log, each exactly as often as it is asked for: keep the `position` of what
 * was dealt with, and go on from there after a crash.
 * @throws Problem, or an `AbortError` when given up
 */
export async function* events(
  client: Pick<Client, 'call'>,
  { after, follow = false, pageSize = 100, signal }: EventOptions = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  for (let from = after; ;) {
    const page = await client.call('eventFeed', {
      query: { after: from, limit: pageSize, ...(follow ? { wait: WAIT_SECONDS } : {}) },
      signal,
    });
    yield* page.items;
    if (!follow && !page.more) return;
    from = page.next ?? from;
  }
}
