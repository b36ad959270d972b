import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

export type UserGroups = AnswerOf<'listUsers'>;
export type ListedUser = UserGroups['managers'][number];

/** The tenant's users, in the groups they are shown in. */
export const userQueries = {
  all: ['users'] as const,
  list: (search: string) =>
    queryOptions({
      queryKey: [...userQueries.all, 'list', search],
      queryFn: ({ signal }) => api.call('listUsers', { query: { search }, signal }),
      placeholderData: keepPreviousData,
    }),
};

export type Offer = NonNullable<AnswerOf<'administrationOffer'>['offer']>;

/** The administration on offer, to whom it concerns. */
export const administrationQueries = {
  all: ['administration'] as const,
  offer: queryOptions({
    queryKey: ['administration', 'offer'],
    queryFn: async ({ signal }) => (await api.call('administrationOffer', { signal })).offer,
  }),
};
