import { isSameAddress, streams, type Address, type FaceRegister } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

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
  log: DomainLog,
  { personId, enrolmentId }: Pick<FaceList, 'personId' | 'enrolmentId'>,
): Promise<EnrolmentRecord> {
  let consentVersion: string | undefined;
  for await (const { type, data } of log.readStream(streams.face(personId))) {
    if (type === 'FaceConsentGiven') consentVersion = data.termsVersion;
    if (type === 'FaceEnrolled' && data.enrolmentId === enrolmentId)
      return { consentVersion, proven: data.proven, register: data.register };
  }
  return { consentVersion, proven: [], register: undefined };
}

/** Whether a session that has proven these contacts may use the enrolment: it needs one that the enrolment proved too. */
export const isBoundTo = ({ proven }: EnrolmentRecord, session: readonly Address[]): boolean =>
  proven.some((address) => session.some((own) => isSameAddress(own, address)));
