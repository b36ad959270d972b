import { createHash } from 'node:crypto';

import type { Certificate } from './certificate.ts';
import {
  element,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  smallInteger,
  sortedMembers,
  tagged,
} from './der.ts';
import { ALGORITHMS, OID, type SignatureAlgorithm } from './object-identifiers.ts';

/** What a signature says and by whom. */
export interface SignedDataParts {
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  readonly algorithm: SignatureAlgorithm;
}

/**
 * The signed attributes of a CAdES baseline signature in PDF (ETSI EN 319 142-1, 6.3; EN 319 122-1, 5):
 * content-type, message-digest, signing-certificate-v2. No signing-time, which PAdES keeps in M.
 *
 * @returns DER of the SET OF attributes, which is what gets signed (RFC 5652, 5.4)
 */
export function signedAttributes(messageDigest: Uint8Array, certificate: Certificate): Buffer {
  return setOf(
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.messageDigest, octetString(messageDigest)),
    attribute(OID.signingCertificateV2, signingCertificateV2(certificate)),
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
