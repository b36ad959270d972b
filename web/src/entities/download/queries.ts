import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type PlainSearch } from '@/lib/address/list-search.ts';
import { pollInterval } from '@/lib/polling/polling.ts';
import { api } from '@/lib/session/session.ts';

export type Download = AnswerOf<'getDownload'>;

/** A list of downloads has nothing but pages. */
export type DownloadSearch = Pick<PlainSearch, 'page'>;

/** Whether the download is still on its way. */
export const isUnderway = ({ state }: Pick<Download, 'state'>): boolean =>
  state === 'queued' || state === 'preparing' || state === 'retrying';

/** What is asked about downloads, and under which key it is kept. Answers are projections, so they are polled. */
export const downloadQueries = {
  all: ['downloads'] as const,
  list: (search: DownloadSearch) =>
    queryOptions({
      queryKey: [...downloadQueries.all, 'list', search],
      queryFn: ({ signal }) =>
        api.call('listDownloads', { query: { ...search, pageSize: PAGE_SIZE }, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: (query) =>
        pollInterval(query, (page) => !page.items.some(isUnderway), {
          imminent: (page) => page.items.some(isUnderway),
        }),
    }),
};
