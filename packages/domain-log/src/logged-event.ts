import {
  eventFault,
  eventMetadata,
  eventSchemas,
  formerShapesOf,
  type DomainEvent,
  type EventMetadata,
} from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';

/** Where the log has an event. */
type Place = Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'recordedAt'>;

/** An event of the log in the shape that its type has today, whichever it was written in, discriminated by `type`. */
export type LoggedEvent<Event extends DomainEvent = DomainEvent> = Event &
  Place & { metadata: EventMetadata };

/** An event that a later release wrote: what it means is not known here. */
export class UnknownEvent extends Error {
  constructor({ type, stream, revision, metadata }: RecordedEvent) {
    super(
      `this release does not know ${type} in version ${metadata.schemaVersion}, at ${stream}/${revision}: a later one wrote it`,
    );
    this.name = 'UnknownEvent';
  }
}

/**
 * The event as today's code reads it: what was written in a former shape is upcast. It is trusted to be what its type
 * and version say, as every append is checked.
 *
 * @returns undefined for a type that this release does not know
 * @throws UnknownEvent for a version of a known type that it does not know
 */
export function understood(recorded: RecordedEvent): LoggedEvent | undefined {
  const former = formerShapesOf(recorded.type);
  if (former === undefined) return undefined;
  const { schemaVersion } = recorded.metadata;
  // The one place where what the store calls JSON gets the types of the contracts.
  if (schemaVersion === former.length + 1) return recorded as unknown as LoggedEvent;
  const shape = former[schemaVersion - 1];
  if (shape === undefined) throw new UnknownEvent(recorded);
  const metadata = { ...recorded.metadata, schemaVersion: former.length + 1 };
  return { ...recorded, data: shape.upcast(recorded.data as never), metadata } as unknown as LoggedEvent;
}

/** As `understood`, of what was never checked: undefined for whatever is not what its type and version say. */
export const soundEvent = (recorded: RecordedEvent): LoggedEvent | undefined =>
  eventFault(recorded) === undefined ? understood(recorded) : undefined;

/**
 * As `understood`, checked against the contracts: what is in the log and does not fit is a bug.
 *
 * @throws UnknownEvent, ZodError
 */
export function checked(recorded: RecordedEvent): LoggedEvent {
  const event = understood(recorded);
  if (event === undefined) throw new UnknownEvent(recorded);
  const { type, data, metadata } = event;
  return {
    ...event,
    data: eventSchemas[type].parse(data),
    metadata: eventMetadata.parse(metadata),
  } as LoggedEvent;
}
