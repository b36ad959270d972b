import type { HistoryKind, SecurityKind } from '@lacre/contracts';

import { readRecordSearch, type RecordSearch } from '@/lib/address/record-search.ts';

export type HistorySearch = RecordSearch<HistoryKind>;
export type SecuritySearch = Omit<RecordSearch<SecurityKind>, 'process'>;

/** The page: the history, or the security log under its tab. */
export type EventsSearch = (HistorySearch & { tab?: never }) | (SecuritySearch & { tab: 'seguranca' });

/** What the address of the page says. */
export function readEventsSearch(raw: Record<string, unknown>): EventsSearch {
  return raw['tab'] === 'seguranca'
    ? { ...readRecordSearch<SecurityKind>({ ...raw, process: undefined }), tab: 'seguranca' }
    : readRecordSearch<HistoryKind>(raw);
}
