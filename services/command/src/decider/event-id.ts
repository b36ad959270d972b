import { derivedId } from '@lacre/event-store';

/** Id of the event at `index` of what the intent `key` appends to `stream`. */
export const eventIdOf = (key: string, stream: string, index: number): string =>
  derivedId('event', key, stream, index);
