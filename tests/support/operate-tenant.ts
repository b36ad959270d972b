import { randomUUID } from 'node:crypto';

import { schemaVersionOf, streams, type DataOf, type EventType } from '@lacre/contracts';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { appendToEnd } from '@lacre/event-store/testing';
import type { Pool } from 'pg';

/** Appends to the tenant's stream what the operator of the platform does to it, past the product's own log. */
export async function operateOn<Type extends EventType>(
  pool: Pool,
  tenantId: string,
  type: Type,
  data: Omit<DataOf<Type>, 'tenantId'>,
): Promise<void> {
  const store = await createPostgresEventStore({ pool });
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: 'operator',
    schemaVersion: schemaVersionOf(type),
    tenantId,
    actor: { kind: 'system', name: 'operador' },
  };
  const event = { id: randomUUID(), type, data: { tenantId, ...data }, metadata };
  await appendToEnd(store, streams.tenant(tenantId), [event]);
  await store.close();
}

/** A move of a tenant to an installation at this address, as its events make it. */
export function moveOf(pool: Pool, tenantId: string, address: string) {
  const move = { moveId: randomUUID(), address };
  const { moveId } = move;
  return {
    begin: () => operateOn(pool, tenantId, 'TenantMoveBegan', move),
    abandon: () => operateOn(pool, tenantId, 'TenantMoveAbandoned', { moveId }),
    leave: () => operateOn(pool, tenantId, 'TenantMovedOut', move),
    arrive: () => operateOn(pool, tenantId, 'TenantMovedIn', move),
  };
}
