import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type ListSearch } from '@/lib/address/list-search.ts';
import { pollInterval } from '@/lib/polling/polling.ts';
import { api } from '@/lib/session/session.ts';

import type { DeliveryFilter } from './filters.ts';

export type Webhook = AnswerOf<'getWebhook'>;
export type Delivery = AnswerOf<'listWebhookDeliveries'>['items'][number];

const all = ['webhooks'] as const;

/** The tenant's webhooks and what was sent to them; what is on its way is asked about again. */
export const webhookQueries = {
  all,
  list: (page: number) =>
    queryOptions({
      queryKey: [...all, 'list', page],
      queryFn: ({ signal }) => api.call('listWebhooks', { query: { page, pageSize: PAGE_SIZE }, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (webhookId: string) =>
    queryOptions({
      queryKey: [...all, 'detail', webhookId],
      queryFn: ({ signal }) => api.call('getWebhook', { params: { webhookId }, signal }),
      refetchInterval: (query) =>
        pollInterval(query, (webhook) => webhook.pending === 0 || webhook.status !== 'active'),
    }),
  deliveries: (webhookId: string, search: Omit<ListSearch<DeliveryFilter>, 'search'>) =>
    queryOptions({
      queryKey: [...all, 'deliveries', webhookId, search],
      queryFn: ({ signal }) =>
        api.call('listWebhookDeliveries', {
          params: { webhookId },
          query: { ...search, pageSize: PAGE_SIZE },
          signal,
        }),
      placeholderData: keepPreviousData,
      refetchInterval: (query) =>
        pollInterval(query, ({ items }) => items.every(({ status }) => status !== 'pending')),
    }),
};
