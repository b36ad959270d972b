import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type PlainSearch } from '@/lib/address/list-search.ts';
import { api } from '@/lib/session/session.ts';

export type Template = AnswerOf<'getTemplate'>;

/** What is asked about templates, and under which key it is kept. */
export const templateQueries = {
  all: ['templates'] as const,
  list: (search: PlainSearch, pageSize = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...templateQueries.all, 'list', search, pageSize],
      queryFn: ({ signal }) => api.call('listTemplates', { query: { ...search, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (templateId: string) =>
    queryOptions({
      queryKey: [...templateQueries.all, 'detail', templateId],
      queryFn: ({ signal }) => api.call('getTemplate', { params: { templateId }, signal }),
    }),
};
