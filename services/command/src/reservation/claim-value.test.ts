import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { createKeyedDigest } from '@lacre/identity';
import { expect, it, vi } from 'vitest';

import type { CommandContext } from '../decider/command-context.ts';
import { createCommandHandler } from '../decider/store-command-handler.ts';
import { claimValue, type Claim } from './claim-value.ts';
import { release } from './release.ts';

const tenantId = '00000000-0000-4000-8000-000000000001';
const context = (key: string): CommandContext => ({
  key,
  correlationId: 'request',
  tenantId,
  actor: { kind: 'system', name: 'test' },
});
const claimOf = (personId: string): Claim => ({
  kind: 'cpf',
  value: '52998224725',
  owner: streams.person(personId),
  scope: 'tenant',
});

it('takes a value that was given up while it was being asked for', async () => {
  const eventStore = createMemoryEventStore();
  const now = () => new Date('2026-03-02T12:00:00Z');
  const handler = createCommandHandler({ eventStore, now });
  const parts = {
    handler,
    domainLog: createDomainLog(eventStore),
    digest: createKeyedDigest(Buffer.alloc(32, 1)),
    now,
  };
  const held = claimOf('ana');
  expect(await claimValue(parts, held, context('ana'))).toEqual({ ok: true });
  // Refused at first, and looked at when it is free again.
  const handle = vi.spyOn(handler, 'handle');
  handle.mockImplementationOnce(async (...asked) => {
    const refused = await createCommandHandler({ eventStore, now }).handle(...asked);
    await release(parts, context('ana:edit'), held);
    return refused;
  });
  expect(await claimValue(parts, claimOf('rui'), context('rui'))).toEqual({ ok: true });
});
