import { DerError, type DerElement, readDer, TAG } from './der.ts';
import { OID } from './object-identifiers.ts';

/** A SignedData of one signer, taken apart but not yet believed (RFC 5652, 5). */
export interface ParsedSignedData {
  readonly certificates: readonly Uint8Array[];
  readonly signer: ParsedSigner;
}

export interface ParsedSigner {
  /** DER of the issuer's Name and of the serial number that identify the signer. */
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
  readonly digestOid: string;
  readonly signatureOid: string;
  /** Signed attributes by type; each type occurs once, with one value. */
  readonly attributes: ReadonlyMap<string, DerElement>;
  /** DER of the SET OF signed attributes, as it was signed. */
  readonly signedBytes: Uint8Array;
  readonly signature: Uint8Array;
  /** DER of the `[1]` unsigned attributes. */
  readonly unsignedAttributes: Uint8Array | undefined;
}

/**
 * Parses a detached SignedData with exactly one SignerInfo that has signed attributes and names its
 * signer by issuer and serial number.
 *
 * @throws DerError on anything else
 */
export function parseSignedData(der: Uint8Array): ParsedSignedData {
  const [type, wrapped, ...rest] = readDer(der).children(TAG.sequence);
  if (type?.oid() !== OID.signedData || !wrapped || rest.length > 0) throw new DerError('not a SignedData');
  const fields = only(wrapped.children(0xa0)).children(TAG.sequence);
  const [version, digestAlgorithms, encapsulated] = fields.splice(0, 3);
  version?.smallInteger();
  digestAlgorithms?.expect(TAG.set);
  const content = encapsulated?.children(TAG.sequence) ?? [];
  if (content.length !== 1) throw new DerError('content is not detached');
  const certificates = fields[0]?.tag === 0xa0 ? (fields.shift() as DerElement).children(0xa0) : [];
  if (fields[0]?.tag === 0xa1) fields.shift();
  const signer = parseSigner(only(only(fields).children(TAG.set)));
  return { certificates: certificates.map((certificate) => certificate.encoded), signer };
}

function only(elements: readonly DerElement[]): DerElement {
  const [element] = elements;
  if (!element || elements.length !== 1) throw new DerError('exactly one element expected');
  return element;
}

function parseSigner(signerInfo: DerElement): ParsedSigner {
  const fields = signerInfo.children(TAG.sequence);
  const [version, identifier, digestAlgorithm, attributes, signatureAlgorithm, signature, unsigned] = fields;
  if (!version || !identifier || !digestAlgorithm || !attributes || !signatureAlgorithm || !signature) {
    throw new DerError('SignerInfo is cut short');
  }
  if (fields.length > 7) throw new DerError('SignerInfo is too long');
  version.smallInteger();
  const [issuer, serial, ...more] = identifier.children(TAG.sequence);
  if (!issuer || !serial || more.length > 0) throw new DerError('signer is not named by issuer and serial');
  serial.integer();
  const signedBytes = Buffer.from(attributes.expect(0xa0).encoded);
  signedBytes[0] = TAG.set;
  return {
    issuer: issuer.encoded,
    serial: serial.encoded,
    digestOid: algorithmOid(digestAlgorithm),
    signatureOid: algorithmOid(signatureAlgorithm),
    attributes: parseAttributes(attributes),
    signedBytes,
    signature: signature.expect(TAG.octetString).content,
    unsignedAttributes: unsigned?.expect(0xa1).encoded,
  };
}

function algorithmOid(algorithm: DerElement): string {
  const [oid] = algorithm.children(TAG.sequence);
  if (!oid) throw new DerError('algorithm without identifier');
  return oid.oid();
}

function parseAttributes(set: DerElement): Map<string, DerElement> {
  const attributes = new Map<string, DerElement>();
  for (const attribute of set.children(0xa0)) {
    const [type, values, ...rest] = attribute.children(TAG.sequence);
    if (!type || !values || rest.length > 0) throw new DerError('broken attribute');
    const oid = type.oid();
    if (attributes.has(oid)) throw new DerError('attribute occurs twice');
    attributes.set(oid, only(values.children(TAG.set)));
  }
  return attributes;
}
