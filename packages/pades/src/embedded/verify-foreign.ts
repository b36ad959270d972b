import { createHash } from 'node:crypto';

import { certificateExtensions } from '../certificates/certificate-extensions.ts';
import { type Certificate, sameBytes } from '../cms/certificate.ts';
import { DerFields } from '../cms/der-fields.ts';
import { DerError, TAG } from '../cms/der.ts';
import { issuanceProblem } from '../cms/signed-structure.ts';
import { type SignatureCheck, verifySignature } from '../cms/verify-signature.ts';
import type { ForeignCms } from './read-foreign-cms.ts';

/** What the bytes that a signature covers come to; `weak-algorithm` is intact, by what is not relied upon. */
export type Integrity =
  | 'intact'
  | 'weak-algorithm'
  | 'digest-mismatch'
  | 'signature-mismatch'
  | 'no-certificate'
  | 'unsupported';

const INTEGRITY: Readonly<Record<SignatureCheck, Integrity>> = {
  valid: 'intact',
  weak: 'weak-algorithm',
  mismatch: 'signature-mismatch',
  unsupported: 'unsupported',
};

/** Verifies the digest first, which needs no certificate, then the signature by the key of the certificate. */
export function integrityOf(cms: ForeignCms, covered: readonly Uint8Array[]): Integrity {
  const { content, messageDigest, signedBytes, certificate, digest, signature } = cms;
  // adbe.pkcs7.sha1: the SHA-1 of the document is the content that is signed (ISO 32000-1, 12.8.3.3.1).
  if (content && !sameBytes(content, hashed('sha1', covered))) return 'digest-mismatch';
  const signed = content ? [content] : covered;
  if (signedBytes) {
    if (!messageDigest || !sameBytes(messageDigest, hashed(digest, signed))) return 'digest-mismatch';
  }
  if (!certificate) return 'no-certificate';
  const check = verifySignature(certificate.publicKey, cms, signedBytes ? [signedBytes] : signed, signature);
  return INTEGRITY[check];
}

/** Digest of several parts, one after the other. */
export function hashed(digest: string, parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(digest);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Whether the certificate is another one than the signature was made for (RFC 5035, 3): keys can have several. */
export function isOtherCertificate({ signingCertificate }: ForeignCms, { der }: Certificate): boolean {
  if (!signingCertificate) return false;
  try {
    const id = new DerFields(new DerFields(new DerFields(signingCertificate).take()).take());
    const algorithm = id.optional(TAG.sequence);
    const hash = id.take(TAG.octetString).content;
    const name = algorithm ? BY_OID.get(new DerFields(algorithm).take().oid()) : undefined;
    // SHA-256 is what version 2 leaves out; version 1 knows SHA-1 alone.
    const digest = name ?? (hash.length === 20 ? 'sha1' : 'sha256');
    return !sameBytes(hash, hashed(digest, [der]));
  } catch (error) {
    if (error instanceof DerError) return true;
    throw error;
  }
}

/**
 * Whether a certificate is not what its issuer made: it is signed by itself and does not verify, or names by its key
 * identifier an authority at hand by whose key it does not.
 */
export function isForged(certificate: Certificate, pool: readonly Certificate[]): boolean {
  try {
    if (sameBytes(certificate.issuer, certificate.subject)) return mismatches(certificate, certificate);
    const { authorityKeyId } = certificateExtensions(certificate);
    return pool.some((issuer) => {
      const { subjectKeyId } = certificateExtensions(issuer);
      if (!authorityKeyId || !subjectKeyId || !sameBytes(authorityKeyId, subjectKeyId)) return false;
      return mismatches(certificate, issuer);
    });
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

const mismatches = (certificate: Certificate, issuer: Certificate): boolean =>
  issuanceProblem(certificate, issuer) === 'signature-mismatch';

const BY_OID: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['1.3.14.3.2.26', 'sha1'],
]);
