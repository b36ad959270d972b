import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE } from '@/lib/address/list-search.ts';
import { periodFault } from '@/lib/address/period.ts';
import { recordQuery } from '@/lib/address/record-query.ts';
import { api } from '@/lib/session/session.ts';

import type { HistorySearch, SecuritySearch } from './events-search.ts';

export type TenantEvent = AnswerOf<'tenantEvents'>['items'][number];

export type SecurityEvent = AnswerOf<'securityEvents'>['items'][number];

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
