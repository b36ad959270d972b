import { DerError } from '../cms/der.ts';

/** PKIFailureInfo by the number of its bit (RFC 3161, 2.4.2). */
export const FAILURE_BITS = {
  'bad-alg': 0,
  'bad-request': 2,
  'bad-data-format': 5,
  'time-not-available': 14,
  'unaccepted-policy': 15,
  'unaccepted-extension': 16,
  'add-info-not-available': 17,
  'system-failure': 25,
} as const;

export type TimeStampFailure = keyof typeof FAILURE_BITS;

export type TimeStampProblem =
  /** The authority refused, and says why. */
  | TimeStampFailure
  /** The authority refused (or is not ready, or speaks of revocation) without a reason known here. */
  | 'rejected'
  | 'waiting'
  | 'revocation-warning'
  | 'revocation-notification'
  /** Not DER, or not what RFC 3161 describes. */
  | 'malformed'
  /** A digest or signature that is not relied upon: SHA-2 with RSA v1.5 or ECDSA is, by a strong key. */
  | 'algorithm-unsupported'
  | 'imprint-mismatch'
  | 'nonce-mismatch'
  | 'policy-mismatch'
  | 'content-type-unexpected'
  /** messageDigest is not that of the TSTInfo. */
  | 'digest-mismatch'
  | 'signature-mismatch'
  /** The signer's certificate is neither in the token nor given. */
  | 'certificate-missing'
  /** It is in the token though the request did not ask for it. */
  | 'certificate-unexpected'
  /** signing-certificate (v1 or v2) is missing or names another certificate. */
  | 'signing-certificate-mismatch'
  /** extendedKeyUsage is not critical, or is not time stamping alone. */
  | 'usage-not-time-stamping'
  /** genTime lies outside the certificate's validity. */
  | 'time-outside-certificate'
  | 'authority-name-mismatch'
  | 'critical-extension-unknown';

/** Why a time stamp was not given, or does not hold. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError';
  readonly code: TimeStampProblem;

  constructor(code: TimeStampProblem, detail?: string) {
    super(detail ? `${code}: ${detail}` : code);
    this.code = code;
  }
}

/** Runs a reader; what is not DER becomes a {@link TimeStampError} `malformed`. */
export function readingTimeStamp<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) throw new TimeStampError('malformed', error.message);
    throw error;
  }
}
