import { randomBytes } from 'node:crypto';

import {
  answerOcspRequest,
  answerTimeStampRequest,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  type CertificateStatus,
  type LocalAuthority,
  type RevokedCertificate,
  type SigningCertificate,
} from '@lacre/pades';

/** How long an answer about a certificate of the local authority holds. */
const ANSWER_LASTS_MS = 7 * 86_400_000;
/** A CRL is given out again for this long, so that files sealed together carry the same. */
const CRL_KEPT_MS = 3_600_000;
/** An authority's serial numbers are its own and never repeat (RFC 3161, 2.4.2): 128 random bits. */
const SERIAL_BYTES = 16;

export type LocalIssuer = 'root' | 'issuing';

/** What the authority signs with, and what it took back of what it issued; by default nothing. */
interface AuthorityKeys {
  readonly authority: LocalAuthority;
  revoked?(): Promise<readonly RevokedCertificate[]>;
}

/**
 * What the authority of this installation answers, as a public one would over HTTP: time stamps, the state of its
 * certificates, its CRLs.
 */
export class LocalAuthorityService {
  readonly #keys: AuthorityKeys;
  readonly #now: () => Date;
  readonly #crls = new Map<LocalIssuer, { der: Promise<Buffer>; madeAt: number; revoked: number }>();

  /** @param keys whose authority may be renewed while the service runs */
  constructor(keys: AuthorityKeys, now: () => Date) {
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
  async ocsp(request: Uint8Array): Promise<Buffer> {
    const { issuing, ocsp } = this.#keys.authority;
    const now = this.#now();
    const revoked = await this.#revoked('issuing');
    const statusOf = (serial: string): CertificateStatus => {
      const found = revoked.find((each) => each.serial === serial);
      if (found === undefined) return { status: 'good' };
      const { revokedAt, reason = 'unspecified' } = found;
      return { status: 'revoked', revokedAt, reason };
    };
    return answerOcspRequest(
      request,
      { issuer: issuing.certificate, signer: ocsp.signer, statusOf },
      now,
      new Date(now.getTime() + ANSWER_LASTS_MS),
    );
  }

  /** The authority's certificate, DER. */
  certificate(of: LocalIssuer): Uint8Array {
    return this.#keys.authority[of].certificate.der;
  }

  /** The authority's current CRL (RFC 5280, 5), DER. */
  async crl(of: LocalIssuer): Promise<Buffer> {
    const revoked = await this.#revoked(of);
    const now = this.#now().getTime();
    const kept = this.#crls.get(of);
    const isRecent = kept !== undefined && now - kept.madeAt < CRL_KEPT_MS && now >= kept.madeAt;
    if (isRecent && kept.revoked === revoked.length) return kept.der;
    const der = crlOf(this.#keys.authority[of], revoked, now);
    this.#crls.set(of, { der, madeAt: now, revoked: revoked.length });
    return der;
  }

  /** The root issued the issuing authority alone, and takes nothing back. */
  async #revoked(of: LocalIssuer): Promise<readonly RevokedCertificate[]> {
    return of === 'issuing' ? ((await this.#keys.revoked?.()) ?? []) : [];
  }
}

function crlOf(
  { signer }: SigningCertificate,
  revoked: readonly RevokedCertificate[],
  now: number,
): Promise<Buffer> {
  return issueCrl({
    issuer: signer,
    // Rises with time, in every process of the installation alike (RFC 5280, 5.2.3).
    number: BigInt(now),
    thisUpdate: new Date(now),
    nextUpdate: new Date(now + ANSWER_LASTS_MS),
    revoked,
  });
}
