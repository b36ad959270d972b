import { notifyManager, QueryClient } from '@tanstack/react-query';

import { asProblem } from '@/lib/api/problem.ts';

import { onReturn } from './activity.ts';

/** How long an answer counts as fresh, milliseconds: moving back and forth does not ask again. */
const FRESH_MS = 10_000;
const MAX_RETRIES = 2;

// By default a timer tells of what has begun: the second click of a double click would still find the button free.
notifyManager.setScheduler(queueMicrotask);

/** The cache of what the server said. Only what may succeed when asked again is asked again. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && asProblem(error).retryable,
        retryDelay: (failures, error) =>
          (asProblem(error).retryAfterSeconds ?? 0) * 1000 || Math.min(1000 * 2 ** failures, 8000),
        // Asking while offline fails at once and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  // Whoever comes back sees what happened meanwhile, without waiting for the slow round.
  onReturn(() => void client.refetchQueries({ type: 'active', stale: true }));
  return client;
}
