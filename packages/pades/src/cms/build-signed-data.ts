import { createHash } from 'node:crypto';

import type { Certificate } from './certificate.ts';
import {
  type DerElement,
  DerError,
  element,
  nullValue,
  objectIdentifier,
  octetString,
  readDer,
  sequence,
  setOf,
  smallInteger,
  sortedMembers,
  TAG,
  tagged,
} from './der.ts';
import { ALGORITHMS, OID, type SignatureAlgorithm } from './object-identifiers.ts';
import { type SignaturePolicy, signaturePolicyAttribute } from './signature-policy.ts';

/** What a signature says and by whom. */
export interface SignedDataParts {
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  readonly algorithm: SignatureAlgorithm;
}

/**
 * The signed attributes of a CAdES baseline signature in PDF (ETSI EN 319 142-1, 6.3; EN 319 122-1, 5):
 * content-type, message-digest, signing-certificate-v2, and signature-policy-identifier when a policy
 * is declared. No signing-time, which PAdES keeps in M.
 *
 * @returns DER of the SET OF attributes, which is what gets signed (RFC 5652, 5.4)
 */
export function signedAttributes(
  messageDigest: Uint8Array,
  certificate: Certificate,
  policy?: SignaturePolicy,
): Buffer {
  return setOf(
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.messageDigest, octetString(messageDigest)),
    attribute(OID.signingCertificateV2, signingCertificateV2(certificate)),
    ...(policy ? [signaturePolicyAttribute(policy)] : []),
  );
}

/** SigningCertificateV2 with one ESSCertIDv2 by SHA-256, which as the default is left out (RFC 5035, 3). */
export function signingCertificateV2(certificate: Certificate): Buffer {
  const certHash = octetString(createHash('sha256').update(certificate.der).digest());
  const issuerSerial = sequence(sequence(tagged(4, certificate.issuer)), certificate.serial);
  return sequence(sequence(sequence(certHash, issuerSerial)));
}

/**
 * ContentInfo with a detached SignedData (RFC 5652, 5.1) of one signer.
 *
 * @param attributes from {@link signedAttributes}
 * @param unsignedAttributes DER of the `[1]` field, when there is one
 */
export function buildSignedData(
  parts: SignedDataParts,
  attributes: Uint8Array,
  signature: Uint8Array,
  unsignedAttributes: Uint8Array = Buffer.alloc(0),
): Buffer {
  const { certificate } = parts;
  const digestAlgorithm = digestAlgorithmIdentifier(parts.algorithm);
  const certificates = sortedMembers([certificate, ...parts.chain].map(({ der }) => der));
  // Tagged [0] IMPLICIT in SignerInfo, while the signature is over the plain SET OF.
  const implicitAttributes = Buffer.from(attributes);
  implicitAttributes[0] = 0xa0;
  const signerInfo = sequence(
    smallInteger(1),
    sequence(certificate.issuer, certificate.serial),
    digestAlgorithm,
    implicitAttributes,
    signatureAlgorithmIdentifier(parts.algorithm),
    octetString(signature),
    unsignedAttributes,
  );
  const signedData = sequence(
    smallInteger(1),
    setOf(digestAlgorithm),
    sequence(objectIdentifier(OID.data)),
    tagged(0, ...certificates),
    element(0x31, signerInfo),
  );
  return sequence(objectIdentifier(OID.signedData), tagged(0, signedData));
}

/**
 * DER of the `[1]` unsigned attributes that hold a time stamp of the signature value (RFC 3161,
 * appendix A; EN 319 122-1, 5.3), as {@link buildSignedData} takes them.
 */
export function signatureTimeStampAttributes(token: Uint8Array): Buffer {
  return tagged(1, attribute(OID.signatureTimeStampToken, token));
}

/**
 * The same SignedData of one signer, who has no unsigned attributes yet, with these.
 *
 * @throws DerError when it is not of the form {@link buildSignedData} writes, or has some already
 */
export function withUnsignedAttributes(cms: Uint8Array, unsignedAttributes: Uint8Array): Buffer {
  const [type, wrapped] = readDer(cms).children(TAG.sequence);
  const [signedData] = wrapped?.children(0xa0) ?? [];
  const fields = signedData?.children(TAG.sequence) ?? [];
  const [signerInfo, ...otherSigners] = fields.at(-1)?.children(TAG.set) ?? [];
  if (!type || !signerInfo || otherSigners.length > 0) throw new DerError('not a SignedData of one signer');
  const parts = signerInfo.children(TAG.sequence);
  if (parts.at(-1)?.tag === 0xa1) throw new DerError('the signer has unsigned attributes already');
  const signer = sequence(...encodings(parts), unsignedAttributes);
  const rebuilt = sequence(...encodings(fields.slice(0, -1)), element(TAG.set, signer));
  return sequence(type.encoded, tagged(0, rebuilt));
}

function encodings(elements: readonly DerElement[]): Uint8Array[] {
  return elements.map((each) => each.encoded);
}

function attribute(type: string, value: Uint8Array): Buffer {
  return sequence(objectIdentifier(type), setOf(value));
}

/** RFC 5754, 2: parameters of SHA-2 are left out. */
export function digestAlgorithmIdentifier(algorithm: SignatureAlgorithm): Buffer {
  return sequence(objectIdentifier(ALGORITHMS[algorithm].digestOid));
}

/** RFC 5754, 3: parameters are NULL for RSA and left out for ECDSA. */
export function signatureAlgorithmIdentifier(algorithm: SignatureAlgorithm): Buffer {
  const { key, signatureOid } = ALGORITHMS[algorithm];
  const identifier = objectIdentifier(signatureOid);
  return key === 'rsa' ? sequence(identifier, nullValue()) : sequence(identifier);
}
