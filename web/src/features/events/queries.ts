import type { AnswerOf, HistoryKind, SecurityKind } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE } from '@/lib/address/list-search.ts';
import { periodFault } from '@/lib/address/period.ts';
import { recordQuery } from '@/lib/address/record-query.ts';
import { readRecordSearch, type RecordSearch } from '@/lib/address/record-search.ts';
import { api } from '@/lib/session/session.ts';

export type TenantEvent = AnswerOf<'tenantEvents'>['items'][number];

export type SecurityEvent = AnswerOf<'securityEvents'>['items'][number];

export type HistorySearch = RecordSearch<HistoryKind>;
export type SecuritySearch = Omit<RecordSearch<SecurityKind>, 'process'>;

/** The page: the history, or the security log under its tab. */
export type EventsSearch = (HistorySearch & { tab?: never }) | (SecuritySearch & { tab: 'seguranca' });

/** What the address of the page says. */
export function readEventsSearch(raw: Record<string, unknown>): EventsSearch {
  return raw['tab'] === 'seguranca'
    ? { ...readRecordSearch<SecurityKind>({ ...raw, process: undefined }), tab: 'seguranca' }
    : readRecordSearch<HistoryKind>(raw);
}

/** The tenant's history, newest first, straight from the log. */
export const eventsQuery = ({ page = 1, ...filters }: HistorySearch) =>
  queryOptions({
    queryKey: ['events', filters, page],
    queryFn: ({ signal }) =>
      api.call('tenantEvents', { query: { ...recordQuery(filters), page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled: periodFault(filters) === undefined,
  });

/** Sign-ins, refusals, limits, changes of access and exports, newest first. */
export const securityQuery = ({ page = 1, ...filters }: SecuritySearch) =>
  queryOptions({
    queryKey: ['security-events', filters, page],
    queryFn: ({ signal }) =>
      api.call('securityEvents', { query: { ...recordQuery(filters), page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled: periodFault(filters) === undefined,
  });
