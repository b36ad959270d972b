import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type ListSearch } from '@/lib/address/list-search.ts';
import { api } from '@/lib/session/session.ts';

import type { CompanyFilter } from './filters.ts';

export type Company = AnswerOf<'getCompany'>;
/** The panels of a company's page; the first is the default. */
export const COMPANY_TABS = ['dados', 'processos', 'acesso'] as const;
export type CompanyTab = (typeof COMPANY_TABS)[number];

/** What is asked about companies, and under which key it is kept. */
export const companyQueries = {
  all: ['companies'] as const,
  list: (search: ListSearch<CompanyFilter>, pageSize = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...companyQueries.all, 'list', search, pageSize],
      queryFn: ({ signal }) => api.call('listCompanies', { query: { ...search, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (companyId: string) =>
    queryOptions({
      queryKey: [...companyQueries.all, 'detail', companyId],
      queryFn: ({ signal }) => api.call('getCompany', { params: { companyId }, signal }),
    }),
};
