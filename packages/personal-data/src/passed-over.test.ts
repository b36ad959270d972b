import { randomUUID } from 'node:crypto';

import { createMemoryEventStore } from '@lacre/event-store/memory';
import { shareSubscriptions } from '@lacre/event-store/shared';
import { eventsIn, readUntil, testEvent } from '@lacre/event-store/testing';
import { expect, it, vi } from 'vitest';

import type { Marking } from './marking.ts';
import { createMemoryKeys } from './memory/index.ts';
import { protectEventStore } from './protect-event-store.ts';

/** Every text is personal data of the one subject of its tenant. */
const marking: Marking = {
  contentOf: ({ data }) => {
    const subject = String(data['tenantId']);
    const leaf = { path: ['data', 'text'], value: data['text'], subject, erased: 'text' } as const;
    return { leaves: [leaf], subjects: new Set([subject]) };
  },
  faultOf: () => undefined,
  erasedBy: () => undefined,
};

it('events that a subscriber skips are not decrypted for it, past or live', async () => {
  const keys = createMemoryKeys();
  const store = shareSubscriptions(protectEventStore(createMemoryEventStore(), keys, { marking }));
  const wanted = randomUUID();
  const append = async (): Promise<void> => {
    for (const tenantId of [wanted, randomUUID()])
      await store.append(`of-${randomUUID()}`, [testEvent({ data: { tenantId, text: 'Ana' } })], {
        expected: 'noStream',
      });
  };
  await append();
  const asked = vi.spyOn(keys, 'forReading');
  const subjectsAsked = () => asked.mock.calls.map(([subjects]) => Array.from(subjects));
  let ofThePast: string[][] = [];
  let isLive = false;
  const messages = await readUntil(
    store,
    { after: 'start', passesOver: ({ data }) => data['tenantId'] !== wanted },
    async (soFar) => {
      if (soFar.at(-1)?.kind === 'caughtUp' && !isLive) {
        isLive = true;
        ofThePast = subjectsAsked();
        await append();
        // Writing asks for keys too.
        asked.mockClear();
      }
      return eventsIn(soFar).length === 2 && soFar.at(-1)?.position === (await store.head());
    },
  );
  expect(eventsIn(messages).map(({ data }) => data)).toEqual(
    Array.from({ length: 2 }, () => ({ tenantId: wanted, text: 'Ana' })),
  );
  // It resumes after what it passed over.
  expect(messages.at(-1)?.position).toBe(await store.head());
  expect([ofThePast, subjectsAsked()]).toEqual([[[wanted]], [[wanted]]]);
});
