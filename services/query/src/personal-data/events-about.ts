import {
  personalContentOf,
  type ClientContext,
  type DomainEvent,
  type EventMetadata,
} from '@lacre/contracts';
import type { EventStore, Position, RecordedEvent } from '@lacre/event-store';
import type { PersonalData } from '@lacre/personal-data';

export interface LogWithKeys {
  eventStore: EventStore;
  personalData: PersonalData;
}

/** An event of the contracts with its place in the log. */
export type Entry = DomainEvent & {
  id: string;
  stream: string;
  position: Position;
  metadata: EventMetadata;
};

export interface EventsAbout {
  /** Of every stream that concerns the subject, in the log's order: also those events that do not concern them. */
  around: readonly Entry[];
  /** Those that concern them. */
  about: readonly Entry[];
  /** The end of the log before anything was read: nothing up to here is missing. */
  position: Position | 'start';
}

/** Streams read side by side. */
const AT_ONCE = 20;

/** Everything the log says of somebody of this tenant, from the log itself. */
export async function eventsAbout(
  { eventStore, personalData }: LogWithKeys,
  tenantId: string,
  subject: string,
): Promise<EventsAbout> {
  const position = await eventStore.head();
  const streams = await personalData.mentions.streamsOf(subject);
  const around: Entry[] = [];
  for (let at = 0; at < streams.length; at += AT_ONCE) {
    const read = streams
      .slice(at, at + AT_ONCE)
      .map((stream) => Array.fromAsync(eventStore.readStream(stream)));
    for (const event of (await Promise.all(read)).flat())
      if (event.metadata['tenantId'] === tenantId) around.push(entryOf(event));
  }
  around.sort((a, b) => eventStore.comparePositions(a.position, b.position));
  return { around, about: around.filter((entry) => concerns(entry, subject)), position };
}

const entryOf = (event: RecordedEvent): Entry => event as unknown as Entry;

const concerns = (entry: Entry, subject: string): boolean => personalContentOf(entry).subjects.has(subject);

/** Every value of an event that is the subject's, by its place. */
export const valuesOf = (entry: Entry, subject: string): { path: string; value: never }[] =>
  personalContentOf(entry)
    .leaves.filter((leaf) => leaf.subject === subject)
    .map(({ path, value }) => ({ path: path.join('.'), value: value as never }));

/** The subject did this themselves. */
export const actedBy = ({ metadata: { actor } }: Entry, subject: string): boolean =>
  'id' in actor && actor.id === subject;

/** Fields as the log has them, where JSON knows nothing undefined. */
export const fieldsOf = (data: object): Record<string, never> => data as Record<string, never>;

export const originOf = (client: ClientContext | undefined): Record<string, string> | null =>
  client === undefined ? null : fieldsOf(client);
