import { sameBytes } from './certificate.ts';
import { DerFields } from './der-fields.ts';
import { type DerElement, nullValue } from './der.ts';
import { ALGORITHMS, type DigestName, OID, type SignatureAlgorithm } from './object-identifiers.ts';

const DIGESTS: ReadonlyMap<string, DigestName | 'sha1'> = new Map([
  [OID.sha1, 'sha1'],
  [OID.sha256, 'sha256'],
  [OID.sha384, 'sha384'],
  [OID.sha512, 'sha512'],
]);
const SIGNATURES: ReadonlyMap<string, SignatureAlgorithm> = new Map(
  (Object.keys(ALGORITHMS) as SignatureAlgorithm[]).map((name) => [ALGORITHMS[name].signatureOid, name]),
);

/** Length of a digest in bytes. */
export const DIGEST_BYTES: Readonly<Record<DigestName | 'sha1', number>> = {
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/**
 * The digest that an AlgorithmIdentifier names; undefined for one that is not known here. Parameters
 * are absent or NULL (RFC 5754, 2: both must be accepted).
 *
 * @throws DerError
 */
export function readDigestAlgorithm(identifier: DerElement): DigestName | 'sha1' | undefined {
  const { oid, parameters } = readAlgorithm(identifier);
  return isNullOrAbsent(parameters) ? DIGESTS.get(oid) : undefined;
}

/**
 * The signature algorithm that an AlgorithmIdentifier names: RSA v1.5 or ECDSA with SHA-2, undefined
 * for anything else. CMS also allows plain rsaEncryption, whose digest is then `cmsDigest` (RFC 3370, 3.2).
 *
 * @throws DerError
 */
export function readSignatureAlgorithm(
  identifier: DerElement,
  cmsDigest?: DigestName,
): SignatureAlgorithm | undefined {
  const { oid, parameters } = readAlgorithm(identifier);
  const algorithm =
    oid === OID.rsaEncryption && cmsDigest ? (`rsa-${cmsDigest}` as const) : SIGNATURES.get(oid);
  if (!algorithm) return undefined;
  // RFC 5754, 3: NULL or, tolerated, absent for RSA; always absent for ECDSA.
  const fits = ALGORITHMS[algorithm].key === 'rsa' ? isNullOrAbsent(parameters) : !parameters;
  return fits ? algorithm : undefined;
}

/** The algorithm of a signer who names its digest and its signature apart; undefined where the two do not fit. */
export function signatureAlgorithmOf(
  signer: Readonly<Record<'digestOid' | 'signatureOid', string>>,
): SignatureAlgorithm | undefined {
  const algorithm = SIGNATURES.get(signer.signatureOid);
  return algorithm && ALGORITHMS[algorithm].digestOid === signer.digestOid ? algorithm : undefined;
}

function readAlgorithm(identifier: DerElement): { oid: string; parameters: Uint8Array | undefined } {
  const fields = new DerFields(identifier);
  const oid = fields.take().oid();
  const parameters = fields.any()?.encoded;
  fields.end();
  return { oid, parameters };
}

function isNullOrAbsent(parameters: Uint8Array | undefined): boolean {
  return !parameters || sameBytes(parameters, nullValue());
}
