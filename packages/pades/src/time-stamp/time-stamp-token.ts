import { type Extensions, readExtensions } from '../certificates/extension.ts';
import { type Certificate, readCertificate, sameBytes } from '../cms/certificate.ts';
import { DerFields, only } from '../cms/der-fields.ts';
import { readGeneralizedTime } from '../cms/der-time.ts';
import { DerError, type DerElement, readDer, TAG } from '../cms/der.ts';
import { type DigestName, OID } from '../cms/object-identifiers.ts';
import { type ParsedSignedData, parseSignedData } from '../cms/parse-signed-data.ts';
import { readingTimeStamp, TimeStampError } from './time-stamp-error.ts';
import { readMessageImprint } from './time-stamp-request.ts';

/** A time-stamp token taken apart. Nothing in it is believed before {@link verifyTimeStampToken}. */
export interface TimeStampToken {
  readonly der: Uint8Array;
  /** genTime, cut to milliseconds. */
  readonly time: Date;
  /** genTime as it is written, `YYYYMMDDhhmmss[.f…]Z`, with every digit of its fraction. */
  readonly genTime: string;
  /** How far off genTime may be, in seconds; undefined when the token does not say. */
  readonly accuracySeconds: number | undefined;
  /** The order of tokens of this authority is that of their times. */
  readonly ordering: boolean;
  readonly digest: DigestName;
  /** The digest that was stamped. */
  readonly imprint: Uint8Array;
  /** Object identifier of the authority's policy. */
  readonly policy: string;
  /** Hexadecimal. */
  readonly serial: string;
  /** DER of the INTEGER. */
  readonly nonce: Uint8Array | undefined;
  /** DER of the GeneralName that the token gives its authority. */
  readonly authorityName: Uint8Array | undefined;
  readonly extensions: Extensions;
  /** The signer's certificate, when the token carries it. */
  readonly certificate: Certificate | undefined;
  /** Every certificate in the token, the signer's included. */
  readonly certificates: readonly Certificate[];
  /** DER of the TSTInfo, which is what is signed. */
  readonly content: Uint8Array;
  readonly signedData: ParsedSignedData;
}

/** More than any chain has; each costs time to read. */
const MAX_CERTIFICATES = 32;

/**
 * Takes a TimeStampToken apart (RFC 3161, 2.4.2): a SignedData of one signer over a TSTInfo, all of it
 * in DER.
 *
 * @throws TimeStampError `malformed`, `content-type-unexpected`, `algorithm-unsupported` for an imprint
 * that is not SHA-2
 */
export function readTimeStampToken(der: Uint8Array): TimeStampToken {
  return readingTimeStamp(() => {
    const signedData = parseSignedData(der, 'enclosed');
    const { content, contentType, signer, version } = signedData;
    if (contentType !== OID.tstInfo || !content)
      throw new TimeStampError('content-type-unexpected', contentType);
    // RFC 5652, 5.1 and 5.3: 3 for content other than data, 1 for a signer named by issuer and serial.
    if (version !== 3 || signer.version !== 1) throw new DerError('version of CMS is not what it should be');
    if (signedData.certificates.length > MAX_CERTIFICATES) throw new DerError('too many certificates');
    const certificates = signedData.certificates.map((certificate) => readCertificate(certificate));
    const certificate = certificates.find(
      (candidate) => sameBytes(candidate.issuer, signer.issuer) && sameBytes(candidate.serial, signer.serial),
    );
    return { der, ...readTstInfo(content), certificate, certificates, content, signedData };
  });
}

type TstInfo = Omit<TimeStampToken, 'der' | 'certificate' | 'certificates' | 'content' | 'signedData'>;

function readTstInfo(content: Uint8Array): TstInfo {
  const fields = new DerFields(readDer(content));
  if (fields.take().smallInteger() !== 1) throw new DerError('version is not 1');
  const policy = fields.take().oid();
  const { digest, imprint } = readMessageImprint(fields.take());
  if (!digest || digest === 'sha1') throw new TimeStampError('algorithm-unsupported', 'imprint');
  const serial = Buffer.from(fields.take().unsignedInteger()).toString('hex');
  const { date, text } = readGeneralizedTime(fields.take(), 'fractions');
  const accuracy = fields.optional(TAG.sequence);
  const ordering = fields.optional(TAG.boolean)?.boolean() ?? false;
  const nonce = fields.optional(TAG.integer);
  nonce?.integer();
  const authority = fields.optional(0xa0);
  const extensions = readExtensions(fields.optional(0xa1));
  fields.end();
  return {
    time: date,
    genTime: text,
    accuracySeconds: accuracy && readAccuracy(accuracy),
    ordering,
    digest,
    imprint,
    policy,
    serial,
    nonce: nonce?.encoded,
    authorityName: authority && only(authority).encoded,
    extensions,
  };
}

function readAccuracy(accuracy: DerElement): number {
  const fields = new DerFields(accuracy);
  const seconds = numberOf(fields.optional(TAG.integer)?.unsignedInteger());
  const millis = fraction(fields.optional(0x80));
  const micros = fraction(fields.optional(0x81));
  fields.end();
  return seconds + millis / 1000 + micros / 1_000_000;
}

/** INTEGER (1..999) under an implicit tag. */
function fraction(field: DerElement | undefined): number {
  if (!field) return 0;
  const value = numberOf(field.content);
  if ((field.content[0] ?? 0) > 0x7f || value < 1 || value > 999) throw new DerError('accuracy out of range');
  return value;
}

function numberOf(bytes: Uint8Array | undefined): number {
  if (!bytes) return 0;
  if (bytes.length === 0 || bytes.length > 4) throw new DerError('accuracy out of range');
  return Buffer.from(bytes).readUIntBE(0, bytes.length);
}
