import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type ListSearch } from '@/lib/address/list-search.ts';
import { api } from '@/lib/session/session.ts';

import type { TokenFilter } from './filters.ts';

export type Token = AnswerOf<'listTokens'>['items'][number];

/** API tokens: one's own, or the tenant's for those who run it. */
export const tokenQueries = {
  all: ['tokens'] as const,
  list: (search: ListSearch<TokenFilter>) =>
    queryOptions({
      queryKey: [...tokenQueries.all, 'list', search],
      queryFn: ({ signal }) => api.call('listTokens', { query: { ...search, pageSize: PAGE_SIZE }, signal }),
      placeholderData: keepPreviousData,
    }),
};
