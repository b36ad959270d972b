import { personalContentOf, type ClientContext } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import type { PersonalData } from '@lacre/personal-data';

export interface LogWithKeys {
  log: DomainLog;
  personalData: PersonalData;
}

export interface EventsAbout {
  /** Of every stream that concerns the subject, in the log's order: also those events that do not concern them. */
  around: readonly LoggedEvent[];
  /** Those that concern them. */
  about: readonly LoggedEvent[];
  /** The end of the log before anything was read: nothing up to here is missing. */
  position: Position | 'start';
}

/** Streams read side by side. */
const AT_ONCE = 20;

/** Everything the log says of a person or user of this tenant, from the log itself. */
export async function eventsAbout(
  { log, personalData }: LogWithKeys,
  tenantId: string,
  subject: string,
): Promise<EventsAbout> {
  const position = await log.head();
  const streams = await personalData.mentions.streamsOf(subject);
  const around: LoggedEvent[] = [];
  for (let at = 0; at < streams.length; at += AT_ONCE) {
    const read = streams.slice(at, at + AT_ONCE).map((stream) => Array.fromAsync(log.readStream(stream)));
    for (const event of (await Promise.all(read)).flat())
      if (event.metadata.tenantId === tenantId) around.push(event);
  }
  around.sort((a, b) => log.comparePositions(a.position, b.position));
  return { around, about: around.filter((entry) => concerns(entry, subject)), position };
}

const concerns = (entry: LoggedEvent, subject: string): boolean =>
  personalContentOf(entry).subjects.has(subject);

/** Every value of an event that is the subject's, by its place. */
export const valuesOf = (entry: LoggedEvent, subject: string): { path: string; value: never }[] =>
  personalContentOf(entry)
    .leaves.filter((leaf) => leaf.subject === subject)
    .map(({ path, value }) => ({ path: path.join('.'), value: value as never }));

/** The subject did this themselves. */
export const actedBy = ({ metadata: { actor } }: LoggedEvent, subject: string): boolean =>
  'id' in actor && actor.id === subject;

/** Fields as the log has them, where JSON knows nothing undefined. */
export const fieldsOf = (data: object): Record<string, never> => data as Record<string, never>;

export const originOf = (client: ClientContext | undefined): Record<string, string> | null =>
  client === undefined ? null : fieldsOf(client);
