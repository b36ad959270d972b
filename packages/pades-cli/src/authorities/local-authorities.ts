import { randomBytes } from 'node:crypto';

import {
  answerOcspRequest,
  answerTimeStampRequest,
  type Certificate,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  type LocalAuthority,
} from '@lacre/pades';
import { sameBytes } from '@lacre/pades/cms';

import type { Authorities } from './authorities.ts';

const ANSWER_LASTS_MS = 7 * 86_400_000;
const SERIAL_BYTES = 16;

/** What a local authority answers about its own certificates. It has revoked none. */
export function localAuthorities(held: LocalAuthority, now: () => Date): Authorities {
  const until = (): Date => new Date(now().getTime() + ANSWER_LASTS_MS);
  // One for all that ask, so that a file has it once.
  let rootCrl: Promise<Buffer> | undefined;
  return {
    timeStamp: (request) => {
      const { signer } = held.timeStamping;
      return answerTimeStampRequest(
        request,
        { signer, policy: LOCAL_TIME_STAMP_POLICY },
        now(),
        randomBytes(SERIAL_BYTES),
      );
    },
    ocsp: async (_certificate, issuer, request) => {
      if (!isSame(issuer, held.issuing.certificate)) return undefined;
      const responder = { issuer, signer: held.ocsp.signer, statusOf: () => ({ status: 'good' }) as const };
      return answerOcspRequest(request, responder, now(), until());
    },
    crls: async (_certificate, issuer) => {
      if (!isSame(issuer, held.root.certificate)) return [];
      const times = { thisUpdate: now(), nextUpdate: until() };
      rootCrl ??= issueCrl({ issuer: held.root.signer, number: now().getTime(), ...times, revoked: [] });
      return [await rootCrl];
    },
    issuerOf: async () => undefined,
  };
}

function isSame(one: Certificate, other: Certificate): boolean {
  return sameBytes(one.der, other.der);
}
