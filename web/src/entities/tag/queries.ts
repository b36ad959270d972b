import type { AnswerOf } from '@lacre/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

export type ListedTag = AnswerOf<'listTags'>['items'][number];

/** A tag as processes and templates carry it. */
export interface Tag {
  tagId: string;
  name: string;
}

/** What is asked about tags, and under which key it is kept. */
export const tagQueries = {
  all: ['tags'] as const,
  list: () =>
    queryOptions({
      queryKey: [...tagQueries.all, 'list'],
      queryFn: ({ signal }) => api.call('listTags', { signal }),
    }),
};

/** Names differ whatever their case and accents, as the server has it. */
export const sameTagName = (one: string, other: string): boolean =>
  one.trim().localeCompare(other.trim(), 'pt-BR', { sensitivity: 'base' }) === 0;
