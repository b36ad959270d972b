import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type PlainSearch } from '@/lib/address/list-search.ts';
import { api } from '@/lib/session/session.ts';

export type SignerGroup = AnswerOf<'getSignerGroup'>;

/** What is asked about groups, and under which key it is kept. */
export const signerGroupQueries = {
  all: ['signer-groups'] as const,
  list: (search: PlainSearch, pageSize = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...signerGroupQueries.all, 'list', search, pageSize],
      queryFn: ({ signal }) => api.call('listSignerGroups', { query: { ...search, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (signerGroupId: string) =>
    queryOptions({
      queryKey: [...signerGroupQueries.all, 'detail', signerGroupId],
      queryFn: ({ signal }) => api.call('getSignerGroup', { params: { signerGroupId }, signal }),
    }),
};
