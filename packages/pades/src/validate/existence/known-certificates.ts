import { certificateExtensions } from '../../certificates/certificate-extensions.ts';
import { buildCertificatePath, CertificatePathError } from '../../certificates/certificate-path.ts';
import { sameName } from '../../certificates/distinguished-name.ts';
import { type Certificate, sameBytes } from '../../cms/certificate.ts';
import { DerError } from '../../cms/der.ts';
import { OID } from '../../cms/object-identifiers.ts';
import { issuanceProblem } from '../../cms/signed-structure.ts';

/** More than decades of renewals bring along; each may cost a signature to verify against each. */
const MAX_POOL = 64;
/** Longer than any path in use. */
const MAX_ISSUERS = 10;

/**
 * The certificates that a file is judged with: those believed from the start, and those found in it,
 * of which nothing is believed that does not lead to one of the former.
 */
export class KnownCertificates {
  readonly anchors: readonly Certificate[];
  readonly #believed: Certificate[] = [];
  readonly #pool: Certificate[] = [];
  readonly #issuers = new Map<Certificate, Map<Certificate, boolean>>();

  /**
   * @param anchors what time-stamp authorities must lead to
   * @param believed others that are ours: seal certificates and their issuers
   */
  constructor(anchors: readonly Certificate[], believed: readonly Certificate[]) {
    this.anchors = anchors;
    for (const certificate of [...anchors, ...believed]) {
      if (!this.#believed.some((known) => sameBytes(known.der, certificate.der)))
        this.#believed.push(certificate);
    }
  }

  get all(): readonly Certificate[] {
    return [...this.#believed, ...this.#pool];
  }

  /** Takes in certificates that the file has. */
  add(certificates: readonly Certificate[]): void {
    for (const certificate of certificates) {
      if (this.#pool.length >= MAX_POOL) return;
      if (!this.all.some((known) => sameBytes(known.der, certificate.der))) this.#pool.push(certificate);
    }
  }

  /**
   * Whether a certificate is believed, or issued by one that is, through however many; or the root right
   * above one that is, which its own signature by that very key shows.
   */
  leadsHome(certificate: Certificate): boolean {
    if (this.issuersOf(certificate) !== undefined) return true;
    const isRoot = this.#isIssuer(certificate, certificate);
    return isRoot && this.#believed.some((believed) => this.#isIssuer(certificate, believed));
  }

  /**
   * The issuers above a certificate, nearest first, up to one that is believed from the start and on
   * to its root where that is known; undefined when it does not lead there.
   */
  issuersOf(certificate: Certificate): Certificate[] | undefined {
    const path: Certificate[] = [];
    let isHome = this.#isBelieved(certificate);
    while (path.length < MAX_ISSUERS) {
      const issuer = this.#issuerOf(path.at(-1) ?? certificate, [certificate, ...path]);
      if (!issuer) return isHome ? path : undefined;
      path.push(issuer);
      isHome ||= this.#isBelieved(issuer);
    }
    return undefined;
  }

  /**
   * The path of a time-stamp authority to an anchor at a moment (RFC 5280, 6.1).
   *
   * @returns the path, or why there is none
   */
  pathOfTimeStamper(certificate: Certificate, at: Date): readonly Certificate[] | string {
    try {
      const purpose = OID.timeStampingPurpose;
      return buildCertificatePath(certificate, { anchors: this.anchors, pool: this.all, at, purpose });
    } catch (error) {
      if (error instanceof CertificatePathError) return error.message;
      throw error;
    }
  }

  #isBelieved(certificate: Certificate): boolean {
    return this.#believed.some((known) => sameBytes(known.der, certificate.der));
  }

  #issuerOf(certificate: Certificate, below: readonly Certificate[]): Certificate | undefined {
    return this.all.find((candidate) => !below.includes(candidate) && this.#isIssuer(candidate, certificate));
  }

  /** Each pair is verified once. */
  #isIssuer(candidate: Certificate, certificate: Certificate): boolean {
    const asked = this.#issuers.get(certificate) ?? new Map<Certificate, boolean>();
    this.#issuers.set(certificate, asked);
    const answer = asked.get(candidate) ?? isIssuer(candidate, certificate);
    asked.set(candidate, answer);
    return answer;
  }
}

function isIssuer(candidate: Certificate, issued: Certificate): boolean {
  try {
    return (
      sameName(candidate.subject, issued.issuer) &&
      certificateExtensions(candidate).isAuthority &&
      issuanceProblem(issued, candidate) === undefined
    );
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}
