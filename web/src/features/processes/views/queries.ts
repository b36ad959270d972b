import type { AnswerOf } from '@lacre/contracts';
import { queryOptions } from '@tanstack/react-query';

import type { ProcessFilter } from '@/entities/process/filters.ts';
import type { ProcessSearch } from '@/entities/process/queries.ts';
import { api } from '@/lib/session/session.ts';

export type ProcessView = AnswerOf<'listProcessViews'>['items'][number];

/** What a view keeps of an address: not the page. */
export interface KeptSearch {
  search?: string;
  filter?: Exclude<ProcessFilter, 'all'>;
  tagId?: string;
}

export const viewQueries = {
  all: ['process-views'] as const,
  list: () =>
    queryOptions({
      queryKey: viewQueries.all,
      queryFn: ({ signal }) => api.call('listProcessViews', { signal }),
    }),
};

type Kept = { [Name in keyof KeptSearch | 'page']?: ProcessSearch[Name] | undefined };

/** What of the address a view would keep. */
export const keptOf = ({ search, filter, tagId }: Kept): KeptSearch => ({
  ...(search === undefined ? {} : { search }),
  ...(filter === undefined || filter === 'all' ? {} : { filter }),
  ...(tagId === undefined ? {} : { tagId }),
});

export const isSameList = (one: Kept, other: Kept): boolean =>
  one.search === other.search && one.filter === other.filter && one.tagId === other.tagId;
