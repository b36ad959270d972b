import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type PlainSearch } from '@/lib/address/list-search.ts';
import { api } from '@/lib/session/session.ts';

export type Envelope = AnswerOf<'getEnvelope'>;

/** What is asked about envelopes, and under which key it is kept. */
export const envelopeQueries = {
  all: ['envelopes'] as const,
  list: (search: PlainSearch, pageSize = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...envelopeQueries.all, 'list', search, pageSize],
      queryFn: ({ signal }) => api.call('listEnvelopes', { query: { ...search, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (envelopeId: string) =>
    queryOptions({
      queryKey: [...envelopeQueries.all, 'detail', envelopeId],
      queryFn: ({ signal }) => api.call('getEnvelope', { params: { envelopeId }, signal }),
    }),
};
