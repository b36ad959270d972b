import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PAGE_SIZE, type ListSearch } from '@/lib/address/list-search.ts';
import { pollInterval } from '@/lib/polling/polling.ts';
import { api } from '@/lib/session/session.ts';

import type { ProcessFilter } from './filters.ts';

export type ProcessSummary = AnswerOf<'listProcesses'>['items'][number];
export type ProcessDetail = AnswerOf<'getProcess'>;
export type ProcessDocument = ProcessDetail['documents'][number];
export type ProcessParticipant = ProcessDetail['participants'][number];
export type ProcessSignature = ProcessDetail['signatures'][number];
export type TimelineEntry = AnswerOf<'processTimeline'>['items'][number];

/** A list of processes is also narrowed to a company's, or to those with a tag. */
export interface ProcessSearch extends ListSearch<ProcessFilter> {
  tagId?: string;
  companyId?: string;
}

/** Whether nothing more happens to the process by itself: no signature awaited, no seal on its way. */
function isSettled(process: Pick<ProcessDetail, 'status'> & { documents: { status: string }[] }): boolean {
  return (
    process.status !== 'waiting' && process.documents.every((document) => document.status !== 'completed')
  );
}

/** Whether the machinery is at work on it: a seal, or an invitation on its way. */
function isUnderway(process: {
  documents: readonly { status: string }[];
  participants: readonly object[];
}): boolean {
  return (
    process.documents.some(({ status }) => status === 'completed') ||
    process.participants.some((one) => 'invitation' in one && one.invitation === 'queued')
  );
}

const pageIsUnderway = ({ items }: { items: readonly ProcessSummary[] }) => items.some(isUnderway);

/** What is asked about processes, and under which key it is kept. Answers are projections, so they are polled. */
export const processQueries = {
  all: ['processes'] as const,
  list: (search: ProcessSearch, pageSize = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...processQueries.all, 'list', search, pageSize],
      queryFn: ({ signal }) => api.call('listProcesses', { query: { ...search, pageSize }, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: (query) =>
        pollInterval(query, (page) => page.items.every((item) => isSettled(item)), {
          imminent: pageIsUnderway,
        }),
    }),
  detail: (processId: string) =>
    queryOptions({
      queryKey: [...processQueries.all, 'detail', processId],
      queryFn: ({ signal }) => api.call('getProcess', { params: { processId }, signal }),
      refetchInterval: (query) => pollInterval(query, isSettled, { imminent: isUnderway }),
    }),
  /** @param version of the process: its `updatedAt`, so that the timeline is read again when there is news */
  timeline: (processId: string, version: string) =>
    queryOptions({
      queryKey: [...processQueries.all, 'timeline', processId, version],
      queryFn: ({ signal }) => api.call('processTimeline', { params: { processId }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** The process as it stood after that event; what is past does not change. */
  moment: (processId: string, revision: number) =>
    queryOptions({
      queryKey: [...processQueries.all, 'moment', processId, revision],
      queryFn: ({ signal }) =>
        api.call('processMoment', { params: { processId, revision: String(revision) }, signal }),
      placeholderData: keepPreviousData,
      staleTime: Infinity,
    }),
  dashboard: () =>
    queryOptions({
      queryKey: [...processQueries.all, 'dashboard'],
      queryFn: ({ signal }) => api.call('dashboard', { signal }),
      refetchInterval: (query) =>
        pollInterval(query, (data) => data.recent.every((item) => isSettled(item)), {
          imminent: ({ recent }) => recent.some(isUnderway),
        }),
    }),
};
