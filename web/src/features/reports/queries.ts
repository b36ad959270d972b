import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

import { monthsAsked } from './months.ts';
import type { ReportSearch } from './search.ts';

export type Report = AnswerOf<'report'>;

/** As the API's query has it. */
export const reportScope = (search: ReportSearch) => ({
  ...monthsAsked(search),
  ...(search.companyId === undefined ? {} : { companyId: search.companyId }),
});

export const reportQuery = (search: ReportSearch) =>
  queryOptions({
    queryKey: ['report', search],
    queryFn: ({ signal }) => api.call('report', { query: reportScope(search), signal }),
    placeholderData: keepPreviousData,
  });
