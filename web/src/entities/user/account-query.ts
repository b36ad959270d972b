import type { AnswerOf } from '@lacre/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

export type Account = AnswerOf<'getAccount'>;

const all = ['account'] as const;

/** How one comes in, and where one is signed in. */
export const accountQueries = {
  all,
  account: queryOptions({
    queryKey: [...all, 'ways-in'],
    queryFn: ({ signal }) => api.call('getAccount', { signal }),
  }),
  sessions: queryOptions({
    queryKey: [...all, 'sessions'],
    queryFn: ({ signal }) => api.call('listSessions', { signal }),
  }),
};
