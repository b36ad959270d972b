import { expect, it } from 'vitest';

import { PUBLIC_EVENT_TYPES, feedEventOf } from './feed-event.ts';

it('lists each public type once, by a name that ends in its version', () => {
  expect(new Set(PUBLIC_EVENT_TYPES).size).toBe(PUBLIC_EVENT_TYPES.length);
  for (const type of PUBLIC_EVENT_TYPES) expect(type).toMatch(/^[a-z]+\.[a-z-]+\.v\d+$/);
});

it('gives the public shape of a fact alone', () => {
  const ids = {
    processId: crypto.randomUUID(),
    documentId: crypto.randomUUID(),
    tenantId: crypto.randomUUID(),
  };
  const told = feedEventOf({
    id: crypto.randomUUID(),
    type: 'SignatureRejected',
    position: '7',
    metadata: { occurredAt: '2026-05-04T12:00:00.000Z' },
    data: {
      ...ids,
      personId: crypto.randomUUID(),
      signatureId: `${ids.processId}:1`,
      part: 'signer',
      reason: 'Valor errado',
      client: { ip: '192.0.2.1' },
      rejectedAt: '2026-05-04T12:00:00.000Z',
    },
  });
  expect(told).toMatchObject({
    type: 'signature.rejected.v1',
    timestamp: '2026-05-04T12:00:00.000Z',
    subjects: { processId: ids.processId, documentId: ids.documentId, signatureId: `${ids.processId}:1` },
    data: { part: 'signer', reason: 'Valor errado', rejectedAt: '2026-05-04T12:00:00.000Z' },
  });
  expect(JSON.stringify(told)).not.toContain('192.0.2.1');
  expect(JSON.stringify(told)).not.toContain(ids.tenantId);
  expect(
    feedEventOf({ id: '', type: 'ValueReserved', position: '1', data: {}, metadata: { occurredAt: '' } }),
  ).toBe(undefined);
});
