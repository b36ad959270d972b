/** How a client goes on when the server cannot be reached or is not to be asked now. */
export interface RetryPolicy {
  /** Requests in all, the first among them; 1 never repeats. */
  attempts: number;
  /** Before the first repetition; it doubles from there, and is shortened at random by up to a half. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** No repetition begins later than this after the first request. A longer `Retry-After` ends the call at once. */
  withinMs: number;
  /** `commands`: reads are left to a cache that repeats them itself. */
  of: 'everything' | 'commands';
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 4,
  firstPauseMs: 400,
  longestPauseMs: 8000,
  withinMs: 60_000,
  of: 'everything',
};

/**
 * How long to wait before asking again, milliseconds; undefined when it is time to give up. Half of each pause is
 * random, so that clients that failed together do not come back together.
 * @param failed requests so far
 * @param elapsedMs since the first request began
 */
export function pauseAfter(
  failed: number,
  elapsedMs: number,
  policy: RetryPolicy,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  if (failed >= policy.attempts) return undefined;
  const grown = Math.min(policy.firstPauseMs * 2 ** (failed - 1), policy.longestPauseMs);
  const pauseMs = Math.max(grown * (1 - random() / 2), (retryAfterSeconds ?? 0) * 1000);
  return elapsedMs + pauseMs > policy.withinMs ? undefined : pauseMs;
}

/** `Retry-After` in seconds from now, of either form (RFC 9110, 10.2.3). */
export function retryAfterOf(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/** Whether the answer says "not now" instead of yes or no. A gateway's own error has no problem of ours in it. */
export function isNotNow({ status, headers }: Response): boolean {
  if (status === 429 || status === 503) return true;
  const isOurs = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return (status === 502 || status === 504) && !isOurs;
}

/** Resolves after the time given; rejects with the signal's reason when it is given up before. */
export function pause(forMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give);
      resolve();
    }, forMs);
    if (signal?.aborted === true) give();
    else signal?.addEventListener('abort', give, { once: true });
  });
}
