import type { Filter, RecordedEvent } from './port.ts';

/** Whether an event passes the filter; an absent filter passes all. */
export function matches(filter: Filter | undefined, event: Pick<RecordedEvent, 'stream' | 'type'>): boolean {
  if (!filter) return true;
  return 'streamPrefixes' in filter
    ? filter.streamPrefixes.some((prefix) => event.stream.startsWith(prefix))
    : filter.typePrefixes.some((prefix) => event.type.startsWith(prefix));
}
