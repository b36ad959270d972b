import {
  certificateExtensions,
  ocspRequest,
  readCertificate,
  RevocationError,
  verifyCrl,
  verifyOcspResponse,
  type Certificate,
  type ValidationData,
} from '@lacre/pades';

import type { SealKeys } from '../keys/seal-keys.ts';
import { AuthorityUnavailable, exchange, fetchPublished } from './exchange.ts';
import type { LocalAuthorityService } from './local-authority-service.ts';

/** Nobody who could say so says that a certificate is good. */
export class RevocationUnknown extends Error {
  override readonly name = 'RevocationUnknown';
}

/** A certificate of the path has been taken back: nothing made with it may be handed out. */
export class CertificateRevoked extends Error {
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

/** Authorities above a certificate; chains are of three or four. */
const MAX_PATH = 8;
/** A responder may itself have to be asked about, and whoever answers for it. */
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
    const whole = await completed(path);
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
    const ocsp = await ocspOf(certificate, issuer);
    if (ocsp === undefined) {
      into.crls.push(await crlOf(certificate, issuer));
      return;
    }
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

  async function crlOf(certificate: Certificate, issuer: Certificate): Promise<Uint8Array> {
    const own = isSame(issuer, keys.authority.root.certificate);
    const { crlUrls } = certificateExtensions(certificate);
    const crl = own
      ? await service.crl('root')
      : await firstAnswer(crlUrls, async (url) => {
          const published = await fetchPublished(url);
          verifyCrl(published, { certificate, issuer, at: now() });
          return published;
        });
    if (!crl) throw new RevocationUnknown(`${certificate.commonName} names nobody to ask about it`);
    mustBeGood(certificate, verifyCrl(crl, { certificate, issuer, at: now() }).certificate.status);
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

/** The first answer of several addresses that verifies. @throws AuthorityUnavailable when none of them gave one */
async function firstAnswer<Answer>(
  urls: readonly string[],
  ask: (url: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const usable = urls.filter((url) => /^https?:/i.test(url));
  let last: unknown;
  for (const url of usable) {
    try {
      return await ask(url);
    } catch (error) {
      if (!(error instanceof AuthorityUnavailable || error instanceof RevocationError)) throw error;
      last = error;
    }
  }
  if (usable.length === 0) return undefined;
  throw new AuthorityUnavailable('no authority gave an answer that verifies', { cause: last });
}

/** The path up to its root, as far as the authorities say where their issuers' certificates are. */
async function completed(path: readonly Certificate[]): Promise<Certificate[]> {
  const whole = [...path];
  for (let top = whole.at(-1); top && !isSelfIssued(top) && whole.length < MAX_PATH; top = whole.at(-1)) {
    const below = top;
    const issuer = await firstAnswer(certificateExtensions(below).caIssuersUrls, async (url) => {
      const found = certificateIn(await fetchPublished(url));
      if (!found || !below.x509.checkIssued(found.x509) || !below.x509.verify(found.publicKey))
        throw new AuthorityUnavailable(`${url} is not the issuer's certificate`);
      return found;
    });
    if (!issuer) break;
    whole.push(issuer);
  }
  return whole;
}

function certificateIn(bytes: Buffer): Certificate | undefined {
  try {
    return readCertificate(bytes.includes('-----BEGIN CERTIFICATE-----') ? bytes.toString('latin1') : bytes);
  } catch {
    return undefined;
  }
}

function mustBeGood(certificate: Certificate, status: 'good' | 'revoked' | 'unknown'): void {
  if (status === 'revoked') throw new CertificateRevoked(certificate.commonName);
  if (status === 'unknown') throw new RevocationUnknown(certificate.commonName);
}

const isSame = (one: Certificate, other: Certificate): boolean => Buffer.compare(one.der, other.der) === 0;
const isSelfIssued = ({ x509 }: Certificate): boolean => x509.checkIssued(x509);
