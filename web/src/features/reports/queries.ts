import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

import { monthsOf } from './months.ts';
import { REPORT_PERIODS, type ReportSearch } from './search.ts';

export type Report = AnswerOf<'report'>;

/** As the API's query has it. */
export const reportScope = ({ period = REPORT_PERIODS[0], companyId }: ReportSearch) => ({
  ...monthsOf(period),
  ...(companyId === undefined ? {} : { companyId }),
});

export const reportQuery = (search: ReportSearch) =>
  queryOptions({
    queryKey: ['report', search],
    queryFn: ({ signal }) => api.call('report', { query: reportScope(search), signal }),
    placeholderData: keepPreviousData,
  });
