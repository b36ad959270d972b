import type { EventStore, Filter, Position, RecordedEvent } from './port.ts';

const PAGE_EVENTS = 1000;

/** Every event after a position that passes the filter, read in pages, so that a log of any length goes through little memory. */
export async function* eventsAfter(
  store: Pick<EventStore, 'readAll'>,
  place: Position | 'start' = 'start',
  filter?: Filter,
): AsyncGenerator<RecordedEvent> {
  for (let after = place; ;) {
    let count = 0;
    for await (const event of store.readAll({ after, limit: PAGE_EVENTS, ...(filter && { filter }) })) {
      after = event.position;
      count += 1;
      yield event;
    }
    if (count < PAGE_EVENTS) return;
  }
}
