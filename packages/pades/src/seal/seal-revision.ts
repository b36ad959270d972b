import { createHash } from 'node:crypto';

import { signatureAlgorithmOf } from '../cms/algorithm-identifier.ts';
import { signatureTimeStampAttributes, withUnsignedAttributes } from '../cms/build-signed-data.ts';
import { readCertificate, sameBytes } from '../cms/certificate.ts';
import { DerError, octetString, readDer, readDerPrefix, TAG } from '../cms/der.ts';
import { ALGORITHMS, OID } from '../cms/object-identifiers.ts';
import { parseSignedData } from '../cms/parse-signed-data.ts';
import { verifySignature } from '../cms/verify-signature.ts';
import { asBuffer, latin1 } from '../pdf/syntax/characters.ts';
import { readIndirectObject } from '../pdf/syntax/indirect-object.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { isName, PdfDict } from '../pdf/syntax/pdf-values.ts';
import { DEFAULT_LIMITS } from '../pdf/syntax/reader-limits.ts';
import { readTimeStampToken } from '../time-stamp/time-stamp-token.ts';
import { verifyTimeStampToken } from '../time-stamp/verify-time-stamp-token.ts';
import { hashOf, type PdfSoFar } from '../write/pdf-so-far.ts';
import { type ByteRange, type ContentsExtent, coveredDigest, fillContents } from './contents-gap.ts';
import { SealRefusedError } from './seal-refused-error.ts';

/** A seal revision, known by its bytes alone: all that a step after a crash needs to go on. */
export interface SealRevision {
  /** Size of the file that it follows, in bytes. */
  readonly originalBytes: number;
  readonly byteRange: ByteRange;
  /** Where Contents stands in the tail. */
  readonly contents: ContentsExtent;
  /** The CMS, without the zeros after it. */
  readonly cms: Buffer;
  /** What a signature time stamp stamps a digest of. */
  readonly signatureValue: Buffer;
  /** The token over the signature value, when there is one. */
  readonly signatureTimeStamp: Buffer | undefined;
}

/**
 * Reads the seal revision that {@link sealPdf} wrote. The signature dictionary is the first object in
 * it, so the file that it follows is not needed.
 *
 * @throws SealRefusedError `not-a-seal-revision`
 */
export function readSealRevision(tail: Uint8Array): SealRevision {
  return reading(() => located(asBuffer(tail)));
}

/** Runs a reader; what it cannot read becomes a refusal. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PdfSyntaxError || error instanceof DerError)) throw error;
    throw new SealRefusedError('not-a-seal-revision', error.message);
  }
}

function located(tail: Buffer): SealRevision {
  // A file that did not end its last line has that line ended by the tail.
  const start = tail[0] === 0x0a ? 1 : 0;
  const { value } = readIndirectObject(tail, start, DEFAULT_LIMITS.maxDepth, () => null);
  const dict = value instanceof PdfDict ? value : undefined;
  const entry = dict?.entries.get('Contents');
  const match = /^\[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\]/.exec(
    latin1(dict?.rawValue('ByteRange') ?? tail, 0, 40),
  );
  if (!entry || !match || !isName(dict?.get('SubFilter'), 'ETSI.CAdES.detached')) {
    throw new DerError('the first object is not a signature');
  }
  const [before, after, rest] = match.slice(1).map(Number) as [number, number, number];
  const contents = { start: entry.valueStart, end: entry.end };
  const originalBytes = before - contents.start;
  if (originalBytes <= 0 || after !== originalBytes + contents.end || rest !== tail.length - contents.end) {
    throw new DerError('ByteRange is not that of this revision');
  }
  const room = Buffer.from(latin1(tail, contents.start + 1, contents.end - 1), 'hex');
  const cms = room.subarray(0, readDerPrefix(room).end);
  const { unsignedAttributes, signature } = parseSignedData(cms).signer;
  return {
    originalBytes,
    byteRange: [0, before, after, rest],
    contents,
    cms,
    signatureValue: asBuffer(signature),
    signatureTimeStamp: unsignedAttributes && tokenIn(unsignedAttributes),
  };
}

/** The token in the one unsigned attribute there may be. */
function tokenIn(unsignedAttributes: Uint8Array): Buffer | undefined {
  for (const attribute of readDer(unsignedAttributes).children()) {
    const [type, values] = attribute.children(TAG.sequence);
    const [token] = values?.children(TAG.set) ?? [];
    if (type?.oid() === OID.signatureTimeStampToken && token) return asBuffer(token.encoded);
  }
  return undefined;
}

/**
 * The seal's signature value, whose digest a signature time stamp is asked for (EN 319 122-1, 5.3).
 *
 * @param tail a seal revision
 * @throws SealRefusedError `not-a-seal-revision`
 */
export function signatureValueOf(tail: Uint8Array): Buffer {
  return readSealRevision(tail).signatureValue;
}

/**
 * The seal revision with a time stamp of its signature in it (PAdES B-T), as many bytes as before:
 * the token goes into the room that Contents has left. Must come before anything is appended.
 *
 * @param tail a seal revision; not changed
 * @param token a time-stamp token (ContentInfo) over a SHA-2 digest of the signature value
 * @throws SealRefusedError `not-a-seal-revision`, `time-stamp-present`, `reserve-too-small`
 * @throws TimeStampError when the token does not verify, or stamps something else
 */
export function addSignatureTimeStamp(tail: Uint8Array, token: Uint8Array): Buffer {
  const { cms, contents, signatureTimeStamp } = readSealRevision(tail);
  if (signatureTimeStamp) {
    throw new SealRefusedError('time-stamp-present', 'the signature is time-stamped already');
  }
  const stamped = Buffer.from(tail);
  fillContents(stamped, contents, withTimeStamp(cms, token));
  return stamped;
}

/** The CMS of a seal with a token over its signature value. */
export function withTimeStamp(cms: Uint8Array, token: Uint8Array): Buffer {
  const { signature } = parseSignedData(cms).signer;
  const read = readTimeStampToken(token);
  verifyTimeStampToken(read, createHash(read.digest).update(signature).digest());
  return withUnsignedAttributes(cms, signatureTimeStampAttributes(token));
}

/**
 * Checks that a seal revision read back seals exactly this file: sizes, digest, and the signature by
 * the certificate it carries. Whose certificate that is, is not asked.
 *
 * @param file the file without the revision
 * @throws SealRefusedError `not-a-seal-revision`
 */
export async function checkSealRevision(file: PdfSoFar, tail: Uint8Array): Promise<SealRevision> {
  const revision = readSealRevision(tail);
  const { signer, certificates } = parseSignedData(revision.cms);
  const algorithm = signatureAlgorithmOf(signer);
  if (revision.originalBytes !== file.pdf.length || !algorithm) {
    throw new SealRefusedError('not-a-seal-revision', 'made for a file of another size');
  }
  const unsigned = { tail: asBuffer(tail), contents: revision.contents };
  const actual = await coveredDigest(file.pdf, await hashOf(file), ALGORITHMS[algorithm].digest, unsigned);
  const stated = signer.attributes.get(OID.messageDigest)?.encoded ?? new Uint8Array();
  const signers = reading(() => certificates.map((der) => readCertificate(der)));
  const certificate = signers.find(({ issuer, serial }) => {
    return sameBytes(issuer, signer.issuer) && sameBytes(serial, signer.serial);
  });
  const { signedBytes, signature } = signer;
  const holds =
    certificate !== undefined &&
    sameBytes(stated, octetString(actual)) &&
    verifySignature(certificate.publicKey, ALGORITHMS[algorithm], [signedBytes], signature) === 'valid';
  if (!holds) throw new SealRefusedError('not-a-seal-revision', 'made for another file');
  return revision;
}
