import { allowsKeyUsage, certificateExtensions, EXTENSION } from '../certificates/certificate-extensions.ts';
import { sameName } from '../certificates/distinguished-name.ts';
import { unknownCritical } from '../certificates/extension.ts';
import { serialNumberOf } from '../certificates/serial-number.ts';
import { type Certificate, sameBytes } from '../cms/certificate.ts';
import { verifyStructure } from '../cms/signed-structure.ts';
import { checkFreshness, type FreshnessOptions } from './certificate-status.ts';
import { type Crl, CRL_EXTENSION, type CrlScope, readCrl } from './read-crl.ts';
import { readingRevocation, RevocationError, type RevocationProblem } from './revocation-error.ts';
import type { VerifiedRevocation } from './verify-ocsp-response.ts';

export interface CrlVerification extends FreshnessOptions {
  readonly certificate: Certificate;
  /** Whose certificate and whose CRL it is; must itself be trusted by some path. */
  readonly issuer: Certificate;
}

export interface VerifiedCrl extends VerifiedRevocation {
  readonly crl: Crl;
}

const KNOWN: ReadonlySet<string> = new Set([
  CRL_EXTENSION.number,
  CRL_EXTENSION.issuingDistributionPoint,
  EXTENSION.authorityKeyIdentifier,
]);

/**
 * Verifies that a CRL is by the issuer of `certificate`, covers it, and is the current one at `at`
 * (RFC 5280, 6.3, for complete CRLs of the issuer itself). That the certificate is on it is a finding,
 * not an error; one that is not is `good`.
 *
 * @throws RevocationError
 */
export function verifyCrl(crl: Crl | Uint8Array, options: CrlVerification): VerifiedCrl {
  const read = crl instanceof Uint8Array ? readCrl(crl) : crl;
  return readingRevocation(() => {
    const { certificate, issuer } = options;
    demand(sameName(read.issuer, issuer.subject), 'issuer-mismatch', 'CRL');
    demand(sameName(certificate.issuer, issuer.subject), 'issuer-mismatch', 'certificate');
    const unknown = unknownCritical(read.extensions, KNOWN);
    // RFC 5280, 5.2.4: a delta's indicator is critical; it has a reason of its own.
    demand(!read.extensions.has(CRL_EXTENSION.deltaIndicator), 'scope-unsupported', 'delta');
    demand(unknown.length === 0, 'critical-extension-unknown', unknown.join(' '));
    demand(!read.scope || covers(read.scope, certificate), 'scope-unsupported');
    const { subjectKeyId } = certificateExtensions(issuer);
    const sameKey = !read.authorityKeyId || !subjectKeyId || sameBytes(read.authorityKeyId, subjectKeyId);
    demand(sameKey, 'issuer-mismatch', 'key identifier');
    demand(allowsKeyUsage(issuer, 'cRLSign'), 'usage-not-crl-signing');
    const check = verifyStructure(read.signed, issuer);
    demand(check !== 'mismatch', 'signature-mismatch');
    demand(check === 'valid', 'algorithm-unsupported', check);
    checkFreshness(read, options);
    const { thisUpdate, nextUpdate } = read;
    const found = read.revoked.get(serialNumberOf(certificate));
    return { certificate: found ?? { status: 'good' }, thisUpdate, nextUpdate, crl: read };
  });
}

function demand(holds: boolean, code: RevocationProblem, detail?: string): void {
  if (!holds) throw new RevocationError(code, detail);
}

/** RFC 5280, 6.3.3 (b) (2): the certificate must be of those that the CRL is about. */
function covers(scope: CrlScope, certificate: Certificate): boolean {
  const { isAuthority, crlUrls } = certificateExtensions(certificate);
  if (scope.unsupported) return false;
  if (isAuthority ? scope.onlyUserCertificates : scope.onlyAuthorityCertificates) return false;
  return !scope.hasDistributionPoint || scope.urls.some((url) => crlUrls.includes(url));
}
