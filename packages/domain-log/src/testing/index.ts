import { readFileSync } from 'node:fs';

import type { EventStore, NewEvent } from '@lacre/event-store';
import { contractsMarking, protectEventStore, type PersonalDataKeys } from '@lacre/personal-data';

/** Whose acts the log of the first release holds. */
export const FIRST_RELEASE = {
  tenantId: '00000000-0000-4000-8000-000000000071',
  userId: '00000000-0000-4000-8000-000000000072',
  /** Signed both documents, and enrolled her face. */
  anaId: '00000000-0000-4000-8000-000000000074',
  /** Signed the first document from a remembered device, and rejected the second. */
  ruiId: '00000000-0000-4000-8000-000000000075',
  processId: '00000000-0000-4000-8000-000000000076',
  sealedId: '00000000-0000-4000-8000-000000000077',
  rejectedId: '00000000-0000-4000-8000-000000000078',
  enrolmentId: '00000000-0000-4000-8000-000000000079',
} as const;

type Line = NewEvent & { stream: string; revision: number };

/**
 * What the services of the first release that knew faces appended, to the letter, in the order of its log: one process of
 * two documents, from the registration of its tenant to its end. All of it is in the first version of its type.
 */
export const firstReleaseLines = (): Line[] =>
  readFileSync(new URL('../../fixtures/first-release.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Makes the store hold that log. */
export async function appendFirstRelease(store: Pick<EventStore, 'append'>): Promise<void> {
  for (const { stream, revision, ...event } of firstReleaseLines())
    await store.append(stream, [event], { expected: revision === 0 ? 'noStream' : BigInt(revision - 1) });
}

/** The store as an earlier release wrote to it: personal data encrypted, in whatever shape events had then. */
export const storeOfEarlierRelease = (store: EventStore, keys: PersonalDataKeys): EventStore =>
  protectEventStore(store, keys, { marking: { ...contractsMarking, faultOf: () => undefined } });
