import { type Certificate, sameBytes } from '../cms/certificate.ts';
import { DerError } from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import { issuanceProblem } from '../cms/signed-structure.ts';
import {
  allowsKeyUsage,
  type CertificateExtensions,
  certificateExtensions,
  type KeyUsage,
} from './certificate-extensions.ts';
import { sameName } from './distinguished-name.ts';

export type CertificatePathProblem =
  /** No known certificate issued it. */
  | 'issuer-missing'
  /** It leads to a root, but to none of the anchors. */
  | 'root-untrusted'
  /** Not strict DER where it is looked at. */
  | 'malformed'
  | 'not-yet-valid'
  | 'expired'
  | 'signature-mismatch'
  /** Signed by other than SHA-2 with RSA v1.5 or ECDSA, or by a key that is not relied upon. */
  | 'algorithm-unsupported'
  /** The issuer is no authority, or may not sign certificates. */
  | 'not-an-authority'
  /** More authorities below one than it allows, or more than any real path has. */
  | 'path-too-long'
  | 'key-usage-mismatch'
  | 'extended-key-usage-mismatch'
  /** A critical extension, or any name constraint, that is not understood here. */
  | 'extension-unsupported'
  /** So many candidates that trying them all would take too long. */
  | 'too-many-attempts';

/** Why a certificate does not lead to a trust anchor: the problem of the longest path tried. */
export class CertificatePathError extends Error {
  override readonly name = 'CertificatePathError';
  readonly code: CertificatePathProblem;
  /** The certificate that the problem is about. */
  readonly certificate: Certificate;

  constructor(code: CertificatePathProblem, certificate: Certificate, detail = '') {
    super(`${code}: ${certificate.commonName}${detail && ` (${detail})`}`);
    this.code = code;
    this.certificate = certificate;
  }
}

export interface CertificatePathOptions {
  /** Certificates that the path may go through; nothing is believed of them. */
  readonly pool?: readonly Certificate[];
  /** Certificates that are trusted by themselves. */
  readonly anchors: readonly Certificate[];
  /** The moment at which all of the path must be valid. */
  readonly at: Date;
  /** Usages of which the leaf's key must allow one. */
  readonly keyUsage?: readonly KeyUsage[];
  /** Object identifier of the purpose it is to serve, when it restricts them. */
  readonly purpose?: string;
}

/** Longer than any path in use; ICP-Brasil's have four certificates. */
const MAX_CERTIFICATES = 10;
/** Signatures verified before giving up. Certificates made to look alike could ask for any number. */
const MAX_ATTEMPTS = 100;

/**
 * Finds a path from `leaf` through the pool to one of the anchors, and checks it by RFC 5280, 6.1:
 * signatures, validity of every certificate (anchors too) at one moment, name chaining, basic constraints,
 * path length, key usage, critical extensions. Extended usages of an authority bind those below it, as
 * is the custom. Certificate policies are not processed. Revocation is another matter, see `verifyOcspResponse`
 * and `verifyCrl`. Where there are several, authorities whose key identifier fits go first.
 *
 * @returns leaf first, anchor last; the leaf alone when it is an anchor
 * @throws CertificatePathError
 */
export function buildCertificatePath(leaf: Certificate, options: CertificatePathOptions): Certificate[] {
  checkCertificate(leaf, options);
  checkUse(leaf, options);
  const search = new PathSearch(options);
  const path = search.from([leaf]);
  if (path) return path;
  throw search.problem ?? new CertificatePathError('issuer-missing', leaf);
}

class PathSearch {
  /** Of the longest path tried; of several, the first. */
  problem: CertificatePathError | undefined;
  readonly #options: CertificatePathOptions;
  #problemDepth = 0;
  #attempts = 0;

  constructor(options: CertificatePathOptions) {
    this.#options = options;
  }

  /** Depth first; `path` is correct as far as it goes. */
  from(path: readonly [Certificate, ...Certificate[]]): Certificate[] | undefined {
    const last = path.at(-1) as Certificate;
    if (this.#options.anchors.some((anchor) => sameBytes(anchor.der, last.der))) return [...path];
    if (path.length >= MAX_CERTIFICATES) {
      this.#note(new CertificatePathError('path-too-long', last), path.length);
      return undefined;
    }
    if (isSelfSigned(last)) {
      this.#note(new CertificatePathError('root-untrusted', last), path.length);
      return undefined;
    }
    const candidates = this.#candidates(path);
    if (candidates.length === 0) this.#note(new CertificatePathError('issuer-missing', last), path.length);
    for (const candidate of candidates) {
      const problem = this.#problemOf(candidate, path);
      if (problem) {
        this.#note(problem, path.length);
        if (problem.code === 'too-many-attempts') return undefined;
        continue;
      }
      const found = this.from([...path, candidate]);
      if (found || this.problem?.code === 'too-many-attempts') return found;
    }
    return undefined;
  }

  #note(problem: CertificatePathError, depth: number): void {
    if (depth <= this.#problemDepth && problem.code !== 'too-many-attempts') return;
    this.problem = problem;
    this.#problemDepth = depth;
  }

  /** Those that are named as the issuer, the likeliest first. */
  #candidates(path: readonly Certificate[]): Certificate[] {
    const last = path.at(-1) as Certificate;
    const { anchors, pool = [] } = this.#options;
    const seen = new Set(path.map(fingerprint));
    const named = [...anchors, ...pool].filter((candidate) => {
      const print = fingerprint(candidate);
      // The same key under the same name again can only lead in a circle.
      if (seen.has(print) || !isIssuerName(candidate, last)) return false;
      seen.add(print);
      return !path.some((above) => isSameAuthority(above, candidate));
    });
    return named.toSorted((a, b) => likelihood(b, last) - likelihood(a, last));
  }

  #problemOf(issuer: Certificate, path: readonly Certificate[]): CertificatePathError | undefined {
    const last = path.at(-1) as Certificate;
    this.#attempts += 1;
    if (this.#attempts > MAX_ATTEMPTS) return new CertificatePathError('too-many-attempts', last);
    try {
      checkCertificate(issuer, this.#options);
      checkIssuer(issuer, path, this.#options);
      const problem = issuanceProblem(last, issuer);
      return problem && new CertificatePathError(problem, last);
    } catch (error) {
      if (error instanceof CertificatePathError) return error;
      if (error instanceof DerError) return new CertificatePathError('malformed', issuer, error.message);
      throw error;
    }
  }
}

function isSelfSigned(certificate: Certificate): boolean {
  if (!sameBytes(certificate.issuer, certificate.subject)) return false;
  try {
    return issuanceProblem(certificate, certificate) === undefined;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

/** DER as a key of a set. */
function fingerprint(certificate: Certificate): string {
  return Buffer.from(certificate.der).toString('latin1');
}

function isIssuerName(candidate: Certificate, issued: Certificate): boolean {
  try {
    return sameName(candidate.subject, issued.issuer);
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

function isSameAuthority(a: Certificate, b: Certificate): boolean {
  return sameBytes(a.subject, b.subject) && a.publicKey.equals(b.publicKey);
}

/** RFC 5280, 4.2.1.1: key identifiers help to choose, no more; one that differs is tried last. */
function likelihood(candidate: Certificate, issued: Certificate): number {
  try {
    const { authorityKeyId } = certificateExtensions(issued);
    const { subjectKeyId } = certificateExtensions(candidate);
    if (!authorityKeyId || !subjectKeyId) return 1;
    return sameBytes(authorityKeyId, subjectKeyId) ? 2 : 0;
  } catch (error) {
    if (error instanceof DerError) return 0;
    throw error;
  }
}

/** What must be so of every certificate of a path. */
function checkCertificate(certificate: Certificate, { at }: CertificatePathOptions): void {
  const { unknownCritical, hasNameConstraints } = extensionsOf(certificate);
  if (unknownCritical.length > 0) {
    throw new CertificatePathError('extension-unsupported', certificate, unknownCritical.join(' '));
  }
  if (hasNameConstraints) throw new CertificatePathError('extension-unsupported', certificate, 'names');
  if (!(at >= certificate.notBefore)) throw new CertificatePathError('not-yet-valid', certificate);
  if (!(at <= certificate.notAfter)) throw new CertificatePathError('expired', certificate);
}

function extensionsOf(certificate: Certificate): CertificateExtensions {
  try {
    return certificateExtensions(certificate);
  } catch (error) {
    if (error instanceof DerError) throw new CertificatePathError('malformed', certificate, error.message);
    throw error;
  }
}

function checkUse(leaf: Certificate, { keyUsage, purpose }: CertificatePathOptions): void {
  if (keyUsage && !keyUsage.some((usage) => allowsKeyUsage(leaf, usage))) {
    throw new CertificatePathError('key-usage-mismatch', leaf);
  }
  if (purpose !== undefined && !allowsPurpose(leaf, purpose)) {
    throw new CertificatePathError('extended-key-usage-mismatch', leaf, purpose);
  }
}

function checkIssuer(
  issuer: Certificate,
  path: readonly Certificate[],
  { purpose }: CertificatePathOptions,
): void {
  const { isAuthority, pathLength } = certificateExtensions(issuer);
  if (!isAuthority || !allowsKeyUsage(issuer, 'keyCertSign')) {
    throw new CertificatePathError('not-an-authority', issuer);
  }
  // RFC 5280, 4.2.1.9: neither the leaf nor self-issued certificates count.
  const below = path.slice(1).filter(({ issuer: by, subject }) => !sameBytes(by, subject)).length;
  if (pathLength !== undefined && below > pathLength) throw new CertificatePathError('path-too-long', issuer);
  if (purpose !== undefined && !allowsPurpose(issuer, purpose)) {
    throw new CertificatePathError('extended-key-usage-mismatch', issuer, purpose);
  }
}

/** A certificate that does not restrict its purposes serves every one (RFC 5280, 4.2.1.12). */
function allowsPurpose(certificate: Certificate, purpose: string): boolean {
  const purposes = certificateExtensions(certificate).extendedKeyUsage?.purposes;
  return !purposes || purposes.includes(purpose) || purposes.includes(OID.anyExtendedKeyUsage);
}
