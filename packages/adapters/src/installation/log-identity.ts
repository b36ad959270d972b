import {
  schemaVersionOf,
  streams,
  type DataOf,
  type EventMetadata,
  type InstallationEvent,
} from '@lacre/contracts';
import {
  derivedId,
  StreamTruncated,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  type Seen,
} from '@lacre/event-store';

import type { LogIdentity, LogKind } from './facts.ts';

const STREAM = streams.installation();

/** What a log says of itself, and where its last word on it stands. */
export interface Found extends LogIdentity {
  last: Seen;
}

/** Undefined where the log says nothing, or no longer says all. */
export async function identityIn(store: Pick<EventStore, 'readStream'>): Promise<Found | undefined> {
  try {
    return await readIdentity(store);
  } catch (error) {
    if (error instanceof StreamTruncated) return undefined;
    throw error;
  }
}

async function readIdentity(store: Pick<EventStore, 'readStream'>): Promise<Found | undefined> {
  let found: Found | undefined;
  for await (const event of store.readStream(STREAM)) {
    const { installationId, epoch, to } = event.data as DataOf<'InstallationBegan'> & { to?: LogKind };
    found = {
      installationId: found?.installationId ?? installationId,
      epochs: [...(found?.epochs ?? []), epoch],
      movedTo: to,
      last: seenOf(event),
    };
  }
  return found;
}

const seenOf = ({ stream, revision, id, position }: RecordedEvent): Seen => ({
  stream,
  revision,
  id,
  position,
});

/** Whether the event stands where it was seen. */
export async function isThere(store: Pick<EventStore, 'readStream'>, seen: Seen): Promise<boolean> {
  try {
    for await (const { id, revision } of store.readStream(seen.stream, { from: seen.revision, limit: 1 }))
      return id === seen.id && revision === seen.revision;
    return false;
  } catch (error) {
    if (error instanceof StreamTruncated) return false;
    throw error;
  }
}

/** The platform itself acts: no tenant is concerned, so the installation stands in the tenant's place. */
function written(id: string, { type, data }: InstallationEvent): NewEvent {
  const { installationId } = data;
  const metadata: EventMetadata = {
    occurredAt: new Date().toISOString(),
    correlationId: installationId,
    schemaVersion: schemaVersionOf(type),
    tenantId: installationId,
    actor: { kind: 'system', name: 'installation' },
  };
  return { id, type, data, metadata: { ...metadata } };
}

/** The log's first event; the same again for the same installation, so that a birth may be gone on with. */
export async function beginLog(
  store: Pick<EventStore, 'append'>,
  data: DataOf<'InstallationBegan'>,
): Promise<Seen> {
  const { installationId } = data;
  const id = derivedId('installation', installationId);
  const event = written(id, { type: 'InstallationBegan', data });
  const { revision, position } = await store.append(STREAM, [event], { expected: 'noStream' });
  return { stream: STREAM, revision, id, position };
}

/** From here on the log is in another epoch. */
export async function beginEpoch(
  store: Pick<EventStore, 'append'>,
  data: DataOf<'LogAdopted'>,
  after: Seen,
): Promise<Seen> {
  return turn(store, { type: 'LogAdopted', data }, after);
}

/** The log's last event where it is now: from here on it lives elsewhere, in another epoch. */
export async function closeLog(
  store: Pick<EventStore, 'append'>,
  data: DataOf<'LogMoved'>,
  after: Seen,
): Promise<Seen> {
  return turn(store, { type: 'LogMoved', data }, after);
}

async function turn(store: Pick<EventStore, 'append'>, event: InstallationEvent, after: Seen): Promise<Seen> {
  const { installationId, epoch } = event.data;
  const id = derivedId('installation', installationId, epoch);
  const dated = written(id, event);
  const { revision, position } = await store.append(STREAM, [dated], { expected: after.revision });
  return { stream: STREAM, revision, id, position };
}
