import type { AnswerOf } from '@lacre/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

export type Totem = AnswerOf<'listTotems'>['items'][number];

/**
 * How often a tablet says that it is there, and how soon it tries again when the server cannot be reached,
 * milliseconds.
 */
const HEARTBEAT_MS = 20_000;
const LOST_MS = 3000;

export const totemQueries = {
  all: ['totems'] as const,
  list: queryOptions({
    queryKey: ['totems', 'list'],
    queryFn: ({ signal }) => api.call('listTotems', { signal }),
    // When each was last seen is what the list is looked at for.
    refetchInterval: 30_000,
  }),
  /** This tablet, and by its failing whether the network is there. */
  current: queryOptions({
    queryKey: ['totem'],
    queryFn: ({ signal }) => api.call('currentTotem', { signal, timeoutMs: 10_000 }),
    retry: false,
    staleTime: 0,
    // A browser can say that the network is gone before it is: the answer that still came is no proof of it.
    refetchInterval: ({ state }) => (state.status === 'error' || !navigator.onLine ? LOST_MS : HEARTBEAT_MS),
  }),
};
