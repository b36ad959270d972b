import type { DataOf, EventMetadata, EventType } from '@lacre/contracts';
import {
  derivedId,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
  type Position,
} from '@lacre/event-store';

import { entryOf } from '../process/process-record.ts';

/** In whose name the service records what it did of itself. */
const PLATFORM: EventMetadata['actor'] = { kind: 'system', name: 'Selo da plataforma' };

type Context = Pick<EventMetadata, 'occurredAt' | 'correlationId' | 'causationId' | 'tenantId'> &
  Partial<Pick<EventMetadata, 'actor'>>;

/** An event of a seal, by the platform unless somebody asked for it. */
export function sealEvent<Type extends EventType>(
  id: string,
  type: Type,
  data: DataOf<Type>,
  context: Context,
): NewEvent {
  const metadata: EventMetadata = { schemaVersion: 1, actor: PLATFORM, ...context };
  return { id, type, data: data, metadata: metadata as never };
}

type MadeOnce = 'EvidenceSealed' | 'PartialCopySealed';
export interface Made<Type extends MadeOnce> {
  data: DataOf<Type>;
  position: Position;
}

/**
 * A file that is made at once or not at all, whose stream is its one event: until that is stored nobody can be given the
 * file, and whoever asks again finds it.
 *
 * Commit point: the append, expecting no such stream. Of two who make it at the same time one wins, for both.
 */
export async function makeOnce<Type extends MadeOnce>(
  store: EventStore,
  stream: string,
  type: Type,
  make: () => Promise<{ data: DataOf<Type>; context: Context }>,
): Promise<Made<Type>> {
  const known = await readMade(store, stream, type);
  if (known) return known;
  const { data, context } = await make();
  const event = sealEvent(derivedId(stream, data.sha256), type, data, context);
  try {
    await store.append(stream, [event], { expected: 'noStream' });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  const settled = await readMade(store, stream, type);
  if (!settled) throw new Error(`${stream} was appended and is not there`);
  return settled;
}

/** What `makeOnce` made, if it has. */
export async function readMade<Type extends MadeOnce>(
  store: EventStore,
  stream: string,
  type: Type,
): Promise<Made<Type> | undefined> {
  for await (const event of store.readStream(stream, { limit: 1 })) {
    const entry = entryOf(event);
    if (entry.type === type) return { data: entry.data as DataOf<Type>, position: event.position };
  }
  return undefined;
}
