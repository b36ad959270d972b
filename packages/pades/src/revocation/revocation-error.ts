import { DerError } from '../cms/der.ts';

export type RevocationProblem =
  /** Not DER, or not what RFC 6960 or RFC 5280 describes. */
  | 'malformed'
  /** A signature that is not relied upon: SHA-2 with RSA v1.5 or ECDSA is, by a strong key. */
  | 'algorithm-unsupported'
  /** The responder's own refusals (RFC 6960, 4.2.1). */
  | 'malformed-request'
  | 'internal-error'
  | 'try-later'
  | 'signature-required'
  | 'unauthorized'
  | 'response-type-unsupported'
  /** The answer is about other certificates. */
  | 'certificate-not-covered'
  | 'nonce-mismatch'
  /** Signed neither by the issuer nor by a responder that the issuer made one. */
  | 'responder-not-authorized'
  | 'signature-mismatch'
  /** Made for a later moment than the one it is used for. */
  | 'not-yet-current'
  /** Superseded by that moment, or too old. */
  | 'no-longer-current'
  /** The CRL is by another issuer, or the certificate is. */
  | 'issuer-mismatch'
  /** The issuer's certificate does not allow it to sign CRLs. */
  | 'usage-not-crl-signing'
  /** A delta, an indirect or a partial CRL, or one for other kinds of certificates. */
  | 'scope-unsupported'
  | 'critical-extension-unknown';

/** Why an OCSP response or a CRL says nothing about a certificate. */
export class RevocationError extends Error {
  override readonly name = 'RevocationError';
  readonly code: RevocationProblem;

  constructor(code: RevocationProblem, detail?: string) {
    super(detail ? `${code}: ${detail}` : code);
    this.code = code;
  }
}

/** Runs a reader; what is not DER becomes a {@link RevocationError} `malformed`. */
export function readingRevocation<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) throw new RevocationError('malformed', error.message);
    throw error;
  }
}
