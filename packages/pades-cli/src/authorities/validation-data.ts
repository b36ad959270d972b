import {
  type Certificate,
  type CertificateStatus,
  isIssuedBy,
  ocspRequest,
  RevocationError,
  type ValidationData,
  verifyCrl,
  verifyOcspResponse,
} from '@lacre/pades';
import { issuerName, sameBytes } from '@lacre/pades/cms';

import { CommandError, EXIT } from '../terminal/command-error.ts';
import type { Authorities } from './authorities.ts';

/** Chains in use have three or four certificates. */
const MAX_PATH = 8;
/** A responder may itself have to be asked about, and the responder of that one. */
const MAX_RESPONDER_DEPTH = 2;

/**
 * Gathers what it takes to validate a certificate when its authorities are gone: the certificates above
 * it, and word of each that it is not revoked.
 */
export class ValidationDataCollector {
  readonly #authorities: Authorities;
  readonly #anchors: readonly Certificate[];
  readonly #now: () => Date;

  /** @param anchors where a path may end that does not come to a root */
  constructor(authorities: Authorities, anchors: readonly Certificate[], now: () => Date) {
    this.#authorities = authorities;
    this.#anchors = anchors;
    this.#now = now;
  }

  /**
   * @param certificate what to gather for
   * @param pool where issuers may be, before authorities are asked for them
   * @throws CommandError when a path does not come to its end, a certificate is revoked, or no authority states of one
   * that it is not
   */
  async collect(certificate: Certificate, pool: readonly Certificate[]): Promise<CollectedData> {
    const found = new Found();
    const path = await this.#collect(certificate, pool, found, 0);
    return { ...found.data, path };
  }

  async #collect(
    leaf: Certificate,
    pool: readonly Certificate[],
    into: Found,
    depth: number,
  ): Promise<Certificate[]> {
    const path = await this.#pathOf(leaf, pool);
    for (const [index, certificate] of path.entries()) {
      into.certificates.set(certificate.x509.fingerprint256, certificate.der);
      const issuer = path[index + 1];
      if (issuer) await this.#prove(certificate, issuer, path, into, depth);
    }
    return path;
  }

  /**
   * Up to its root or an anchor, and no less: of the last certificate of a path it is not asked whether it is
   * revoked, so that a path that ends too early would pass for one that is proven.
   */
  async #pathOf(leaf: Certificate, pool: readonly Certificate[]): Promise<Certificate[]> {
    const path = [leaf];
    const candidates = [...pool, ...this.#anchors];
    for (let top = leaf; !this.#isEnd(top);) {
      const below = top;
      const issuer =
        candidates.find((candidate) => isIssuedBy(below, candidate)) ??
        (await this.#authorities.issuerOf(below));
      const isNew = issuer && !path.some(({ der }) => sameBytes(der, issuer.der));
      if (!issuer || !isNew || path.length >= MAX_PATH) {
        throw new CommandError(
          `${below.commonName} is issued by ${issuerName(below)}, whose certificate is not known: put it into the` +
            ' PEM of --key, or name by --anchor where paths may end',
          EXIT.negative,
        );
      }
      path.push(issuer);
      top = issuer;
    }
    return path;
  }

  #isEnd(certificate: Certificate): boolean {
    const isAnchor = this.#anchors.some(({ der }) => sameBytes(der, certificate.der));
    return isAnchor || isIssuedBy(certificate, certificate);
  }

  async #prove(
    certificate: Certificate,
    issuer: Certificate,
    pool: readonly Certificate[],
    into: Found,
    depth: number,
  ): Promise<void> {
    const ocsp = await this.#ocspOf(certificate, issuer);
    if (typeof ocsp !== 'object') return this.#proveByCrl(certificate, issuer, into, ocsp);
    mustBeGood(certificate, ocsp.status);
    into.ocspResponses.push(ocsp.der);
    into.certificates.set(ocsp.responder.x509.fingerprint256, ocsp.responder.der);
    if (!ocsp.needsNoCheck && depth < MAX_RESPONDER_DEPTH)
      await this.#collect(ocsp.responder, pool, into, depth + 1);
  }

  /** The answer, or why there is none. */
  async #ocspOf(
    certificate: Certificate,
    issuer: Certificate,
  ): Promise<
    | { der: Uint8Array; status: CertificateStatus['status']; responder: Certificate; needsNoCheck: boolean }
    | string
    | undefined
  > {
    try {
      const der = await this.#authorities.ocsp(certificate, issuer, ocspRequest({ certificate, issuer }));
      if (!der) return undefined;
      const {
        certificate: found,
        responder,
        responderNeedsNoCheck,
      } = verifyOcspResponse(der, { certificate, issuer, at: this.#now() });
      return { der, status: found.status, responder, needsNoCheck: responderNeedsNoCheck };
    } catch (error) {
      if (error instanceof RevocationError || error instanceof CommandError) return error.message;
      throw error;
    }
  }

  async #proveByCrl(
    certificate: Certificate,
    issuer: Certificate,
    into: Found,
    why: string | undefined,
  ): Promise<void> {
    for (const crl of await this.#authorities.crls(certificate, issuer)) {
      mustBeGood(certificate, verifyCrl(crl, { certificate, issuer, at: this.#now() }).certificate.status);
      into.crls.push(crl);
      return;
    }
    const reason = why ?? 'it names neither OCSP nor CRL';
    throw new CommandError(
      `whether ${certificate.commonName} is revoked is unknown: ${reason}`,
      EXIT.unavailable,
    );
  }
}

/** Validation data of one certificate, and the path that it is about: itself first, its root or anchor last. */
export interface CollectedData extends ValidationData {
  readonly path: readonly Certificate[];
}

class Found {
  readonly certificates = new Map<string, Uint8Array>();
  readonly ocspResponses: Uint8Array[] = [];
  readonly crls: Uint8Array[] = [];

  get data(): ValidationData {
    const { ocspResponses, crls } = this;
    return { certificates: [...this.certificates.values()], ocspResponses, crls };
  }
}

function mustBeGood(certificate: Certificate, status: CertificateStatus['status']): void {
  if (status === 'good') return;
  const what = status === 'revoked' ? 'is revoked' : 'is not known to its issuer';
  throw new CommandError(`${certificate.commonName} ${what}`, EXIT.negative);
}
