import { certificateExtensions } from '../certificates/certificate-extensions.ts';
import { sameName } from '../certificates/distinguished-name.ts';
import type { Certificate } from '../cms/certificate.ts';
import { DerError } from '../cms/der.ts';
import { issuanceProblem } from '../cms/signed-structure.ts';
import { RevocationError } from '../revocation/revocation-error.ts';
import { verifyCrl } from '../revocation/verify-crl.ts';
import { type VerifiedRevocation, verifyOcspResponse } from '../revocation/verify-ocsp-response.ts';
import type { StoredData } from '../validate/revisions/store-change.ts';

/** What is known of a certificate's revocation without a request. */
export interface KnownRevocation {
  /** When it was revoked, itself or an authority above it; undefined when nothing says so. */
  readonly revokedAt: Date | undefined;
  /** Its issuer or responder calls it good. */
  readonly good: boolean;
}

/** Longer than any path in use. */
const MAX_ISSUERS = 5;

/** Looks through the OCSP responses and CRLs that a file carries, each believed of what its own authority issued. */
export function knownRevocation(certificate: Certificate, data: StoredData): KnownRevocation {
  const times: Date[] = [];
  let good = false;
  let about = certificate;
  for (let depth = 0; depth < MAX_ISSUERS; depth += 1) {
    const subject = about;
    const issuer = data.certificates.find((each) => each !== subject && isIssuerOf(each, subject));
    if (!issuer) break;
    for (const { certificate: status } of findings(subject, issuer, data)) {
      if (status.status === 'revoked') times.push(status.revokedAt);
      good ||= depth === 0 && status.status === 'good';
    }
    about = issuer;
  }
  const [revokedAt] = times.toSorted((a, b) => a.getTime() - b.getTime());
  return { revokedAt, good: good && !revokedAt };
}

function findings(about: Certificate, issuer: Certificate, data: StoredData): VerifiedRevocation[] {
  const pool = data.certificates;
  return [
    ...data.ocspResponses.flatMap(
      (response) =>
        tried(() =>
          verifyOcspResponse(response, { certificate: about, issuer, pool, at: response.producedAt }),
        ) ?? [],
    ),
    ...data.crls.flatMap(
      (crl) => tried(() => verifyCrl(crl, { certificate: about, issuer, at: crl.thisUpdate })) ?? [],
    ),
  ];
}

function isIssuerOf(candidate: Certificate, issued: Certificate): boolean {
  return (
    tried(
      () =>
        sameName(candidate.subject, issued.issuer) &&
        certificateExtensions(candidate).isAuthority &&
        issuanceProblem(issued, candidate) === undefined,
    ) ?? false
  );
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RevocationError || error instanceof DerError) return undefined;
    throw error;
  }
}
