import { DerError, element, TAG } from './der.ts';

/** Deeper than any CMS nests. */
const MAX_DEPTH = 40;

/**
 * The first element of some bytes, encoded anew in DER: lengths are definite, strings in one piece. ISO 32000-2,
 * 12.8.3.3.1 wants DER in Contents; signing programs built on streaming encoders write BER all the same.
 *
 * @returns the element, and how many of the bytes it took
 * @throws DerError when they are no BER either
 */
export function derOf(bytes: Uint8Array): { der: Uint8Array; end: number } {
  return recoded(bytes, 0, bytes.length, 0);
}

function recoded(
  bytes: Uint8Array,
  start: number,
  limit: number,
  depth: number,
): { der: Uint8Array; end: number } {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined || start + 2 > limit || depth > MAX_DEPTH)
    throw new DerError('not BER');
  if ((tag & 0x1f) === 0x1f) throw new DerError('tags of more than one byte are not used here');
  const constructed = (tag & 0x20) !== 0;
  const { contentStart, end } = extentOf(bytes, start + 1, limit);
  if (end !== undefined && !constructed) {
    return { der: element(tag, bytes.subarray(contentStart, end)), end };
  }
  if (!constructed) throw new DerError('a primitive element of indefinite length');
  const parts: Uint8Array[] = [];
  let at = contentStart;
  while (end === undefined ? !isEndOfContents(bytes, at, limit) : at < end) {
    const part = recoded(bytes, at, end ?? limit, depth + 1);
    parts.push(part.der);
    at = part.end;
  }
  const after = end ?? at + 2;
  if (tag === (TAG.octetString | 0x20)) {
    return { der: element(TAG.octetString, ...parts.map(contentOf)), end: after };
  }
  return { der: element(tag, ...parts), end: after };
}

/** X.690, 8.1.3; the end is undefined for the indefinite form. */
function extentOf(
  bytes: Uint8Array,
  at: number,
  limit: number,
): { contentStart: number; end: number | undefined } {
  const first = bytes[at] ?? 0;
  if (first === 0x80) return { contentStart: at + 1, end: undefined };
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4) throw new DerError('length of more than four bytes');
  let length = first < 0x80 ? first : 0;
  for (let index = 1; index <= digits; index += 1) length = length * 256 + (bytes[at + index] ?? 0);
  const contentStart = at + 1 + digits;
  if (contentStart + length > limit) throw new DerError('content is cut short');
  return { contentStart, end: contentStart + length };
}

function isEndOfContents(bytes: Uint8Array, at: number, limit: number): boolean {
  if (at + 2 > limit) throw new DerError('no end of contents');
  return bytes[at] === 0 && bytes[at + 1] === 0;
}

/** Content of an element in DER. */
function contentOf(der: Uint8Array): Uint8Array {
  const first = der[1] ?? 0;
  return der.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
}
