/** Object identifiers, named as their standards name them. */
export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  /** RFC 5035 */
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** RFC 3161, appendix A */
  signatureTimeStampToken: '1.2.840.113549.1.9.16.2.14',
  /** RFC 3161, 2.4.2: the content of a time-stamp token */
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  /** RFC 2634, 5.4: by SHA-1, as older time-stamp authorities still write it */
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  /** RFC 5280, 4.2.1.12, and RFC 9336 */
  anyExtendedKeyUsage: '2.5.29.37.0',
  timeStampingPurpose: '1.3.6.1.5.5.7.3.8',
  ocspSigningPurpose: '1.3.6.1.5.5.7.3.9',
  emailProtectionPurpose: '1.3.6.1.5.5.7.3.4',
  documentSigningPurpose: '1.3.6.1.5.5.7.3.36',
  /** RFC 6960, 4.2 and 4.4 */
  basicOcspResponse: '1.3.6.1.5.5.7.48.1.1',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  /** RFC 5280, 4.2.2.1 */
  ocspAccess: '1.3.6.1.5.5.7.48.1',
  caIssuersAccess: '1.3.6.1.5.5.7.48.2',
  rsaEncryption: '1.2.840.113549.1.1.1',
  rsassaPss: '1.2.840.113549.1.1.10',
  ecPublicKey: '1.2.840.10045.2.1',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

export type DigestName = 'sha256' | 'sha384' | 'sha512';

/** RSA PKCS #1 v1.5 or ECDSA with a SHA-2 digest; RSA-PSS is not on ICP-Brasil's list (DOC-ICP-01.01). */
export type SignatureAlgorithm = `${'rsa' | 'ecdsa'}-${DigestName}`;

export interface AlgorithmDetails {
  readonly key: 'rsa' | 'ec';
  readonly digest: DigestName;
  readonly signatureOid: string;
  readonly digestOid: string;
}

/** RFC 5754, sections 2 and 3. */
export const ALGORITHMS: Readonly<Record<SignatureAlgorithm, AlgorithmDetails>> = {
  'rsa-sha256': {
    key: 'rsa',
    digest: 'sha256',
    signatureOid: '1.2.840.113549.1.1.11',
    digestOid: OID.sha256,
  },
  'rsa-sha384': {
    key: 'rsa',
    digest: 'sha384',
    signatureOid: '1.2.840.113549.1.1.12',
    digestOid: OID.sha384,
  },
  'rsa-sha512': {
    key: 'rsa',
    digest: 'sha512',
    signatureOid: '1.2.840.113549.1.1.13',
    digestOid: OID.sha512,
  },
  'ecdsa-sha256': { key: 'ec', digest: 'sha256', signatureOid: '1.2.840.10045.4.3.2', digestOid: OID.sha256 },
  'ecdsa-sha384': { key: 'ec', digest: 'sha384', signatureOid: '1.2.840.10045.4.3.3', digestOid: OID.sha384 },
  'ecdsa-sha512': { key: 'ec', digest: 'sha512', signatureOid: '1.2.840.10045.4.3.4', digestOid: OID.sha512 },
};
