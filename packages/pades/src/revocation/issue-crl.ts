import { EXTENSION } from '../certificates/certificate-extensions.ts';
import { extension } from '../certificates/extension.ts';
import { normalSerialNumber } from '../certificates/serial-number.ts';
import { signatureAlgorithmIdentifier } from '../cms/build-signed-data.ts';
import { x509Time } from '../cms/der-time.ts';
import { element, sequence, smallInteger, tagged, unsignedInteger } from '../cms/der.ts';
import { signedSequence } from '../cms/signed-structure.ts';
import { keyIdentifier } from '../keys/issue-certificate.ts';
import type { SealSigner } from '../seal/seal-signer.ts';
import { enumerated, REASONS, type RevokedCertificate } from './certificate-status.ts';
import { CRL_EXTENSION } from './read-crl.ts';

export interface CrlRequest {
  /** The authority; its certificate must allow the signing of CRLs. */
  readonly issuer: Pick<SealSigner, 'certificate' | 'algorithm' | 'sign'>;
  /** Greater than that of every CRL before. */
  readonly number: bigint | number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly revoked: readonly RevokedCertificate[];
}

/**
 * Issues a complete CRL, version 2 (RFC 5280, 5).
 *
 * @returns DER of the CertificateList
 * @throws TypeError for a serial number or CRL number that is none; whatever the signer throws
 */
export async function issueCrl(request: CrlRequest): Promise<Buffer> {
  const { issuer, thisUpdate, nextUpdate, revoked } = request;
  const { certificate, algorithm } = issuer;
  const authorityKeyId = sequence(element(0x80, keyIdentifier(certificate.publicKey)));
  const extensions = sequence(
    extension(EXTENSION.authorityKeyIdentifier, false, authorityKeyId),
    extension(CRL_EXTENSION.number, false, crlNumber(request.number)),
  );
  // Joined first: there may be more of them than a call takes arguments.
  const entries = Buffer.concat(revoked.map(entry));
  const list = sequence(
    smallInteger(1),
    signatureAlgorithmIdentifier(algorithm),
    certificate.subject,
    x509Time(thisUpdate),
    x509Time(nextUpdate),
    // RFC 5280, 5.1.2.6: absent when there are none.
    ...(entries.length > 0 ? [sequence(entries)] : []),
    tagged(0, extensions),
  );
  return signedSequence(list, algorithm, await issuer.sign(list));
}

function entry({ serial, revokedAt, reason = 'unspecified' }: RevokedCertificate): Buffer {
  const number = unsignedInteger(Buffer.from(normalSerialNumber(serial), 'hex'));
  // RFC 5280, 5.3.1: unspecified is said by leaving the reason out.
  const extensions =
    reason === 'unspecified'
      ? []
      : [sequence(extension(CRL_EXTENSION.reasonCode, false, enumerated(REASONS[reason])))];
  return sequence(number, x509Time(revokedAt), ...extensions);
}

/** At most 20 bytes (RFC 5280, 5.2.3). */
function crlNumber(number: bigint | number): Buffer {
  const value = BigInt(number);
  if (value < 0n || value >= 1n << 159n) throw new TypeError(`CRL number ${value}`);
  const hex = value.toString(16);
  return unsignedInteger(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
}
