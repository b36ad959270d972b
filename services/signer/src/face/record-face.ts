import { streams, type Actor, type Address, type ClientContext, type FaceEvent } from '@lacre/contracts';
import type { NewDomainEvent, DomainLog } from '@lacre/domain-log';
import { notBefore, WrongExpectedRevision, type Expected, type Position } from '@lacre/event-store';

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
  { log, now }: { log: DomainLog; now: () => Date },
  by: FaceActor,
  recorded: readonly [Recorded, ...Recorded[]],
): Promise<Position> {
  const stream = streams.face(recorded[0].event.data.personId);
  for (;;) {
    let lastAt: string | undefined;
    let expected: Expected = 'noStream';
    for await (const last of log.readStream(stream, { direction: 'backwards', limit: 1 })) {
      lastAt = last.metadata.occurredAt;
      expected = last.revision;
    }
    const events = eventsAt(notBefore(now().toISOString(), lastAt), by, recorded);
    try {
      return (await log.append(stream, events, { expected })).position;
    } catch (error) {
      // Another of this service's processes was first; what it recorded does not stand against this.
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}

function eventsAt(
  occurredAt: string,
  { actor, correlationId, client }: FaceActor,
  recorded: readonly [Recorded, ...Recorded[]],
): NewDomainEvent<FaceEvent>[] {
  const metadata = {
    occurredAt,
    correlationId,
    tenantId: recorded[0].event.data.tenantId,
    actor,
    ...(client === undefined ? {} : { client }),
  };
  return recorded.map(({ id, event }) => ({ ...event, id, metadata }));
}
