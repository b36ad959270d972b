import { certificateExtensions } from '../certificates/certificate-extensions.ts';
import { derOf } from '../cms/ber-to-der.ts';
import { type Certificate, readCertificate, sameBytes } from '../cms/certificate.ts';
import { DerFields, only } from '../cms/der-fields.ts';
import { readX509Time } from '../cms/der-time.ts';
import { DerError, type DerElement, readDer, TAG } from '../cms/der.ts';
import { ALGORITHMS, OID } from '../cms/object-identifiers.ts';
import type { SignatureDigest } from '../cms/verify-signature.ts';
import { readOcspResponse, type OcspResponse } from '../revocation/ocsp-response.ts';
import { readCrl, type Crl } from '../revocation/read-crl.ts';
import { RevocationError } from '../revocation/revocation-error.ts';

const DIGESTS: ReadonlyMap<string, SignatureDigest> = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  [OID.sha1, 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  [OID.sha256, 'sha256'],
  [OID.sha384, 'sha384'],
  [OID.sha512, 'sha512'],
]);

/** By signature identifier: the digest it names, if any, and whether its padding is PSS. */
const SIGNATURES: ReadonlyMap<string, { digest?: SignatureDigest; pss?: true }> = new Map<
  string,
  { digest?: SignatureDigest; pss?: true }
>([
  [OID.rsaEncryption, {}],
  [OID.rsassaPss, { pss: true }],
  ['1.2.840.113549.1.1.4', { digest: 'md5' }],
  ['1.2.840.113549.1.1.5', { digest: 'sha1' }],
  ['1.2.840.113549.1.1.14', { digest: 'sha224' }],
  ['1.2.840.10045.4.1', { digest: 'sha1' }],
  [OID.ecPublicKey, {}],
  ...Object.values(ALGORITHMS).map(({ signatureOid, digest }): [string, { digest: SignatureDigest }] => [
    signatureOid,
    { digest },
  ]),
]);

/** Adobe's attribute with the revocation data that the signer had (ISO 32000-2, 12.8.3.3.2). */
const REVOCATION_INFO_ARCHIVAL = '1.2.840.113583.1.1.8';

/** A signature by whatever program, taken apart; nothing of it is believed. */
export interface ForeignCms {
  readonly certificates: readonly Certificate[];
  /** The one that the signer is named by; undefined when it is not there. */
  readonly certificate: Certificate | undefined;
  readonly digest: SignatureDigest;
  readonly pss: boolean;
  /** What is signed beside the document: the attributes; undefined when the document is signed itself. */
  readonly signedBytes: Uint8Array | undefined;
  readonly messageDigest: Uint8Array | undefined;
  /** Content inside, as adbe.pkcs7.sha1 has it: the SHA-1 of the document. */
  readonly content: Uint8Array | undefined;
  readonly signature: Uint8Array;
  readonly signingTime: Date | undefined;
  readonly signingCertificate: DerElement | undefined;
  readonly timeStampToken: Uint8Array | undefined;
  readonly ocspResponses: readonly OcspResponse[];
  readonly crls: readonly Crl[];
}

/**
 * Takes apart a SignedData of one signer (RFC 5652, 5), in BER or DER, with or without signed attributes.
 *
 * @returns undefined for an algorithm that is not known here
 * @throws DerError when it is no such thing
 */
export function readForeignCms(contents: Uint8Array): ForeignCms | undefined {
  const { der, end } = derOf(contents);
  if (contents.subarray(end).some((byte) => byte !== 0)) throw new DerError('bytes after the signature');
  const contentInfo = new DerFields(readDer(der));
  if (contentInfo.take().oid() !== OID.signedData) throw new DerError('not a SignedData');
  const fields = new DerFields(only(contentInfo.take(0xa0)));
  fields.take(TAG.integer);
  fields.take(TAG.set);
  const encapsulated = new DerFields(fields.take(TAG.sequence));
  encapsulated.take(TAG.oid);
  const content = encapsulated.explicit(0)?.expect(TAG.octetString).content;
  const certificates = (fields.optional(0xa0)?.children(0xa0) ?? []).flatMap(readable);
  const lists = fields.optional(0xa1)?.children(0xa1) ?? [];
  return readSigner(only(fields.take(TAG.set)), { certificates, content, lists });
}

interface Around {
  readonly certificates: readonly Certificate[];
  readonly content: Uint8Array | undefined;
  readonly lists: readonly DerElement[];
}

function readSigner(
  signerInfo: DerElement,
  { certificates, content, lists }: Around,
): ForeignCms | undefined {
  const fields = new DerFields(signerInfo);
  fields.take(TAG.integer);
  const identifier = fields.take();
  const digest = DIGESTS.get(new DerFields(fields.take(TAG.sequence)).take().oid());
  const signed = fields.optional(0xa0);
  const algorithm = SIGNATURES.get(new DerFields(fields.take(TAG.sequence)).take().oid());
  const signature = fields.take(TAG.octetString).content;
  const unsigned = fields.optional(0xa1);
  if (!digest || !algorithm || (algorithm.digest ?? digest) !== digest) return undefined;
  const attributes = signed ? attributesOf(signed) : new Map<string, DerElement>();
  const signedBytes = signed && Buffer.from(signed.encoded);
  if (signedBytes) signedBytes[0] = TAG.set;
  const revocation = attributes.get(REVOCATION_INFO_ARCHIVAL);
  const time = attributes.get(OID.signingTime);
  const archived = revocation ? archivedRevocation(revocation) : { ocspResponses: [], crls: [] };
  return {
    certificates,
    certificate: certificates.find((candidate) => isNamed(candidate, identifier)),
    digest,
    pss: algorithm.pss ?? false,
    signedBytes,
    messageDigest: attributes.get(OID.messageDigest)?.expect(TAG.octetString).content,
    content,
    signature,
    signingTime: time && tried(() => readX509Time(time)),
    signingCertificate: attributes.get(OID.signingCertificateV2) ?? attributes.get(OID.signingCertificate),
    timeStampToken: unsigned && attributesOf(unsigned).get(OID.signatureTimeStampToken)?.encoded,
    ocspResponses: archived.ocspResponses,
    crls: [...archived.crls, ...lists.flatMap((each) => tried(() => readCrl(each.encoded)) ?? [])],
  };
}

/** By type; one that occurs twice makes two signatures of one (RFC 5652, 5.3). */
function attributesOf(set: DerElement): Map<string, DerElement> {
  const attributes = new Map<string, DerElement>();
  for (const attribute of set.children(set.tag)) {
    const fields = new DerFields(attribute);
    const oid = fields.take().oid();
    const [value] = fields.take(TAG.set).children();
    if (attributes.has(oid)) throw new DerError('attribute occurs twice');
    if (value) attributes.set(oid, value);
  }
  return attributes;
}

/** RFC 5652, 5.3: by issuer and serial number, or by the key's identifier. */
function isNamed(certificate: Certificate, identifier: DerElement): boolean {
  if (identifier.tag === 0x80) {
    const { subjectKeyId } = tried(() => certificateExtensions(certificate)) ?? {};
    return subjectKeyId !== undefined && sameBytes(subjectKeyId, identifier.content);
  }
  const fields = new DerFields(identifier);
  const [issuer, serial] = [fields.take(), fields.take()];
  return sameBytes(certificate.issuer, issuer.encoded) && sameBytes(certificate.serial, serial.encoded);
}

function archivedRevocation(value: DerElement): { ocspResponses: OcspResponse[]; crls: Crl[] } {
  const fields = tried(() => new DerFields(value));
  const crls = tried(() => fields?.explicit(0)?.children(TAG.sequence)) ?? [];
  const responses = tried(() => fields?.explicit(1)?.children(TAG.sequence)) ?? [];
  return {
    crls: crls.flatMap((each) => tried(() => readCrl(each.encoded)) ?? []),
    ocspResponses: responses.flatMap((each) => tried(() => readOcspResponse(each.encoded)) ?? []),
  };
}

const readable = (each: DerElement): Certificate[] => {
  const certificate = tried(() => readCertificate(each.encoded));
  return certificate ? [certificate] : [];
};

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError || error instanceof RevocationError) return undefined;
    throw error;
  }
}
