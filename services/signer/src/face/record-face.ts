import {
  streams,
  type Actor,
  type Address,
  type ClientContext,
  type EventMetadata,
  type FaceEvent,
} from '@lacre/contracts';
import { notBefore, type JsonObject, type Position } from '@lacre/event-store';

import type { Signer } from '../dependencies.ts';

interface Recorded {
  /** The same when what it records is repeated. */
  id: string;
  event: FaceEvent;
}

/** Who did it and how it came in. */
export interface FaceActor {
  actor: Actor;
  correlationId: string;
  client?: ClientContext | undefined;
}

/** The person themselves, and the contacts that their session has proven. */
export interface FacePerson extends FaceActor {
  personId: string;
  proven: readonly Address[];
}

/** Appends to a person's `face-…` stream, which this service alone writes. @returns the position of the last event */
export async function recordFace(
  { eventStore, now }: Pick<Signer, 'eventStore' | 'now'>,
  { actor, correlationId, client }: FaceActor,
  recorded: readonly [Recorded, ...Recorded[]],
): Promise<Position> {
  const [{ event: first }] = recorded;
  const stream = streams.face(first.data.personId);
  let lastAt: string | undefined;
  for await (const last of eventStore.readStream(stream, { direction: 'backwards', limit: 1 }))
    lastAt = last.metadata.occurredAt;
  const metadata: EventMetadata = {
    occurredAt: notBefore(now().toISOString(), lastAt),
    correlationId,
    schemaVersion: 1,
    tenantId: first.data.tenantId,
    actor,
    ...(client === undefined ? {} : { client }),
  };
  const events = recorded.map(({ id, event: { type, data } }) => ({
    id,
    type,
    data: data as unknown as JsonObject,
    metadata: metadata as never,
  }));
  const { position } = await eventStore.append(stream, events, { expected: 'any' });
  return position;
}
