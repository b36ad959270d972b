import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE } from '@/lib/address/list-search.ts';
import { periodFault, periodQuery, type Period } from '@/lib/address/period.ts';
import { api } from '@/lib/session/session.ts';

export type CreditMovement = AnswerOf<'creditStatement'>['items'][number];

/** What moved the tenant's credits, newest first. */
export const statementQuery = ({ page = 1, ...period }: Period & { page?: number }) =>
  queryOptions({
    queryKey: ['credits', 'statement', period, page],
    queryFn: ({ signal }) =>
      api.call('creditStatement', { query: { ...periodQuery(period), page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled: periodFault(period) === undefined,
  });
