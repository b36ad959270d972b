import type { EventMetadata, SealEvent, StreamEvents, StreamOf } from '@lacre/contracts';
import type { DomainLog, LoggedEvent, NewDomainEvent, NewMetadata } from '@lacre/domain-log';
import { derivedId, WrongExpectedRevision } from '@lacre/event-store';

/** In whose name the service records what it did of itself. */
const PLATFORM: EventMetadata['actor'] = { kind: 'system', name: 'Selo da plataforma' };

type Context = Pick<NewMetadata, 'occurredAt' | 'correlationId' | 'causationId' | 'tenantId'> &
  Partial<Pick<NewMetadata, 'actor'>>;

/** An event of a seal, by the platform unless a user asked for it. */
export const sealEvent = <Event extends SealEvent>(
  id: string,
  event: Event,
  context: Context,
): NewDomainEvent<Event> => ({ ...event, id, metadata: { actor: PLATFORM, ...context } });

type MadeOnce = StreamEvents['evidence' | 'partialCopy'];

/**
 * A file that is made at once or not at all, whose stream is its one event: until that is stored no caller gets the
 * file, and one that asks again finds it.
 *
 * Commit point: the append, expecting no such stream. Of two who make it at the same time one wins, for both.
 */
export async function makeOnce<Event extends MadeOnce>(
  log: DomainLog,
  stream: StreamOf<Event>,
  make: () => Promise<{ event: Event; context: Context }>,
): Promise<LoggedEvent<Event>> {
  const known = await readMade(log, stream);
  if (known) return known;
  const { event, context } = await make();
  const made = sealEvent(derivedId(stream, event.data.sha256), event, context);
  try {
    await log.append(stream, [made], { expected: 'noStream' });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  const settled = await readMade(log, stream);
  if (!settled) throw new Error(`${stream} was appended and is not there`);
  return settled;
}

/** What `makeOnce` made, if it has. */
export async function readMade<Event extends MadeOnce>(
  log: DomainLog,
  stream: StreamOf<Event>,
): Promise<LoggedEvent<Event> | undefined> {
  for await (const event of log.readStream(stream, { limit: 1, refuse: 'misfits' })) return event;
  return undefined;
}
