import { randomBytes } from 'node:crypto';

import {
  answerOcspRequest,
  answerTimeStampRequest,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  type LocalAuthority,
  type SigningCertificate,
} from '@lacre/pades';

/** How long an answer about a certificate of the local authority holds. */
const ANSWER_LASTS_MS = 7 * 86_400_000;
/** A CRL is given out again for this long, so that files sealed together carry the same. */
const CRL_KEPT_MS = 3_600_000;
/** An authority's serial numbers are its own and never repeat (RFC 3161, 2.4.2): 128 random bits. */
const SERIAL_BYTES = 16;

export type LocalIssuer = 'root' | 'issuing';

/**
 * What the authority of this installation answers, as a public one would over HTTP: time stamps, the state of its
 * certificates, its CRLs. It has revoked none: whoever loses its keys makes another authority.
 */
export class LocalAuthorityService {
  readonly #keys: { readonly authority: LocalAuthority };
  readonly #now: () => Date;
  readonly #crls = new Map<LocalIssuer, { der: Promise<Buffer>; madeAt: number }>();

  /** @param keys whose authority may be renewed while the service runs */
  constructor(keys: { readonly authority: LocalAuthority }, now: () => Date) {
    this.#keys = keys;
    this.#now = now;
  }

  /** Answers a TimeStampReq (RFC 3161, 2.4). */
  timeStamp(request: Uint8Array): Promise<Buffer> {
    const { signer } = this.#keys.authority.timeStamping;
    const authority = { signer, policy: LOCAL_TIME_STAMP_POLICY };
    return answerTimeStampRequest(request, authority, this.#now(), randomBytes(SERIAL_BYTES));
  }

  /** Answers an OCSPRequest about what the issuing authority issued (RFC 6960). */
  ocsp(request: Uint8Array): Promise<Buffer> {
    const { issuing, ocsp } = this.#keys.authority;
    const now = this.#now();
    return answerOcspRequest(
      request,
      { issuer: issuing.certificate, signer: ocsp.signer, statusOf: () => ({ status: 'good' }) },
      now,
      new Date(now.getTime() + ANSWER_LASTS_MS),
    );
  }

  /** The authority's certificate, DER. */
  certificate(of: LocalIssuer): Uint8Array {
    return this.#keys.authority[of].certificate.der;
  }

  /** The authority's current CRL (RFC 5280, 5), DER. */
  crl(of: LocalIssuer): Promise<Buffer> {
    const now = this.#now().getTime();
    const kept = this.#crls.get(of);
    if (kept && now - kept.madeAt < CRL_KEPT_MS && now >= kept.madeAt) return kept.der;
    const der = crlOf(this.#keys.authority[of], now);
    this.#crls.set(of, { der, madeAt: now });
    return der;
  }
}

function crlOf({ signer }: SigningCertificate, now: number): Promise<Buffer> {
  return issueCrl({
    issuer: signer,
    // Rises with time, in every process of the installation alike (RFC 5280, 5.2.3).
    number: BigInt(now),
    thisUpdate: new Date(now),
    nextUpdate: new Date(now + ANSWER_LASTS_MS),
    revoked: [],
  });
}
