import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/api/session.ts';
import { PAGE_SIZE } from '@/lib/list-search.ts';
import { periodFault, periodQuery, type Period } from '@/lib/period.ts';

export type TenantEvent = AnswerOf<'tenantEvents'>['items'][number];

export interface PeriodSearch extends Period {
  page?: number;
}

/** The tenant's history, newest first, straight from the log. */
export const eventsQuery = ({ page = 1, ...period }: PeriodSearch) =>
  queryOptions({
    queryKey: ['events', period, page],
    queryFn: ({ signal }) =>
      api.call('tenantEvents', { query: { ...periodQuery(period), page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled: periodFault(period) === undefined,
  });
