/** Where a local authority answers; what its certificates say and its service must serve. */
export interface AuthorityAddresses {
  /** OCSP over HTTP, GET and POST (RFC 6960, A.1), about what the issuing authority issued. */
  readonly ocsp: string;
  /** RFC 3161 over HTTP POST (3.4). */
  readonly timeStamp: string;
  /** Certificates, DER, `application/pkix-cert`. */
  readonly rootCertificate: string;
  readonly issuingCertificate: string;
  /** CRLs, DER, `application/pkix-crl`: of the root about the issuing authority, of that about the rest. */
  readonly rootCrl: string;
  readonly issuingCrl: string;
}

/** The addresses below `authorityUrl`, which may end with a slash or not. */
export function authorityAddresses(authorityUrl: string): AuthorityAddresses {
  const base = authorityUrl.replace(/\/+$/, '');
  return {
    ocsp: `${base}/ocsp`,
    timeStamp: `${base}/tsp`,
    rootCertificate: `${base}/root.cer`,
    issuingCertificate: `${base}/issuing.cer`,
    rootCrl: `${base}/root.crl`,
    issuingCrl: `${base}/issuing.crl`,
  };
}
