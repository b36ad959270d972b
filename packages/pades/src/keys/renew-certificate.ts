import { authorityAddresses } from './authority-addresses.ts';
import {
  assembleAuthority,
  issueFor,
  type HeldCertificate,
  type LocalAuthority,
  type LocalRole,
  type SealKeyType,
} from './local-authority.ts';

export interface RenewalRequest {
  readonly organization: string;
  readonly now: Date;
  readonly keyType?: SealKeyType;
  /** Life in days; that of {@link createLocalAuthority} by default, never beyond the issuing authority's. */
  readonly validityDays?: number;
  readonly authorityUrl?: string;
}

/** The issuing authority is not valid at the moment: it can issue nothing. */
export class AuthorityExpiredError extends Error {
  override readonly name = 'AuthorityExpiredError';
}

/**
 * Issues one more certificate, over a fresh key, from an authority that exists. Earlier ones stay as
 * valid as they were: keep their certificates, so that what they signed can be verified.
 *
 * @throws AuthorityExpiredError
 */
export async function issueRoleCertificate(
  role: LocalRole,
  authority: { readonly issuing: HeldCertificate },
  request: RenewalRequest,
): Promise<HeldCertificate> {
  const { notBefore, notAfter } = authority.issuing.certificate;
  if (request.now < notBefore || request.now >= notAfter) {
    throw new AuthorityExpiredError(`valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}`);
  }
  const { authorityUrl, ...rest } = request;
  const addresses = authorityUrl === undefined ? undefined : authorityAddresses(authorityUrl);
  return issueFor(role, authority, { ...rest, addresses });
}

/**
 * The same authority with a fresh seal certificate.
 *
 * @throws AuthorityExpiredError
 */
export async function renewSeal(authority: LocalAuthority, request: RenewalRequest): Promise<LocalAuthority> {
  return assembleAuthority({ ...authority, seal: await issueRoleCertificate('seal', authority, request) });
}

/**
 * The same authority with a fresh certificate of its OCSP responder.
 *
 * @throws AuthorityExpiredError
 */
export async function renewOcspResponder(
  authority: LocalAuthority,
  request: RenewalRequest,
): Promise<LocalAuthority> {
  return assembleAuthority({ ...authority, ocsp: await issueRoleCertificate('ocsp', authority, request) });
}

/**
 * The same authority with a fresh certificate of its time-stamp authority.
 *
 * @throws AuthorityExpiredError
 */
export async function renewTimeStamping(
  authority: LocalAuthority,
  request: RenewalRequest,
): Promise<LocalAuthority> {
  const timeStamping = await issueRoleCertificate('timeStamping', authority, request);
  return assembleAuthority({ ...authority, timeStamping });
}
