import { randomUUID } from 'node:crypto';

import { schemaVersionOf, type EventType } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';

/** Appends an event of another service, as it is written today. @param data names its tenant */
export async function record(
  eventStore: EventStore,
  stream: string,
  type: EventType,
  data: { tenantId: string; [field: string]: unknown },
): Promise<void> {
  const metadata = {
    occurredAt: '2026-11-21T12:00:00.000Z',
    correlationId: 'test',
    schemaVersion: schemaVersionOf(type),
    tenantId: data.tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  await appendToEnd(eventStore, stream, [{ id: randomUUID(), type, data: data as never, metadata }]);
}
