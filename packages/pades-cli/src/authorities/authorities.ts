import type { Certificate } from '@lacre/pades';

/** Sources of time stamps and of revocation data. */
export interface Authorities {
  /** @returns DER of a TimeStampResp (RFC 3161, 3.4) */
  timeStamp(request: Uint8Array): Promise<Uint8Array>;
  /** @returns DER of an OCSPResponse about `certificate`; undefined when there is no OCSP responder */
  ocsp(certificate: Certificate, issuer: Certificate, request: Uint8Array): Promise<Uint8Array | undefined>;
  /** @returns DER of the CRLs that may be about `certificate`, from wherever they can be had */
  crls(certificate: Certificate, issuer: Certificate): Promise<readonly Uint8Array[]>;
  /** @returns who issued `certificate`, when known */
  issuerOf(certificate: Certificate): Promise<Certificate | undefined>;
}
