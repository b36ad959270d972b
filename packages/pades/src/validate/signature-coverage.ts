import { DerError, readDerPrefix } from '../cms/der.ts';
import type { SignatureField } from '../pdf/document/interactive-form.ts';
import type { Revision } from '../pdf/revision.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { latin1 } from '../pdf/syntax/characters.ts';
import type { ByteRange } from '../seal/seal-pdf.ts';
import type { ReasonCode } from './reasons.ts';

/** A signature whose ByteRange covers exactly one whole revision, save its own Contents. */
export interface Coverage {
  readonly byteRange: ByteRange;
  /** The revision that ends where the signed bytes end. */
  readonly revision: Revision;
  /** The CMS, without padding. */
  readonly cms: Uint8Array;
}

/** How the file must treat Contents and the end of the revision. */
export interface CoverageRules {
  /** The one way a seal of ours is written: lower-case digits, revision closed by its end of line. */
  readonly exact: boolean;
}

/**
 * Checks what ByteRange promises (ISO 32000-2, 12.8.1): it starts at 0, leaves out the Contents token
 * and nothing else, and ends where the revision that wrote the signature ends. The token is found
 * by the cross-reference, never by searching, so that no second Contents can stand in for it.
 *
 * @returns the coverage, or the first rule that it breaks
 */
export function readCoverage(
  pdf: StrictPdf,
  field: SignatureField,
  rules: CoverageRules,
): Coverage | ReasonCode {
  const extent = readExtent(pdf, field, rules);
  if (typeof extent === 'string') return extent;
  const [, before, after] = extent.byteRange;
  const cms = readContents(pdf.bytes.subarray(before, after), rules);
  return typeof cms === 'string' ? cms : { ...extent, cms };
}

/** The same of a signature whose Contents is in any encoding. */
export function readExtent(
  pdf: StrictPdf,
  field: SignatureField,
  rules: CoverageRules,
): Omit<Coverage, 'cms'> | ReasonCode {
  const { value, valueRef } = field;
  const entry = valueRef && pdf.entryOf(valueRef.num);
  if (!valueRef || entry?.kind !== 'offset' || value.source !== pdf.bytes) return 'signature-not-indirect';
  const byteRange = readByteRange(value.rawValue('ByteRange'), rules);
  if (!byteRange) return 'byte-range-malformed';
  const [, before, after, rest] = byteRange;
  const contents = value.entries.get('Contents');
  if (contents?.valueStart !== before || contents.end !== after) return 'byte-range-not-the-gap';
  const revision = pdf.revisions.findLast((candidate) => candidate.entries.has(valueRef.num));
  const end = after + rest;
  const ends = rules.exact ? [revision?.end] : [revision?.end, revision?.markerEnd];
  if (!revision || !ends.includes(end) || entry.offset < revision.start) return 'byte-range-not-the-revision';
  return { byteRange, revision };
}

function readByteRange(raw: Uint8Array | undefined, rules: CoverageRules): ByteRange | undefined {
  if (!raw || raw.length > 200) return undefined;
  const exact = /^\[0 (0|[1-9]\d*) (0|[1-9]\d*) (0|[1-9]\d*)\]$/;
  const loose = /^\[\s*0+\s+(\d+)\s+(\d+)\s+(\d+)\s*\]$/;
  const match = (rules.exact ? exact : loose).exec(latin1(raw));
  if (!match) return undefined;
  const [before, after, rest] = match.slice(1).map(Number) as [number, number, number];
  return [before, after, rest].every(Number.isSafeInteger) ? [0, before, after, rest] : undefined;
}

/** More than any CMS with time stamps and revocation data comes to. */
const MAX_CONTENTS_BYTES = 4 * 1024 * 1024;

/** The CMS in a Contents token, which must be followed by zeros only. */
function readContents(token: Uint8Array, rules: CoverageRules): Uint8Array | ReasonCode {
  if (token.length > MAX_CONTENTS_BYTES) return 'contents-not-canonical';
  const text = latin1(token);
  const bytes = Buffer.from(text.slice(1, -1), 'hex');
  // `<`, whole bytes in hexadecimal without white space, `>`: decoding ends before anything else.
  const written = rules.exact ? text : text.toLowerCase();
  if (bytes.length === 0 || written !== `<${bytes.toString('hex')}>`) return 'contents-not-canonical';
  try {
    const { end } = readDerPrefix(bytes);
    const padding = bytes.subarray(end);
    return padding.equals(Buffer.alloc(padding.length)) ? bytes.subarray(0, end) : 'padding-not-zero';
  } catch (error) {
    if (error instanceof DerError) return 'cms-malformed';
    throw error;
  }
}
