import type { AnswerOf, CreditKind } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE } from '@/lib/address/list-search.ts';
import { periodFault } from '@/lib/address/period.ts';
import { recordQuery } from '@/lib/address/record-query.ts';
import type { RecordSearch } from '@/lib/address/record-search.ts';
import { api } from '@/lib/session/session.ts';

export type CreditMovement = AnswerOf<'creditStatement'>['items'][number];

/** The statement is of kinds and processes; it is not searched by words. */
export type StatementSearch = Omit<RecordSearch<CreditKind>, 'search' | 'person'>;

/** What moved the tenant's credits, newest first. */
export const statementQuery = ({ page = 1, ...filters }: StatementSearch) =>
  queryOptions({
    queryKey: ['credits', 'statement', filters, page],
    queryFn: ({ signal }) =>
      api.call('creditStatement', { query: { ...recordQuery(filters), page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled: periodFault(filters) === undefined,
  });
