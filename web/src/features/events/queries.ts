import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE } from '@/lib/address/list-search.ts';
import { readPeriodSearch } from '@/lib/address/period-search.ts';
import { periodFault, periodQuery, type Period } from '@/lib/address/period.ts';
import { api } from '@/lib/session/session.ts';

export type TenantEvent = AnswerOf<'tenantEvents'>['items'][number];

export type SecurityEvent = AnswerOf<'securityEvents'>['items'][number];

export interface PeriodSearch extends Period {
  page?: number;
}

export interface EventsSearch extends PeriodSearch {
  tab?: 'seguranca';
}

/** What the address of the page says. */
export function readEventsSearch(raw: Record<string, unknown>): EventsSearch {
  return { ...readPeriodSearch(raw), ...(raw['tab'] === 'seguranca' ? { tab: 'seguranca' } : {}) };
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

/** Sign-ins, refusals, limits, changes of access and exports, newest first. */
export const securityQuery = ({ page = 1, ...period }: PeriodSearch) =>
  queryOptions({
    queryKey: ['security-events', period, page],
    queryFn: ({ signal }) =>
      api.call('securityEvents', { query: { ...periodQuery(period), page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled: periodFault(period) === undefined,
  });
