import { randomUUID } from 'node:crypto';

import { EventStoreUnavailable, type EventStore, type NewEvent } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';
import { bigInteger, table, text, uuid } from '@lacre/read-models';

import type { Projection } from '../engine/projection.ts';
import { newEvent } from './recorded-history.ts';

/** Grants with this reason cannot be folded while `poison` holds it. */
export const poison = { reason: undefined as string | undefined };

const tally = table(
  'tally',
  { tenant_id: uuid(), total: bigInteger(), grants: bigInteger(), reasons: text() },
  { key: ['tenant_id'] },
);

/** Sums grants per tenant: wrong at once when an event is lost, doubled or out of order. */
export const tallyProjection = (version = 1, times = 1): Projection => ({
  name: 'tally',
  version,
  schema: 'read',
  tables: [tally],
  on: {
    CreditsGranted: ({ data }) =>
      tally.evolve([data.tenantId], (row) => {
        if (data.reason === poison.reason) throw new Error('cannot take this grant');
        return {
          tenant_id: data.tenantId,
          total: (row?.total ?? 0) + data.amount * times,
          grants: (row?.grants ?? 0) + 1,
          reasons: `${row?.reasons ?? ''}${data.reason};`,
        };
      }),
  },
});

export const granted = (tenantId: string, amount: number, reason: string): NewEvent =>
  newEvent('CreditsGranted', { tenantId, amount, reason });

/** Many grants over some tenants; what each should come to. */
export async function grantMany(store: EventStore, tenants: number, perTenant: number) {
  const expected = new Map<string, number>();
  const ids = Array.from({ length: tenants }, () => randomUUID());
  for (let round = 0; round < perTenant; round++) {
    for (const tenantId of ids) {
      const amount = 1 + ((round * 7) % 5);
      await appendSurely(store, tenantId, granted(tenantId, amount, `r${round}`));
      expected.set(tenantId, (expected.get(tenantId) ?? 0) + amount);
    }
  }
  return expected;
}

/** Repeats the append, the same by its event id, until the store has answered. */
async function appendSurely(store: EventStore, tenantId: string, event: NewEvent): Promise<void> {
  for (;;) {
    try {
      await appendToEnd(store, `credits-${tenantId}`, [event]);
      return;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
    }
  }
}
