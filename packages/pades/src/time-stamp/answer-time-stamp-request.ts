import { createHash } from 'node:crypto';

import {
  digestAlgorithmIdentifier,
  signatureAlgorithmIdentifier,
  signingCertificateV2,
} from '../cms/build-signed-data.ts';
import { sameBytes } from '../cms/certificate.ts';
import { generalizedTime } from '../cms/der-time.ts';
import {
  element,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  smallInteger,
  sortedMembers,
  TAG,
  tagged,
  unsignedInteger,
} from '../cms/der.ts';
import { ALGORITHMS, OID } from '../cms/object-identifiers.ts';
import type { SealSigner } from '../seal/seal-signer.ts';
import { FAILURE_BITS, TimeStampError, type TimeStampFailure } from './time-stamp-error.ts';
import { readTimeStampRequest, type TimeStampRequest } from './time-stamp-request.ts';

export interface TimeStampAuthority {
  /** Its certificate must have time stamping as its critical and only extended usage. */
  readonly signer: SealSigner;
  /** Object identifier of the policy it stamps under. */
  readonly policy: string;
}

/**
 * Policy of time stamps by a local authority: "the moment at which this installation's clock stood".
 * The number is the UUID c1a1aece-60be-436a-8761-b8c3a27c588e (X.667, 7), so that it is unique.
 */
export const LOCAL_TIME_STAMP_POLICY = '2.25.257380508470925959259975895273348814990';

/** What the time of this process is taken to be off by at most, in seconds. */
const ACCURACY_SECONDS = 1;

/**
 * Answers a TimeStampReq as its authority: a token, or a refusal that says why (RFC 3161, 2.4.2).
 *
 * @param now goes into the token with its milliseconds
 * @param serial an unsigned number of at most 20 bytes that this authority never gave before
 * @returns DER of the TimeStampResp
 * @throws TypeError when `serial` is not one; whatever the signer throws
 */
export async function answerTimeStampRequest(
  der: Uint8Array,
  authority: TimeStampAuthority,
  now: Date,
  serial: Uint8Array,
): Promise<Buffer> {
  if (serial.length === 0 || serial.length > 20)
    throw new TypeError(`serial number of ${serial.length} bytes`);
  let request: TimeStampRequest;
  try {
    request = readTimeStampRequest(der);
  } catch (error) {
    if (error instanceof TimeStampError) return refusal('bad-data-format', error.message);
    throw error;
  }
  const refused = refusalOf(request, authority);
  if (refused) return refusal(...refused);
  const token = await tokenFor(request, authority, now, serial);
  return sequence(sequence(smallInteger(0)), token);
}

function refusalOf(
  request: TimeStampRequest,
  { policy }: TimeStampAuthority,
): [TimeStampFailure, string] | undefined {
  if (!request.digest || request.digest === 'sha1') return ['bad-alg', 'SHA-256, SHA-384 or SHA-512'];
  if (request.policy !== undefined && request.policy !== policy) return ['unaccepted-policy', policy];
  if (request.extensions.size > 0) return ['unaccepted-extension', [...request.extensions.keys()].join(' ')];
  return undefined;
}

function refusal(failure: TimeStampFailure, text: string): Buffer {
  const bit = FAILURE_BITS[failure];
  const bytes = Buffer.alloc((bit >> 3) + 1);
  bytes[bit >> 3] = 0x80 >> (bit & 7);
  // The named bits end with the one that is set (X.690, 11.2.2).
  const failInfo = element(TAG.bitString, Buffer.of(7 - (bit & 7)), bytes);
  const statusString = sequence(element(TAG.utf8String, Buffer.from(text, 'utf8')));
  return sequence(sequence(smallInteger(2), statusString, failInfo));
}

async function tokenFor(
  request: TimeStampRequest,
  { signer, policy }: TimeStampAuthority,
  now: Date,
  serial: Uint8Array,
): Promise<Buffer> {
  const { algorithm, certificate, chain } = signer;
  // ordering is left out: it is false by default.
  const tstInfo = sequence(
    smallInteger(1),
    objectIdentifier(policy),
    request.messageImprint,
    unsignedInteger(serial),
    generalizedTime(now, 'milliseconds'),
    sequence(smallInteger(ACCURACY_SECONDS)),
    ...(request.nonce ? [request.nonce] : []),
  );
  const messageDigest = createHash(ALGORITHMS[algorithm].digest).update(tstInfo).digest();
  const attributes = setOf(
    attribute(OID.contentType, objectIdentifier(OID.tstInfo)),
    attribute(OID.messageDigest, octetString(messageDigest)),
    attribute(OID.signingCertificateV2, signingCertificateV2(certificate)),
  );
  const signature = await signer.sign(attributes);
  const implicitAttributes = Buffer.from(attributes);
  implicitAttributes[0] = 0xa0;
  const signerInfo = sequence(
    smallInteger(1),
    sequence(certificate.issuer, certificate.serial),
    digestAlgorithmIdentifier(algorithm),
    implicitAttributes,
    signatureAlgorithmIdentifier(algorithm),
    octetString(signature),
  );
  // A root is of no use to a verifier who does not have it already.
  const issuers = chain.filter((issuer) => !sameBytes(issuer.issuer, issuer.subject));
  const certificates = sortedMembers([certificate, ...issuers].map(({ der: bytes }) => bytes));
  const signedData = sequence(
    smallInteger(3),
    setOf(digestAlgorithmIdentifier(algorithm)),
    sequence(objectIdentifier(OID.tstInfo), tagged(0, octetString(tstInfo))),
    ...(request.certReq ? [tagged(0, ...certificates)] : []),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier(OID.signedData), tagged(0, signedData));
}

function attribute(type: string, value: Uint8Array): Buffer {
  return sequence(objectIdentifier(type), setOf(value));
}
