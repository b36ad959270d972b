import { createDomainLog, type LoggedEvent } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import { prepared } from '@lacre/postgres';
import type { ClientBase, Pool } from 'pg';

import type { Target } from './target.ts';

/** An event a read model went on without, and why. Later events of the same stream wait behind it. */
export interface ParkedEvent {
  target: string;
  stream: string;
  revision: bigint;
  eventId: string;
  eventType: string;
  position: string;
  error: string;
  parkedAt: Date;
}

/** Streams with parked events, by target id. To be asked under the targets' locked checkpoints. */
export async function parkedStreams(
  client: ClientBase,
  targets: readonly Target[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ target: string; stream: string }>(
    prepared('select distinct target, stream from projector.parked_event where target = any ($1)', [
      targets.map(({ id }) => id),
    ]),
  );
  const streams = new Map<string, Set<string>>();
  for (const { target, stream } of rows) streams.set(target, (streams.get(target) ?? new Set()).add(stream));
  return streams;
}

export async function parkEvents(
  client: ClientBase,
  target: Target,
  parked: readonly { event: LoggedEvent; error: string }[],
): Promise<void> {
  if (parked.length === 0) return;
  await client.query(
    `insert into projector.parked_event (target, stream, revision, event_id, event_type, position, error)
     select $1, * from unnest($2::text[], $3::int8[], $4::uuid[], $5::text[], $6::text[], $7::text[])`,
    [
      target.id,
      parked.map(({ event }) => event.stream),
      parked.map(({ event }) => event.revision),
      parked.map(({ event }) => event.id),
      parked.map(({ event }) => event.type),
      parked.map(({ event }) => event.position),
      parked.map(({ error }) => error.replaceAll('\0', '').slice(0, 2000)),
    ],
  );
}

/** Everything parked, oldest first: empty when all is well. */
export async function listParked(pool: Pool): Promise<ParkedEvent[]> {
  const { rows } = await pool.query<ParkedEvent>(
    `select target, stream, revision, event_id as "eventId", event_type as "eventType", position, error,
            parked_at as "parkedAt"
       from projector.parked_event order by parked_at, stream, revision`,
  );
  return rows;
}

/** The parked events of one stream, as the log has them, in order. */
export async function readParked(
  client: ClientBase,
  eventStore: EventStore,
  target: Target,
  stream: string,
): Promise<LoggedEvent[]> {
  const { rows } = await client.query<{ revision: bigint }>(
    'select revision from projector.parked_event where target = $1 and stream = $2 order by revision',
    [target.id, stream],
  );
  const log = createDomainLog(eventStore);
  const events: LoggedEvent[] = [];
  for (const { revision } of rows) {
    for await (const event of log.readStream(stream, { from: revision, limit: 1 })) events.push(event);
  }
  return events;
}
