import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { beforeEach, describe, expect, it } from 'vitest';

import { historyAt } from './tenant-history.ts';

const tenantId = randomUUID();
const stream = streams.tenant(tenantId);
const metadata = {
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: randomUUID(),
  schemaVersion: 1,
  tenantId,
  actor: { kind: 'system', name: 'test' },
};

let store: EventStore;
beforeEach(async () => {
  store = createMemoryEventStore();
  const events = [
    {
      type: 'TenantDeactivated',
      data: { tenantId, reason: 'Encerrou o contrato' },
      id: randomUUID(),
      metadata,
    },
    { type: 'TenantPraised', data: { tenantId }, id: randomUUID(), metadata },
  ];
  await store.append(stream, events, { expected: 'noStream' });
});

const at = (...revisions: bigint[]) =>
  historyAt(
    createDomainLog(store),
    revisions.map((revision) => ({ stream, revision })),
  );

describe('history', () => {
  it('leaves out an event that a later release wrote', async () => {
    expect((await at(0n, 1n)).map(({ action }) => action)).toEqual(['tenantDeactivated']);
  });

  it('fails when the log lacks an event', async () => {
    await expect(at(0n, 7n)).rejects.toThrow(`the log has no event 7 in ${stream}`);
  });
});
