import type { AnswerOf } from '@lacre/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

export type ListedUser = AnswerOf<'companyUsers'>['items'][number];

/** Who reaches a company, and who could. */
export const accessQueries = {
  all: ['access'] as const,
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: [...accessQueries.all, companyId],
      queryFn: ({ signal }) => api.call('companyUsers', { params: { companyId }, signal }),
    }),
  /** Users whose reach is a list of companies. */
  commonUsers: (search: string) =>
    queryOptions({
      queryKey: [...accessQueries.all, 'common', search],
      queryFn: async ({ signal }) => {
        const { commonUsers } = await api.call('listUsers', {
          query: search === '' ? {} : { search },
          signal,
        });
        return commonUsers;
      },
    }),
};
