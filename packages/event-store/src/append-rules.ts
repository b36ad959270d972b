import { InvalidAppend } from './errors.ts';
import type { NewEvent } from './port.ts';

/** An event as it is written: its JSON texts are made once, for the size rule and for the store. */
export interface EncodedEvent {
  id: string;
  type: string;
  data: string;
  metadata: string;
}

/** KurrentDB refuses appends above 1 MiB (its MaxAppendSize), names and framing included; this leaves room for those. */
export const maxAppendBytes = 1_000_000;

const framingBytes = 200;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** `$` begins the names that KurrentDB keeps for itself; NUL cannot be in a Postgres text. */
const name = /^[^$\0][^\0]{0,499}$/su;

/** Ends the prefix that a store on a shared server puts before the names of streams, and is in none of them. */
export const nameSeparator = '.';

/** What an event counts against `maxAppendBytes`, by the JSON texts that it is written as. */
export const countedBytes = (data: string, metadata: string): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata) + framingBytes;

/** A lone surrogate has no UTF-8: it would be stored as another name. */
const isName = (text: string): boolean => name.test(text) && text.isWellFormed();

/**
 * The rules every store applies, so that what one store takes the other takes too.
 *
 * @throws InvalidAppend
 */
export function encodeAppend(stream: string, events: readonly NewEvent[]): EncodedEvent[] {
  if (!isName(stream) || stream.includes(nameSeparator))
    throw new InvalidAppend(`not a stream name: ${JSON.stringify(stream)}`);
  if (events.length === 0) throw new InvalidAppend('an append has at least one event');
  if (new Set(events.map(({ id }) => id)).size < events.length)
    throw new InvalidAppend('event ids repeat in one append');
  let sizeBytes = 0;
  const encoded = events.map((event) => {
    if (!uuid.test(event.id))
      throw new InvalidAppend(`an event id is a lower-case UUID, not ${JSON.stringify(event.id)}`);
    if (!isName(event.type)) throw new InvalidAppend(`not an event type: ${JSON.stringify(event.type)}`);
    const data = JSON.stringify(event.data);
    const metadata = JSON.stringify(event.metadata);
    sizeBytes += countedBytes(data, metadata);
    return { id: event.id, type: event.type, data, metadata };
  });
  if (sizeBytes > maxAppendBytes)
    throw new InvalidAppend(`an append holds at most ${maxAppendBytes} bytes, not ${sizeBytes}`);
  return encoded;
}
