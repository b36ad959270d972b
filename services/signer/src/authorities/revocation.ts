import { AuthorityUnavailable, exchange, fetchPublished } from '@lacre/authority-client';
import {
  certificateExtensions,
  ocspRequest,
  verifyCrl,
  verifyOcspResponse,
  type Certificate,
  type ValidationData,
} from '@lacre/pades';

import type { SealKeys } from '../keys/seal-keys.ts';
import { completePath, firstAnswer, isSelfIssued } from './certificate-path.ts';
import type { LocalAuthorityService } from './local-authority-service.ts';

/** No authority that could say so says that a certificate is good. */
class RevocationUnknown extends Error {
  override readonly name = 'RevocationUnknown';
}

/** A certificate of the path has been taken back: nothing made with it may be handed out. */
class CertificateRevoked extends Error {
  override readonly name = 'CertificateRevoked';
}

/** Collects what it takes to check a certificate when its authorities are gone. */
export interface RevocationSource {
  /**
   * The certificates of a path and proof, as of now, that none is revoked.
   *
   * @param path from the certificate to its root, or as far as it is known
   * @throws AuthorityUnavailable, RevocationUnknown, CertificateRevoked
   */
  proofs(path: readonly Certificate[]): Promise<ValidationData>;
}

/** A responder's own certificate may have to be asked about, and that of its responder. */
const MAX_RESPONDER_DEPTH = 2;

interface Collected {
  certificates: Map<string, Uint8Array>;
  ocspResponses: Uint8Array[];
  crls: Uint8Array[];
}

/** Asks the local authority for what it issued, and others by the addresses in their certificates. */
export function revocationSource(
  keys: SealKeys,
  service: LocalAuthorityService,
  now: () => Date,
): RevocationSource {
  async function collect(path: readonly Certificate[], into: Collected, depth: number): Promise<void> {
    const whole = await completePath(path);
    const top = whole.at(-1);
    // A certificate whose issuer is unknown cannot be shown to be good by any responder.
    if (top && !isSelfIssued(top))
      throw new RevocationUnknown(`the issuer of ${top.commonName} is not known, and it names no address`);
    for (const certificate of whole) into.certificates.set(certificate.x509.fingerprint256, certificate.der);
    for (const [index, certificate] of whole.entries()) {
      const issuer = whole[index + 1];
      if (issuer) await prove(certificate, issuer, whole.slice(index + 1), into, depth);
    }
  }

  async function prove(
    certificate: Certificate,
    issuer: Certificate,
    above: readonly Certificate[],
    into: Collected,
    depth: number,
  ): Promise<void> {
    const asked = await ocspOf(certificate, issuer).catch((error: unknown) => {
      if (error instanceof AuthorityUnavailable) return error;
      throw error;
    });
    if (asked === undefined || asked instanceof AuthorityUnavailable) {
      const crl = await crlOf(certificate, issuer);
      if (!crl)
        throw asked ?? new RevocationUnknown(`${certificate.commonName} names no OCSP responder or CRL`);
      into.crls.push(crl);
      return;
    }
    const ocsp = asked;
    const verified = verifyOcspResponse(ocsp, { certificate, issuer, at: now() });
    mustBeGood(certificate, verified.certificate.status);
    into.ocspResponses.push(ocsp);
    into.certificates.set(verified.responder.x509.fingerprint256, verified.responder.der);
    if (verified.responderNeedsNoCheck || depth >= MAX_RESPONDER_DEPTH) return;
    await collect([verified.responder, ...above], into, depth + 1);
  }

  async function ocspOf(certificate: Certificate, issuer: Certificate): Promise<Buffer | undefined> {
    const request = ocspRequest({ certificate, issuer });
    if (isSame(issuer, keys.authority.issuing.certificate)) return service.ocsp(request);
    const { ocspUrls } = certificateExtensions(certificate);
    return firstAnswer(ocspUrls, async (url) => {
      const answer = await exchange(url, 'application/ocsp-request', request, 'application/ocsp-response');
      verifyOcspResponse(answer, { certificate, issuer, at: now() });
      return answer;
    });
  }

  async function crlOf(certificate: Certificate, issuer: Certificate): Promise<Uint8Array | undefined> {
    const own = isSame(issuer, keys.authority.root.certificate);
    const { crlUrls } = certificateExtensions(certificate);
    const crl = own
      ? await service.crl('root')
      : await firstAnswer(crlUrls, async (url) => {
          const published = await fetchPublished(url);
          verifyCrl(published, { certificate, issuer, at: now() });
          return published;
        });
    if (crl) mustBeGood(certificate, verifyCrl(crl, { certificate, issuer, at: now() }).certificate.status);
    return crl;
  }

  return {
    proofs: async (path) => {
      const into: Collected = { certificates: new Map(), ocspResponses: [], crls: [] };
      await collect(path, into, 0);
      const { ocspResponses, crls } = into;
      return { certificates: [...into.certificates.values()], ocspResponses, crls };
    },
  };
}

function mustBeGood(certificate: Certificate, status: 'good' | 'revoked' | 'unknown'): void {
  if (status === 'revoked') throw new CertificateRevoked(certificate.commonName);
  if (status === 'unknown') throw new RevocationUnknown(certificate.commonName);
}

const isSame = (one: Certificate, other: Certificate): boolean => Buffer.compare(one.der, other.der) === 0;
