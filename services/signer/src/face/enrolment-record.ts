import { isSameAddress, streams, type Address, type DataOf, type FaceRegister } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import type { FaceList } from './face-lists.ts';

/** What the log says of an enrolment. */
export interface EnrolmentRecord {
  /** The text that the person consented to. */
  consentVersion: string | undefined;
  /** Contacts that the session of the enrolment had proven. */
  proven: readonly Address[];
  register: FaceRegister | undefined;
}

/** Reads the person's `face-…` stream up to the enrolment of the list. */
export async function readEnrolment(
  store: EventStore,
  { personId, enrolmentId }: Pick<FaceList, 'personId' | 'enrolmentId'>,
): Promise<EnrolmentRecord> {
  let consentVersion: string | undefined;
  for await (const { type, data } of store.readStream(streams.face(personId))) {
    if (type === 'FaceConsentGiven')
      consentVersion = (data as unknown as DataOf<'FaceConsentGiven'>).termsVersion;
    if (type !== 'FaceEnrolled') continue;
    const enrolled = data as unknown as DataOf<'FaceEnrolled'>;
    if (enrolled.enrolmentId === enrolmentId)
      return { consentVersion, proven: enrolled.proven ?? [], register: enrolled.register };
  }
  return { consentVersion, proven: [], register: undefined };
}

/** Whether a session that has proven these contacts may use the enrolment: it needs one that the enrolment proved too. */
export const isBoundTo = ({ proven }: EnrolmentRecord, session: readonly Address[]): boolean =>
  proven.some((address) => session.some((own) => isSameAddress(own, address)));
