import { createHash } from 'node:crypto';

import {
  answerTimeStampRequest,
  type DigestName,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  type LocalAuthority,
  prepareDocumentTimeStamp,
  readTimeStampResponse,
  timeStampRequest,
  type ValidationData,
} from '@lacre/pades';

import { NOW } from '../../fixtures/authorities.ts';
import { ocspOf } from '../../fixtures/long-term-pieces.ts';

export type Stamper = Pick<LocalAuthority, 'timeStamping'>;

const DAY_MS = 86_400_000;
export const LATER = new Date(NOW.getTime() + DAY_MS);

/** A token over a digest: the same for the same digest, but for no other. */
export async function fixedToken(
  { timeStamping }: Stamper,
  imprint: Uint8Array,
  digest: DigestName = 'sha256',
): Promise<Uint8Array> {
  const request = timeStampRequest({ imprint, digest, certReq: true });
  const stamper = { signer: timeStamping.signer, policy: LOCAL_TIME_STAMP_POLICY };
  const serial = createHash('sha256').update(imprint).digest().subarray(0, 8);
  return readTimeStampResponse(await answerTimeStampRequest(request, stamper, NOW, serial), request).token;
}

/** All that is needed to validate the seal and its time stamps long after. */
export async function fixedValidationData(held: LocalAuthority): Promise<ValidationData> {
  const { root, issuing, timeStamping, seal, ocsp } = held;
  const times = { number: 1, thisUpdate: NOW, nextUpdate: LATER };
  return {
    certificates: [root, issuing, seal, timeStamping, ocsp].map(({ certificate }) => certificate.der),
    ocspResponses: await Promise.all(
      [seal, timeStamping].map(({ certificate }) => ocspOf(held, certificate)),
    ),
    crls: [await issueCrl({ issuer: root.signer, ...times, revoked: [] })],
  };
}

/** A file with a document time stamp appended. */
export async function withFixedTimeStamp(
  pdf: Uint8Array,
  by: Stamper,
  reserveBytes: number,
): Promise<Buffer> {
  const prepared = await prepareDocumentTimeStamp({ pdf, reserveBytes });
  return Buffer.concat([pdf, prepared.finish(await fixedToken(by, prepared.imprint)).tail]);
}
