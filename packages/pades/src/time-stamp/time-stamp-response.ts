import { sameBytes } from '../cms/certificate.ts';
import type { Certificate } from '../cms/certificate.ts';
import { DerFields } from '../cms/der-fields.ts';
import { DerError, type DerElement, readDer, TAG } from '../cms/der.ts';
import {
  FAILURE_BITS,
  readingTimeStamp,
  TimeStampError,
  type TimeStampFailure,
  type TimeStampProblem,
} from './time-stamp-error.ts';
import { readTimeStampRequest, type TimeStampRequest } from './time-stamp-request.ts';
import { readTimeStampToken, type TimeStampToken } from './time-stamp-token.ts';
import { verifyTimeStampToken } from './verify-time-stamp-token.ts';

export interface TimeStampResponse {
  /** DER of the token, to keep. */
  readonly token: Uint8Array;
  readonly info: TimeStampToken;
  /** The authority granted the request with changes of its own (grantedWithMods). */
  readonly modified: boolean;
}

/** PKIStatus other than granted (0) and grantedWithMods (1) (RFC 3161, 2.4.2). */
const REFUSALS: Readonly<Record<number, TimeStampProblem>> = {
  2: 'rejected',
  3: 'waiting',
  4: 'revocation-warning',
  5: 'revocation-notification',
};

/**
 * Reads an authority's answer, and verifies that the token in it answers `request`: imprint, nonce,
 * policy, certificate as asked for, and all that {@link verifyTimeStampToken} checks.
 *
 * @param request DER that was sent
 * @param given the authority's certificate, for requests without certReq; without it the signature of
 * such a token is left unverified
 * @throws TimeStampError with the authority's reason, or with what is wrong with its answer
 */
export function readTimeStampResponse(
  der: Uint8Array,
  request: Uint8Array,
  given?: Certificate,
): TimeStampResponse {
  return readingTimeStamp(() => {
    const fields = new DerFields(readDer(der));
    const { modified } = readStatus(fields.take(TAG.sequence));
    const token = fields.take(TAG.sequence).encoded;
    fields.end();
    const info = readTimeStampToken(token);
    checkAnswers(info, readTimeStampRequest(request), given);
    return { token, info, modified };
  });
}

function readStatus(statusInfo: DerElement): { modified: boolean } {
  const fields = new DerFields(statusInfo);
  const status = fields.take().smallInteger();
  const text = fields.optional(TAG.sequence)?.children().map(freeText).join(' ');
  const failure = fields.optional(TAG.bitString)?.setBits();
  fields.end();
  // RFC 3161, 2.4.2: a token and a failure exclude each other.
  if (status <= 1 && failure) throw new DerError('granted, and refused');
  if (status <= 1) return { modified: status === 1 };
  const code = REFUSALS[status];
  if (!code) throw new DerError(`status ${status}`);
  throw new TimeStampError((failure && failureOf(failure)) ?? code, text);
}

function freeText(text: DerElement): string {
  return Buffer.from(text.expect(TAG.utf8String).content).toString('utf8');
}

function failureOf(bits: ReadonlySet<number>): TimeStampFailure | undefined {
  return (Object.keys(FAILURE_BITS) as TimeStampFailure[]).find((name) => bits.has(FAILURE_BITS[name]));
}

function checkAnswers(
  token: TimeStampToken,
  request: TimeStampRequest,
  given: Certificate | undefined,
): void {
  if (token.digest !== request.digest) throw new TimeStampError('imprint-mismatch', token.digest);
  if (!sameBytes(token.imprint, request.imprint)) throw new TimeStampError('imprint-mismatch');
  if (!sameBytes(token.nonce ?? NOTHING, request.nonce ?? NOTHING))
    throw new TimeStampError('nonce-mismatch');
  if (request.policy !== undefined && token.policy !== request.policy) {
    throw new TimeStampError('policy-mismatch', token.policy);
  }
  if (request.certReq || token.certificate || given) verifyTimeStampToken(token, request.imprint, given);
  if (!request.certReq && token.certificates.length > 0) throw new TimeStampError('certificate-unexpected');
}

const NOTHING = new Uint8Array();
