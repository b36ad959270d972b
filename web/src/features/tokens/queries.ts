import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/api/session.ts';
import { PAGE_SIZE, type ListSearch } from '@/lib/list-search.ts';

export type Token = AnswerOf<'listTokens'>['items'][number];
export const TOKEN_FILTERS = ['all', 'active', 'expired', 'revoked'] as const;
export type TokenFilter = (typeof TOKEN_FILTERS)[number];

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
