/** How long what was asked before this code was there may wait to be wanted, milliseconds since the page was opened. */
const FRESH_MS = 20_000;

/** How long a first screen waits to be drawn whole, milliseconds. */
const LONGEST_WAIT_MS = 800;

interface EarlyAnswer {
  answer: Promise<Response>;
  callOff: () => void;
}

const { earlyAnswers = {} } = globalThis as { earlyAnswers?: Record<string, EarlyAnswer> };

/**
 * Fetches; what the script at the page's head asked for already (web/vite/preload-routes.ts), in the same words and
 * with the same authority, is not asked for again.
 */
export const fetchOrTake: typeof fetch = (input, init) => {
  if (typeof input !== 'string') return fetch(input, init);
  const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '';
  const question = [init?.method ?? 'GET', input, token].join(' ');
  const early = earlyAnswers[question];
  // Each is an answer to one question: what is asked later wants to know what has happened since.
  delete earlyAnswers[question];
  if (early === undefined || performance.now() > FRESH_MS) return fetch(input, init);
  const { signal } = init ?? {};
  // Aborting the caller's request aborts the prefetch.
  if (signal?.aborted) early.callOff();
  else signal?.addEventListener('abort', early.callOff, { once: true });
  return early.answer;
};

/**
 * For the loader of the screen that the page opened with: the wait for what it shows, asked for while its code was on
 * its way, so that it is drawn once and whole. Any other screen is drawn at once, and filled as the answer comes.
 */
export function withEarlyAnswer(loading: Promise<void>): Promise<void> | undefined {
  if (Object.keys(earlyAnswers).length === 0 || performance.now() > FRESH_MS) return undefined;
  const enough = new Promise<void>((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
  return Promise.race([loading, enough]);
}
