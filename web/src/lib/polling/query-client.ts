import { notifyManager, QueryClient } from '@tanstack/react-query';

import { asProblem, type Problem } from '@/lib/api/problem.ts';

import { onReturn } from './activity.ts';
import { rebuildingStore } from './rebuilding.ts';

/** How long an answer counts as fresh, milliseconds: moving back and forth does not ask again. */
const FRESH_MS = 10_000;
const MAX_RETRIES = 2;
/** How often a query is retried while its read model is built, milliseconds. */
const REBUILT_AGAIN_MS = 3000;

const isBeingBuilt = ({ code }: Problem): boolean => code === 'READ_MODELS_REBUILDING';

function mayRetry(failures: number, error: Error): boolean {
  const problem = asProblem(error);
  if (!isBeingBuilt(problem)) return failures < MAX_RETRIES && problem.retryable;
  rebuildingStore.begin();
  return true;
}

function retryDelayMs(failures: number, error: Error): number {
  const problem = asProblem(error);
  if (isBeingBuilt(problem)) return REBUILT_AGAIN_MS;
  return (problem.retryAfterSeconds ?? 0) * 1000 || Math.min(1000 * 2 ** failures, 8000);
}

// By default a timer announces what has begun: the second click of a double click would still find the button free.
notifyManager.setScheduler(queueMicrotask);

/** The cache of what the server said. Only what may succeed when asked again is asked again. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: mayRetry,
        retryDelay: retryDelayMs,
        // Asking while offline fails at once and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  // A returning user sees what happened meanwhile, without waiting for the slow round.
  onReturn(() => void client.refetchQueries({ type: 'active', stale: true }));
  return client;
}
