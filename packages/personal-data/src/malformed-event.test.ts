import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import type { NewEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { expect, test } from 'vitest';

import { MalformedEvent } from './errors.ts';
import { createMemoryKeys } from './memory/index.ts';
import { protectEventStore } from './protect-event-store.ts';

const tenantId = randomUUID();
const granted = (change: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'CreditsGranted',
  data: { tenantId, amount: 1, reason: 'bônus de Ana' },
  metadata: {
    occurredAt: '2026-01-02T03:04:05.678Z',
    correlationId: 'x',
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'teste' },
  },
  ...change,
});

test.each([
  ['a type that no release here knows', { type: 'SomethingOfTomorrow' }, /SomethingOfTomorrow/],
  ['data without a field', { data: { tenantId, reason: 'bônus de Ana' } }, /data amount/],
  [
    'data with more than its type says',
    { data: { tenantId, amount: 1, reason: 'bônus de Ana', more: 1 } },
    /data/,
  ],
  ['metadata without its tenant', { metadata: { occurredAt: 'today' } }, /metadata/],
] as const)(
  'an event with %s is refused, and no event of its append is written',
  async (_what, change, says) => {
    const bare = createMemoryEventStore();
    const store = protectEventStore(bare, createMemoryKeys());
    const stream = streams.credits(tenantId);
    const malformed = granted(change as Partial<NewEvent>);
    const refused = store.append(stream, [granted(), malformed], { expected: 'noStream' });
    await expect(refused).rejects.toThrow(MalformedEvent);
    await expect(refused).rejects.toThrow(says);
    // A value may be personal data.
    await expect(refused).rejects.not.toThrow(/Ana/);
    expect(await Array.fromAsync(bare.readStream(stream))).toEqual([]);
    await store.append(stream, [granted()], { expected: 'noStream' });
  },
);
