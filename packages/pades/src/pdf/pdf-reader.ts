import type { Revision } from './revision.ts';
import type { DecodeRules } from './syntax/decode-stream.ts';
import type { IndirectObject } from './syntax/indirect-object.ts';
import type { ObjectStream } from './syntax/object-stream.ts';
import type { PdfDict, PdfRef, PdfStream, PdfValue } from './syntax/pdf-values.ts';
import type { ReaderLimits } from './syntax/reader-limits.ts';
import type { XrefEntry } from './syntax/xref-section.ts';

/**
 * The objects of a PDF in the state that one of its revisions left it in: all that is needed to read a structure from
 * it, such as its pages or its form. {@link StrictPdf} is one, and gives those structures too.
 */
export interface PdfReader {
  /** The whole file, whatever the state. */
  readonly bytes: Uint8Array;
  readonly limits: ReaderLimits;
  /** Every saved state up to this one, oldest first. */
  readonly revisions: readonly Revision[];
  /** Trailer of the newest revision. */
  readonly trailer: PdfDict;
  /** One more than the highest object number in use. */
  readonly size: number;
  /** Offset after the last `%%EOF` of this state and its end of line. */
  readonly end: number;
  /** The reference to the catalog. */
  readonly root: PdfRef;
  /** @throws PdfSyntaxError when it is none */
  readonly catalog: PdfDict;

  /**
   * The document as the revision with this index left it: what the bytes up to its end say, and
   * nothing of what follows. What has been parsed is shared with it.
   *
   * @throws PdfSyntaxError when that revision has no catalog
   */
  at(revision: number): PdfReader;

  /** Object numbers in use, in no particular order. */
  objectNumbers(): Iterable<number>;

  /** Where object `num` is, or was in the state that an earlier revision left. */
  entryOf(num: number, revision?: number): XrefEntry | undefined;

  /** Whether what has this number is a cross-reference stream, listed or not, and nothing else. */
  isSection(num: number): boolean;

  /** Follows a reference to its value; a missing or freed object is null (ISO 32000-2, 7.3.10). */
  resolve(value: PdfValue | undefined): PdfValue;

  /** The value of object `num`, null when it is not in use. */
  object(num: number): PdfValue;

  /** The bytes of an object's value as the file has them, or its object stream; of a stream, those of its dictionary. */
  sourceOf(num: number): Uint8Array;

  /** An object that is not in an object stream, as it stands in the file. */
  indirectObject(num: number): IndirectObject | undefined;

  /** The decoded data of a stream. */
  decode(stream: PdfStream, rules?: DecodeRules): Uint8Array;

  /** The object stream with number `num`. */
  objectStream(num: number): ObjectStream;
}
