import { createHash } from 'node:crypto';

import type { Certificate } from '../cms/certificate.ts';
import { sameBytes } from '../cms/certificate.ts';
import { generalizedTime } from '../cms/der-time.ts';
import { element, objectIdentifier, octetString, sequence, tagged } from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import { signedSequence } from '../cms/signed-structure.ts';
import type { SealSigner } from '../seal/seal-signer.ts';
import { type CertificateId, isIdOfIssuer, keyBits } from './certificate-id.ts';
import { type CertificateStatus, enumerated, REASONS } from './certificate-status.ts';
import { nonceExtension, type OcspRequest, readOcspRequest } from './ocsp-request.ts';
import { RevocationError } from './revocation-error.ts';

export interface OcspResponder {
  /** The authority whose certificates are asked about. */
  readonly issuer: Certificate;
  /** The issuer itself, or a responder that it issued an OCSP signing certificate to. */
  readonly signer: SealSigner;
  /** What is known of the certificate with this serial number (hexadecimal, see `serialNumberOf`). */
  readonly statusOf: (serial: string) => CertificateStatus | Promise<CertificateStatus>;
  /** How the response names its responder; by key when left out. */
  readonly responderId?: 'by-key' | 'by-name';
}

/** OCSPResponseStatus of a request that cannot be read (RFC 6960, 4.2.1). */
const MALFORMED_REQUEST = 1;

/**
 * Answers an OCSPRequest as the issuer's responder (RFC 6960, 4.2.1). Certificates of other issuers are
 * `unknown`. A request that is none gets the answer that says so.
 *
 * @param now producedAt and thisUpdate
 * @param nextUpdate until when the answer may be cached
 * @returns DER of the OCSPResponse
 */
export async function answerOcspRequest(
  der: Uint8Array,
  responder: OcspResponder,
  now: Date,
  nextUpdate: Date,
): Promise<Buffer> {
  let request: OcspRequest;
  try {
    request = readOcspRequest(der);
  } catch (error) {
    if (error instanceof RevocationError) return ocspRefusal(MALFORMED_REQUEST);
    throw error;
  }
  const responses = await Promise.all(
    request.certificates.map(async (id) =>
      singleResponse(id, await statusOf(id, responder), now, nextUpdate),
    ),
  );
  const extensions = request.nonce ? [tagged(1, sequence(nonceExtension(request.nonce)))] : [];
  const data = sequence(responderId(responder), generalizedTime(now), sequence(...responses), ...extensions);
  const { signer, issuer } = responder;
  const { certificate, algorithm } = signer;
  const own = sameBytes(certificate.der, issuer.der) ? [] : [tagged(0, sequence(certificate.der))];
  const basic = signedSequence(data, algorithm, await signer.sign(data), ...own);
  const body = sequence(objectIdentifier(OID.basicOcspResponse), octetString(basic));
  return sequence(enumerated(0), tagged(0, body));
}

/** OCSPResponse without an answer: `3` for try later, `6` for unauthorized (RFC 6960, 4.2.1). */
export function ocspRefusal(status: 1 | 2 | 3 | 5 | 6): Buffer {
  return sequence(enumerated(status));
}

function statusOf(
  id: CertificateId,
  { issuer, statusOf: lookUp }: OcspResponder,
): CertificateStatus | Promise<CertificateStatus> {
  return isIdOfIssuer(id, issuer) ? lookUp(id.serial) : { status: 'unknown' };
}

function responderId({ signer, responderId: kind = 'by-key' }: OcspResponder): Buffer {
  const { certificate } = signer;
  if (kind === 'by-name') return tagged(1, certificate.subject);
  return tagged(2, octetString(createHash('sha1').update(keyBits(certificate)).digest()));
}

function singleResponse(id: CertificateId, status: CertificateStatus, now: Date, nextUpdate: Date): Buffer {
  return sequence(
    id.der,
    statusElement(status),
    generalizedTime(now),
    tagged(0, generalizedTime(nextUpdate)),
  );
}

function statusElement(status: CertificateStatus): Buffer {
  if (status.status === 'good') return element(0x80);
  if (status.status === 'unknown') return element(0x82);
  // RFC 5280, 5.3.1: unspecified is said by leaving the reason out.
  const reason = status.reason === 'unspecified' ? [] : [tagged(0, enumerated(REASONS[status.reason]))];
  return tagged(1, generalizedTime(status.revokedAt), ...reason);
}
