import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type PlainSearch } from '@/lib/address/list-search.ts';
import { api } from '@/lib/session/session.ts';

export type Person = AnswerOf<'getPerson'>;

/** What is asked about persons, and under which key it is kept. */
export const personQueries = {
  all: ['persons'] as const,
  list: (search: PlainSearch, pageSize = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...personQueries.all, 'list', search, pageSize],
      queryFn: ({ signal }) => api.call('listPersons', { query: { ...search, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (personId: string) =>
    queryOptions({
      queryKey: [...personQueries.all, 'detail', personId],
      queryFn: ({ signal }) => api.call('getPerson', { params: { personId }, signal }),
    }),
};

/** The panels of a person's page; the first is the default. */
export const PERSON_TABS = ['dados', 'processos', 'privacidade'] as const;
export type PersonTab = (typeof PERSON_TABS)[number];
