import { randomUUID } from 'node:crypto';

import { streams, type EventType } from '@lacre/contracts';
import type { EventStore, NewEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { appendToEnd } from '@lacre/event-store/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createTenantMoves, holdAppends, type TenantMoves } from './tenant-moves.ts';

const [tenantId, otherId, moveId] = [randomUUID(), randomUUID(), randomUUID()];
const address = 'https://assina2.example';

/** The log itself, as another process writes to it. */
let log: EventStore;
let moves: TenantMoves;
let held: EventStore;

const eventOf = (type: EventType, tenant: string, data: object = {}): NewEvent => ({
  id: randomUUID(),
  type,
  data: { tenantId: tenant, ...data },
  metadata: {
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: 'c1',
    schemaVersion: 1,
    tenantId: tenant,
    actor: { kind: 'system', name: 'test' },
  },
});
const happens = (type: EventType, data: object = { moveId, address }) =>
  appendToEnd(log, streams.tenant(tenantId), [eventOf(type, tenantId, data)]);
const attempt = (tenant = tenantId) =>
  held
    .append(streams.template(randomUUID()), [eventOf('TemplateRemoved', tenant)], { expected: 'noStream' })
    .then(
      () => 'stored',
      (error: { code?: string }) => error.code,
    );
/** Until a process that follows the log has seen it. */
const settles = async (outcome: string): Promise<void> => {
  await expect.poll(() => attempt()).toBe(outcome);
};

beforeEach(async () => {
  log = createMemoryEventStore();
  moves = createTenantMoves({ eventStore: log, logger: { error: () => {} } });
  held = holdAppends(log, moves);
  await happens('TenantRegistered', { name: 'Conta', domain: 'conta', administratorId: randomUUID() });
});

describe('the log of a tenant that is moved', () => {
  it('refuses its appends from the beginning of the move until it is given up, and accepts all of others', async () => {
    expect(await attempt()).toBe('stored');
    await happens('TenantMoveBegan');
    await settles('TENANT_MOVING');
    expect(await attempt(otherId)).toBe('stored');
    await happens('TenantMoveAbandoned', { moveId });
    await settles('stored');
  });

  it('takes nothing once it has left, and all once it is back', async () => {
    await happens('TenantMoveBegan');
    await happens('TenantMovedOut');
    await settles('TENANT_MOVED');
    expect(await moves.awayOf(tenantId)).toMatchObject({ code: 'TENANT_MOVED', address });
    await happens('TenantMovedIn');
    await settles('stored');
    expect(await moves.awayOf(tenantId)).toBeUndefined();
  });

  it('takes the events of the move itself', async () => {
    await happens('TenantMoveBegan');
    await settles('TENANT_MOVING');
    const out = eventOf('TenantMovedOut', tenantId, { moveId, address });
    expect(await held.append(streams.tenant(tenantId), [out], { expected: 1n })).toMatchObject({
      revision: 2n,
    });
  });

  it('takes none of several appends in order where one is of it', async () => {
    await happens('TenantMoveBegan');
    await settles('TENANT_MOVING');
    const appends = [otherId, tenantId].map((tenant) => ({
      stream: streams.template(tenant),
      events: [eventOf('TemplateRemoved', tenant)],
      options: { expected: 'noStream' as const },
    }));
    await expect(held.appendInOrder(appends)).rejects.toMatchObject({ code: 'TENANT_MOVING' });
    const stored = await Array.fromAsync(log.readStream(streams.template(otherId)));
    expect(stored).toEqual([]);
  });
});
