import { schemaOf, schemaVersionOf } from './former-shapes.ts';
import { isEventType } from './index.ts';
import { eventMetadata } from './metadata.ts';

/** Where an event is not what its type says. */
export interface EventFault {
  in: 'type' | 'data' | 'metadata';
  path: string;
}

interface EventLike {
  type: string;
  data: unknown;
  metadata: Readonly<Record<string, unknown>>;
}

/** Where an event is not what its type says, in the version that it was written in; undefined when it is. */
export function eventFault({ type, data, metadata }: EventLike): EventFault | undefined {
  if (!isEventType(type)) return { in: 'type', path: '' };
  const schema = schemaOf(type, metadata['schemaVersion']);
  if (schema === undefined) return { in: 'metadata', path: 'schemaVersion' };
  for (const [part, fits] of [
    ['data', schema.safeParse(data)],
    ['metadata', eventMetadata.safeParse(metadata)],
  ] as const)
    if (!fits.success) return { in: part, path: fits.error.issues[0]?.path.join('.') ?? '' };
  return undefined;
}

/** As `eventFault`, of an event that is about to be written: former shapes are read, and written no more. */
export function newEventFault(event: EventLike): EventFault | undefined {
  const { type, metadata } = event;
  if (isEventType(type) && metadata['schemaVersion'] !== schemaVersionOf(type))
    return { in: 'metadata', path: 'schemaVersion' };
  return eventFault(event);
}
