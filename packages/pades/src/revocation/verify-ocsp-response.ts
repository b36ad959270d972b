import { createHash } from 'node:crypto';

import { allowsKeyUsage, certificateExtensions } from '../certificates/certificate-extensions.ts';
import { sameName } from '../certificates/distinguished-name.ts';
import { unknownCritical } from '../certificates/extension.ts';
import { serialNumberOf } from '../certificates/serial-number.ts';
import { type Certificate, sameBytes } from '../cms/certificate.ts';
import { OID } from '../cms/object-identifiers.ts';
import { issuanceProblem, verifyStructure } from '../cms/signed-structure.ts';
import { isIdOfIssuer, keyBits } from './certificate-id.ts';
import { type CertificateStatus, checkFreshness, type FreshnessOptions } from './certificate-status.ts';
import { type OcspResponse, readOcspResponse, type ResponderId } from './ocsp-response.ts';
import { readingRevocation, RevocationError } from './revocation-error.ts';

export interface OcspVerification extends FreshnessOptions {
  readonly certificate: Certificate;
  /** Whose certificate it is; must itself be trusted by some path. */
  readonly issuer: Certificate;
  /** Where the responder's certificate may be, should the response lack it. */
  readonly pool?: readonly Certificate[];
  /** What the request carried; a response without one is then refused. */
  readonly nonce?: Uint8Array;
}

export interface VerifiedRevocation {
  readonly certificate: CertificateStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
}

export interface VerifiedOcspResponse extends VerifiedRevocation {
  readonly producedAt: Date;
  /** Who signed: the issuer, or the responder that it delegated this to. */
  readonly responder: Certificate;
  /** Whether the responder's own certificate needs no asking about: it says so, or is the issuer's. */
  readonly responderNeedsNoCheck: boolean;
  readonly response: OcspResponse;
}

/**
 * Verifies that a response is about `certificate`, is by its issuer or by a responder of the issuer's,
 * and is the current one at `at` (RFC 6960, 3.2). That the certificate is revoked is a finding, not an
 * error.
 *
 * @throws RevocationError
 */
export function verifyOcspResponse(
  response: OcspResponse | Uint8Array,
  options: OcspVerification,
): VerifiedOcspResponse {
  const read = response instanceof Uint8Array ? readOcspResponse(response) : response;
  return readingRevocation(() => {
    const { certificate, issuer, nonce, pool = [] } = options;
    const serial = serialNumberOf(certificate);
    const about = read.responses.filter(
      ({ id }) => id.serial === serial && isIdOfIssuer(id, issuer, certificate.issuer),
    );
    // Should it contradict itself, the worse counts.
    const single = about.find(({ certificate: { status } }) => status === 'revoked') ?? about[0];
    if (!single) throw new RevocationError('certificate-not-covered');
    if (nonce && !sameBytes(nonce, read.nonce ?? new Uint8Array()))
      throw new RevocationError('nonce-mismatch');
    const unknown = [
      ...unknownCritical(read.extensions, KNOWN),
      ...unknownCritical(single.extensions, new Set()),
    ];
    if (unknown.length > 0) throw new RevocationError('critical-extension-unknown', unknown.join(' '));
    const responder = responderOf(read, issuer, pool);
    const check = verifyStructure(read.signed, responder);
    if (check === 'mismatch') throw new RevocationError('signature-mismatch');
    if (check !== 'valid') throw new RevocationError('algorithm-unsupported', check);
    checkFreshness(single, options);
    return {
      certificate: single.certificate,
      thisUpdate: single.thisUpdate,
      nextUpdate: single.nextUpdate,
      producedAt: read.producedAt,
      responder,
      responderNeedsNoCheck: responder === issuer || certificateExtensions(responder).ocspNoCheck,
      response: read,
    };
  });
}

const KNOWN: ReadonlySet<string> = new Set([OID.ocspNonce]);

/** RFC 6960, 4.2.2.2: the issuer, or one whose certificate is by it and for OCSP signing. */
function responderOf(
  { responderId, certificates, producedAt }: OcspResponse,
  issuer: Certificate,
  pool: readonly Certificate[],
): Certificate {
  if (isNamed(issuer, responderId)) return issuer;
  const named = [...certificates, ...pool].filter((candidate) => isNamed(candidate, responderId));
  const delegated = named.find((candidate) => isDelegated(candidate, issuer, producedAt));
  if (!delegated) {
    throw new RevocationError('responder-not-authorized', named[0]?.commonName ?? 'certificate is missing');
  }
  return delegated;
}

function isNamed(certificate: Certificate, id: ResponderId): boolean {
  if ('name' in id) return sameName(certificate.subject, id.name);
  return sameBytes(createHash('sha1').update(keyBits(certificate)).digest(), id.keyHash);
}

function isDelegated(candidate: Certificate, issuer: Certificate, producedAt: Date): boolean {
  const { extendedKeyUsage, unknownCritical: unknown } = certificateExtensions(candidate);
  return (
    sameName(candidate.issuer, issuer.subject) &&
    extendedKeyUsage?.purposes.includes(OID.ocspSigningPurpose) === true &&
    (allowsKeyUsage(candidate, 'digitalSignature') || allowsKeyUsage(candidate, 'nonRepudiation')) &&
    unknown.length === 0 &&
    producedAt >= candidate.notBefore &&
    producedAt <= candidate.notAfter &&
    issuanceProblem(candidate, issuer) === undefined
  );
}
