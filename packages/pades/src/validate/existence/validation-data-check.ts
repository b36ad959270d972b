import { serialNumberOf } from '../../certificates/serial-number.ts';
import { type Certificate, sameBytes } from '../../cms/certificate.ts';
import { readPdf, type StrictPdf } from '../../pdf/strict-pdf.ts';
import { RevocationError } from '../../revocation/revocation-error.ts';
import { verifyCrl } from '../../revocation/verify-crl.ts';
import { type VerifiedRevocation, verifyOcspResponse } from '../../revocation/verify-ocsp-response.ts';
import { editCatalog } from '../../seal/signature-field.ts';
import { declareExtension } from '../../write/developer-extension.ts';
import { RevisionWriter } from '../../write/revision-writer.ts';
import { addToSecurityStore, SecurityStoreError } from '../../write/security-store.ts';
import type { StoreChange, StoredData } from '../revisions/store-change.ts';
import type { KnownCertificates } from './known-certificates.ts';

/** A certificate's revocation, by an entitled issuer. */
export interface RevocationFinding extends VerifiedRevocation {
  readonly about: Certificate;
  readonly by: 'ocsp' | 'crl';
}

/** What there is to say of validation data. */
export interface CheckedData {
  /** The first entry in it without an entitled issuer, in words. */
  readonly unverified: string | undefined;
  /** What it says of revocation, verified. */
  readonly findings: readonly RevocationFinding[];
}

/**
 * Everything in a store must be by an issuer that leads to a trusted certificate: certificates
 * by their issuers, OCSP responses and CRLs by the authority whose certificates they are about.
 */
export function checkValidationData(data: StoredData, known: KnownCertificates): CheckedData {
  // An OCSP response's signature does not cover the certificates beside it.
  const certificates = [
    ...data.certificates,
    ...data.ocspResponses.flatMap((response) => response.certificates),
  ];
  known.add(certificates);
  const stray = certificates.find((certificate) => !known.leadsHome(certificate));
  const findings: RevocationFinding[] = [];
  const verified = new Set<unknown>();
  const pool = known.all;
  for (const about of pool) {
    const issuer = known.issuersOf(about)?.[0];
    if (!issuer) continue;
    const serial = serialNumberOf(about);
    for (const response of data.ocspResponses) {
      if (!response.responses.some(({ id }) => id.serial === serial)) continue;
      const question = { certificate: about, issuer, pool, at: response.producedAt };
      const finding = tried(() => verifyOcspResponse(response, question));
      if (finding) findings.push({ ...finding, about, by: 'ocsp' });
      if (finding) verified.add(response);
    }
    for (const list of data.crls) {
      const finding = tried(() => verifyCrl(list, { certificate: about, issuer, at: list.thisUpdate }));
      if (finding) findings.push({ ...finding, about, by: 'crl' });
      if (finding) verified.add(list);
    }
  }
  const unverified = stray
    ? `certificate of ${stray.commonName}`
    : [
        ...data.ocspResponses.map((each) => [each, 'an OCSP response'] as const),
        ...data.crls.map((each) => [each, 'a CRL'] as const),
      ].find(([each]) => !verified.has(each))?.[1];
  return { unverified, findings };
}

function tried<T>(verify: () => T): T | undefined {
  try {
    return verify();
  } catch (error) {
    if (error instanceof RevocationError) return undefined;
    throw error;
  }
}

/**
 * No signature covers validation data in the last revision of a file. It is held fast by being what
 * our own writer makes of it, byte for byte.
 *
 * @param identity SHA-256 of the file before that revision, from which the writer takes the file's ID
 */
export function isAsWeWrite(after: StrictPdf, change: StoreChange, identity: Uint8Array): boolean {
  const revision = after.revisions.at(-1);
  const earlier = after.revisions.at(-2);
  if (!revision || !earlier) return false;
  const before = readPdf(after.bytes.subarray(0, earlier.end), after.limits);
  const writer = new RevisionWriter(before);
  try {
    const edits = addToSecurityStore(before, writer, change.added, change.addedVri);
    if (!edits) return false;
    editCatalog(before, writer, new Map([...edits, ...declareExtension(before)]));
  } catch (error) {
    if (error instanceof SecurityStoreError) return false;
    throw error;
  }
  return sameBytes(writer.finish(identity), after.bytes.subarray(revision.start, revision.end));
}
