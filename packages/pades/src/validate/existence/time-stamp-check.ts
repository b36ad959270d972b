import { type Certificate, sameBytes } from '../../cms/certificate.ts';
import {
  DerError,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  smallInteger,
  tagged,
} from '../../cms/der.ts';
import { type DigestName, OID } from '../../cms/object-identifiers.ts';
import type { ParsedSignedData } from '../../cms/parse-signed-data.ts';
import { TimeStampError, type TimeStampProblem } from '../../time-stamp/time-stamp-error.ts';
import { readTimeStampToken, type TimeStampToken } from '../../time-stamp/time-stamp-token.ts';
import { verifyTimeStampToken } from '../../time-stamp/verify-time-stamp-token.ts';
import type { KnownCertificates } from './known-certificates.ts';

/** A time stamp in the file, over the seal's signature value or over a whole revision. */
export interface ValidatedTimeStamp {
  readonly kind: 'signature' | 'document';
  /** Index of the revision it is in. */
  readonly revision: number;
  /** Name of its field; a signature time stamp has none. */
  readonly fieldName: string | undefined;
  /** When the authority says it saw the digest; undefined when the token does not verify. */
  readonly time: Date | undefined;
  /** How far off that may be, in seconds; undefined when the token does not say. */
  readonly accuracySeconds: number | undefined;
  readonly authority: Certificate | undefined;
  /** Digest that was stamped. */
  readonly digest: DigestName | undefined;
  /** Object identifier of the authority's policy. */
  readonly policy: string | undefined;
  /** Hexadecimal. */
  readonly serialNumber: string | undefined;
  /** From the authority to an anchor; undefined when it does not lead to one. */
  readonly path: readonly Certificate[] | undefined;
  /** The token verifies, in itself and over what it should stamp. */
  readonly valid: boolean;
  /** It is valid, leads to an anchor, and is held fast to its last byte. */
  readonly trusted: boolean;
  /** What is wrong, in words for the technical report. */
  readonly problem: string | undefined;
}

/** What a time stamp is, before it is looked at. */
export interface TimeStampPlace {
  readonly kind: ValidatedTimeStamp['kind'];
  readonly revision: number;
  readonly fieldName?: string | undefined;
}

/**
 * Verifies a token, and finds the way from its authority to an anchor.
 *
 * @param digestOf digest of what the token must be over; undefined when there is none to be had
 */
export function checkTimeStamp(
  der: Uint8Array,
  place: TimeStampPlace,
  digestOf: (digest: DigestName) => Uint8Array | undefined,
  known: KnownCertificates,
): ValidatedTimeStamp {
  const nothing = { ...place, fieldName: place.fieldName, ...UNKNOWN };
  try {
    const token = readTimeStampToken(der);
    const imprint = digestOf(token.digest);
    if (!imprint) return { ...nothing, problem: 'imprint-mismatch' satisfies TimeStampProblem };
    const { certificate } = verifyTimeStampToken(token, imprint);
    known.add(token.certificates);
    const path = known.pathOfTimeStamper(certificate, token.time);
    const stray = unheldPart(der, token, known);
    const problem = typeof path === 'string' ? path : stray;
    return {
      ...nothing,
      time: token.time,
      accuracySeconds: token.accuracySeconds,
      authority: certificate,
      digest: token.digest,
      policy: token.policy,
      serialNumber: token.serial,
      path: typeof path === 'string' ? undefined : path,
      valid: true,
      trusted: problem === undefined,
      problem,
    };
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error;
    return { ...nothing, problem: error.message };
  }
}

const UNKNOWN = {
  time: undefined,
  accuracySeconds: undefined,
  authority: undefined,
  digest: undefined,
  policy: undefined,
  serialNumber: undefined,
  path: undefined,
  valid: false,
  trusted: false,
} as const;

/**
 * A token's signature does not cover the certificates beside it, nor versions, identifiers and lists
 * around it. Each certificate must lead to one that is believed, and the token must be what its parts
 * make when put together, with no part that has no meaning here.
 */
function unheldPart(der: Uint8Array, token: TimeStampToken, known: KnownCertificates): string | undefined {
  if (token.signedData.signer.unsignedAttributes) return 'the token has unsigned attributes';
  if (!sameBytes(der, rebuilt(token.signedData, token.content))) return 'the token has parts of no meaning';
  try {
    const stranger = token.certificates.find((certificate) => !known.leadsHome(certificate));
    return stranger && `a certificate in the token leads nowhere: ${stranger.commonName}`;
  } catch (error) {
    if (error instanceof DerError) return 'a certificate in the token is malformed';
    throw error;
  }
}

/** RFC 5652, 5.1 and 5.3: one digest algorithm, that of the one signer; no CRLs. */
function rebuilt({ certificates, signer }: ParsedSignedData, content: Uint8Array): Buffer {
  const implicitAttributes = Buffer.from(signer.signedBytes);
  implicitAttributes[0] = 0xa0;
  const signerInfo = sequence(
    smallInteger(1),
    sequence(signer.issuer, signer.serial),
    signer.digestAlgorithm.encoded,
    implicitAttributes,
    signer.signatureAlgorithm.encoded,
    octetString(signer.signature),
  );
  const signedData = sequence(
    smallInteger(3),
    setOf(signer.digestAlgorithm.encoded),
    sequence(objectIdentifier(OID.tstInfo), tagged(0, octetString(content))),
    ...(certificates.length > 0 ? [tagged(0, ...certificates)] : []),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier(OID.signedData), tagged(0, signedData));
}
