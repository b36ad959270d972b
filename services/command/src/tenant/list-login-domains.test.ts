import { randomUUID } from 'node:crypto';

import { streams, type StreamEvents } from '@lacre/contracts';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { appendToEnd } from '@lacre/event-store/testing';
import { expect, it } from 'vitest';

import { listLoginDomains } from './list-login-domains.ts';

type Event = StreamEvents['tenant'];
const [HERE, THERE] = ['https://assina1.example', 'https://assina2.example'];

/** What the cell at each address lists of a tenant whose stream goes on with these events. */
async function listed(...moves: readonly ('began' | 'abandoned' | 'movedOut' | 'movedIn')[]) {
  const [tenantId, moveId] = [randomUUID(), randomUUID()];
  const move = { tenantId, moveId };
  const events: Record<(typeof moves)[number] | 'registered', Event> = {
    registered: {
      type: 'TenantRegistered',
      data: { tenantId, name: 'Conta', domain: 'conta', administratorId: randomUUID() },
    },
    began: { type: 'TenantMoveBegan', data: { ...move, address: THERE } },
    abandoned: { type: 'TenantMoveAbandoned', data: move },
    movedOut: { type: 'TenantMovedOut', data: { ...move, address: THERE } },
    movedIn: { type: 'TenantMovedIn', data: { ...move, address: HERE } },
  };
  const store = createMemoryEventStore();
  const metadata = {
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: 'c1',
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  for (const name of ['registered', ...moves] as const)
    await appendToEnd(store, streams.tenant(tenantId), [{ id: randomUUID(), ...events[name], metadata }]);
  return { here: await listLoginDomains(store, HERE), there: await listLoginDomains(store, THERE) };
}

it('lists a tenant in the cell that it is in, and never in two', async () => {
  expect((await listed()).here).toEqual(['conta']);
  // The source while it moves, and the copy that the target has by then.
  expect(await listed('began')).toEqual({ here: ['conta'], there: [] });
  expect((await listed('began', 'abandoned')).here).toEqual(['conta']);
  expect((await listed('began', 'movedOut')).here).toEqual([]);
  expect((await listed('began', 'movedIn')).there).toEqual(['conta']);
});
