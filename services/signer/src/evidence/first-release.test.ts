import { createHash } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import {
  appendFirstRelease,
  FIRST_RELEASE,
  firstReleaseLines,
  storeOfEarlierRelease,
} from '@lacre/domain-log/testing';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { protectEventStore } from '@lacre/personal-data';
import { createMemoryKeys } from '@lacre/personal-data/memory';
import { describe, expect, it } from 'vitest';

import { readEnrolment } from '../face/enrolment-record.ts';
import { readProcess } from '../process/process-record.ts';
import { readEventChain } from './chain/event-chain.ts';
import { participantsOf } from './evidence-facts.ts';

const { processId, sealedId, anaId, enrolmentId } = FIRST_RELEASE;
const keys = createMemoryKeys();
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Evidence of a document as that log has it, and the chain beneath. */
async function evidenceIn(store: EventStore, documentId: string) {
  const record = await readProcess(createDomainLog(store), processId);
  if (record === undefined) throw new Error('the process is in the log');
  const chain = await readEventChain({ eventStore: store, personalDataKeys: keys }, record, documentId);
  return { record, chain, participants: participantsOf(record, documentId, chain) };
}

describe('evidence of a log of the first release', () => {
  it('has the chain that it had before shapes changed', async () => {
    const store = createMemoryEventStore();
    await appendFirstRelease(store);
    const { chain } = await evidenceIn(store, sealedId);
    expect(chain.head).toBe('afe55c296e55053e11574d966a83382db9f3e6793207c49aac5f0de6118d9840');
  });

  it('hashes what was recorded, without fields that were not recorded then', async () => {
    const below = createMemoryEventStore();
    await appendFirstRelease(storeOfEarlierRelease(below, keys));
    const { chain } = await evidenceIn(protectEventStore(below, keys), sealedId);
    const written = firstReleaseLines().filter(({ stream }) => stream === streams.process(processId));
    expect(chain.events.map(({ eventId }) => eventId)).toEqual(written.map(({ id }) => id));
    const signatures = chain.events.filter((_event, index) => written[index]?.type === 'SignatureSigned');
    const stated = signatures.flatMap(({ canonical }) => (canonical === null ? [] : [canonical]));
    expect(stated).toHaveLength(2);
    for (const canonical of stated) {
      const event = JSON.parse(canonical) as { data: { consent: object }; metadata: object };
      expect(event.metadata).toMatchObject({ schemaVersion: 1 });
      expect(event.data).not.toHaveProperty('contactProof');
      expect(event.data.consent).not.toHaveProperty('textSha256');
    }
    const whole = chain.events.filter(({ canonical }) => canonical !== null);
    expect(whole.map(({ canonical }) => sha256Of(canonical ?? ''))).toEqual(
      whole.map(({ sha256 }) => sha256),
    );
  });

  it('states of each act that its contact was not recorded', async () => {
    const store = createMemoryEventStore();
    await appendFirstRelease(store);
    const { participants } = await evidenceIn(store, sealedId);
    expect(
      participants.map(({ status, contact, consent }) => [status, contact, consent?.textSha256]),
    ).toEqual([
      ['signed', null, null],
      ['signed', null, null],
    ]);
  });
});

it('a face enrolled in the first release is bound to no contact', async () => {
  const store = createMemoryEventStore();
  await appendFirstRelease(store);
  const enrolment = await readEnrolment(createDomainLog(store), { personId: anaId, enrolmentId });
  expect(enrolment).toEqual({ consentVersion: '1', proven: [], register: undefined });
});
