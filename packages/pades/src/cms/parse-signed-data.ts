import { DerFields, only } from './der-fields.ts';
import { DerError, type DerElement, readDer, TAG } from './der.ts';
import { OID } from './object-identifiers.ts';

/** A SignedData of one signer, taken apart but not yet believed (RFC 5652, 5). */
export interface ParsedSignedData {
  readonly version: number;
  /** The SET of the digest algorithms' identifiers, DER of each. */
  readonly digestAlgorithms: readonly Uint8Array[];
  /** Object identifier of the content's type. */
  readonly contentType: string;
  /** The content, when it is inside. */
  readonly content: Uint8Array | undefined;
  readonly certificates: readonly Uint8Array[];
  readonly signer: ParsedSigner;
}

interface ParsedSigner {
  /** DER of the issuer's Name and of the serial number that identify the signer. */
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
  readonly version: number;
  readonly digestOid: string;
  readonly signatureOid: string;
  readonly digestAlgorithm: DerElement;
  readonly signatureAlgorithm: DerElement;
  /** Signed attributes by type; each type occurs once, with one value. */
  readonly attributes: ReadonlyMap<string, DerElement>;
  /** DER of the SET OF signed attributes, as it was signed. */
  readonly signedBytes: Uint8Array;
  readonly signature: Uint8Array;
  /** DER of the `[1]` unsigned attributes. */
  readonly unsignedAttributes: Uint8Array | undefined;
}

/**
 * Parses a SignedData with exactly one SignerInfo that has signed attributes and names its signer by
 * issuer and serial number.
 *
 * @param form whether the content is elsewhere, as for a PDF, or enclosed, as in a time-stamp token
 * @throws DerError on anything else
 */
export function parseSignedData(
  der: Uint8Array,
  form: 'detached' | 'enclosed' = 'detached',
): ParsedSignedData {
  const contentInfo = new DerFields(readDer(der));
  if (contentInfo.take().oid() !== OID.signedData) throw new DerError('not a SignedData');
  const fields = new DerFields(only(contentInfo.take(0xa0)));
  contentInfo.end();
  const version = fields.take().smallInteger();
  const digestAlgorithms = fields.take().children(TAG.set);
  const encapsulated = new DerFields(fields.take());
  const contentType = encapsulated.take().oid();
  const content = encapsulated.explicit(0)?.expect(TAG.octetString).content;
  encapsulated.end();
  if (form === 'detached' && content) throw new DerError('content is not detached');
  if (form === 'enclosed' && !content) throw new DerError('content is missing');
  const certificates = fields.optional(0xa0)?.children(0xa0) ?? [];
  fields.optional(0xa1);
  const signer = parseSigner(only(fields.take(TAG.set)));
  fields.end();
  return {
    version,
    digestAlgorithms: digestAlgorithms.map(({ encoded }) => encoded),
    contentType,
    content,
    certificates: certificates.map(({ encoded }) => encoded),
    signer,
  };
}

function parseSigner(signerInfo: DerElement): ParsedSigner {
  const fields = new DerFields(signerInfo);
  const version = fields.take().smallInteger();
  const identifier = new DerFields(fields.take());
  const issuer = identifier.take();
  const serial = identifier.take();
  identifier.end();
  serial.integer();
  const digestAlgorithm = fields.take();
  const attributes = fields.take(0xa0);
  const signatureAlgorithm = fields.take();
  const signature = fields.take(TAG.octetString).content;
  const unsigned = fields.optional(0xa1);
  fields.end();
  const signedBytes = Buffer.from(attributes.encoded);
  signedBytes[0] = TAG.set;
  return {
    version,
    issuer: issuer.encoded,
    serial: serial.encoded,
    digestOid: algorithmOid(digestAlgorithm),
    signatureOid: algorithmOid(signatureAlgorithm),
    digestAlgorithm,
    signatureAlgorithm,
    attributes: parseAttributes(attributes),
    signedBytes,
    signature,
    unsignedAttributes: unsigned?.encoded,
  };
}

function algorithmOid(algorithm: DerElement): string {
  return new DerFields(algorithm).take().oid();
}

function parseAttributes(set: DerElement): Map<string, DerElement> {
  const attributes = new Map<string, DerElement>();
  for (const attribute of set.children(0xa0)) {
    const fields = new DerFields(attribute);
    const oid = fields.take().oid();
    const value = only(fields.take(TAG.set));
    fields.end();
    if (attributes.has(oid)) throw new DerError('attribute occurs twice');
    attributes.set(oid, value);
  }
  return attributes;
}
