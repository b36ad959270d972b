import { createHash, type Hash } from 'node:crypto';

import type { DigestName } from '../cms/object-identifiers.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { feed } from '../write/pdf-so-far.ts';
import type { RevisionWriter } from '../write/revision-writer.ts';
import { SealRefusedError } from './seal-refused-error.ts';
import type { SignaturePlaceholder } from './signature-dictionary.ts';

/** ByteRange of a signature: offset and length before Contents, offset and length after it. */
export type ByteRange = readonly [0, number, number, number];

/** Extent of a Contents token, `<` and `>` included, counted from the start of the tail it is in. */
export interface ContentsExtent {
  readonly start: number;
  readonly end: number;
}

/** A finished revision whose signature is still to come. */
export interface UnsignedRevision {
  readonly tail: Buffer;
  readonly byteRange: ByteRange;
  readonly contents: ContentsExtent;
}

/**
 * Ends a revision and says in its ByteRange that everything is signed but Contents (ISO 32000-2,
 * 12.8.1).
 *
 * @param bodyOffset where the writer put the placeholder
 */
export function finishUnsigned(
  pdf: StrictPdf,
  writer: RevisionWriter,
  identity: Uint8Array,
  placeholder: SignaturePlaceholder,
  bodyOffset: number,
): UnsignedRevision {
  const tail = writer.finish(identity);
  const start = bodyOffset + placeholder.contentsStart;
  const end = start + placeholder.contentsLength;
  const sizeBefore = pdf.bytes.length;
  const byteRange: ByteRange = [0, sizeBefore + start, sizeBefore + end, tail.length - end];
  tail.write(`[${byteRange.join(' ')}]`, bodyOffset + placeholder.byteRangeStart, 'latin1');
  return { tail, byteRange, contents: { start, end } };
}

/**
 * Digest over the file with its tail, without the Contents token.
 *
 * @param before running SHA-256 of the file; only a SHA-256 goes on from it, another digest reads
 * the file again
 */
export async function coveredDigest(
  pdf: Uint8Array,
  before: Hash,
  digest: DigestName,
  { tail, contents }: Pick<UnsignedRevision, 'tail' | 'contents'>,
): Promise<Buffer> {
  const hash = digest === 'sha256' ? before.copy() : await feed(createHash(digest), pdf);
  return hash.update(tail.subarray(0, contents.start)).update(tail.subarray(contents.end)).digest();
}

/** Room between `<` and `>`, in bytes. */
function roomBytes({ start, end }: ContentsExtent): number {
  return (end - start - 2) / 2;
}

/**
 * Puts `der` into Contents; zeros fill what it leaves of the room.
 *
 * @throws SealRefusedError `reserve-too-small`
 */
export function fillContents(tail: Buffer, contents: ContentsExtent, der: Uint8Array): void {
  const room = roomBytes(contents);
  if (der.length > room) {
    throw new SealRefusedError('reserve-too-small', `${der.length} bytes, room for ${room}`);
  }
  const hex = Buffer.from(der)
    .toString('hex')
    .padEnd(room * 2, '0');
  tail.write(hex, contents.start + 1, 'latin1');
}
