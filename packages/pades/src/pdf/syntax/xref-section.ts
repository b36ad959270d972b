import { isDigit, isWhiteSpace, latin1 } from './characters.ts';
import { decodeStream, type InflateBudget } from './decode-stream.ts';
import { type IndirectObject, readIndirectObject } from './indirect-object.ts';
import { PdfSyntaxError } from './pdf-syntax-error.ts';
import { isName, PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from './pdf-values.ts';
import { MAX_GENERATION, MAX_OBJECT_NUMBER, type ReaderLimits } from './reader-limits.ts';
import { ValueParser } from './value-parser.ts';

/** Where the cross-reference says an object is. */
export type XrefEntry =
  | { readonly kind: 'free'; readonly gen: number }
  | { readonly kind: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly kind: 'compressed'; readonly container: number; readonly index: number };

/** One cross-reference section with its trailer (ISO 32000-2, 7.5.4, 7.5.8). */
export interface XrefSection {
  readonly kind: 'table' | 'stream';
  /** Offset of the `xref` keyword, or of the cross-reference stream's object. */
  readonly offset: number;
  /** Offset after the trailer dictionary, or after the cross-reference stream's `endobj`. */
  readonly end: number;
  readonly trailer: PdfDict;
  readonly entries: ReadonlyMap<number, XrefEntry>;
  /** Object number of the cross-reference stream itself. */
  readonly streamObject?: number;
}

/** What reading sections uses up, shared over all sections of a file. */
export interface SectionAllowance {
  readonly limits: ReaderLimits;
  readonly inflate: InflateBudget;
  remainingObjects: number;
}

/** White space that may precede a section; every reader skips it, and @signpdf writes one line feed. */
const MAX_SPACE_BEFORE = 2;

/** Reads the section at `offset`. */
export function readXrefSection(bytes: Uint8Array, offset: number, allowance: SectionAllowance): XrefSection {
  let start = offset;
  while (start < offset + MAX_SPACE_BEFORE && isWhiteSpace(bytes[start])) start += 1;
  const parser = new ValueParser(bytes, start, allowance.limits.maxDepth);
  if (parser.takeKeyword('xref')) return readTable(parser, offset, allowance);
  if (start > offset || !isDigit(bytes[offset])) {
    throw malformed(offset, 'no cross-reference section where one was promised');
  }
  return readStreamSection(bytes, offset, allowance);
}

function malformed(offset: number, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('xref-malformed', offset, detail);
}

function readTable(parser: ValueParser, offset: number, allowance: SectionAllowance): XrefSection {
  const entries = new Map<number, XrefEntry>();
  skipWhiteSpace(parser);
  // 7.5.4: one or more subsections, though they may be empty.
  do {
    if (!isDigit(parser.bytes[parser.position]))
      throw malformed(parser.position, 'subsection or trailer expected');
    readSubsection(parser, entries, allowance);
    skipWhiteSpace(parser);
  } while (!parser.takeKeyword('trailer'));
  parser.skipSpace();
  const trailer = parser.readValue();
  if (!(trailer instanceof PdfDict)) {
    throw new PdfSyntaxError('trailer-malformed', parser.position, 'trailer is not a dictionary');
  }
  return { kind: 'table', offset, end: parser.position, trailer, entries };
}

/** A comment inside a table is skipped by some readers and the end of the table to others. */
function skipWhiteSpace(parser: ValueParser): void {
  while (isWhiteSpace(parser.bytes[parser.position])) parser.position += 1;
}

function readSubsection(
  parser: ValueParser,
  entries: Map<number, XrefEntry>,
  allowance: SectionAllowance,
): void {
  const first = parser.readDigits('first object number');
  if (parser.bytes[parser.position] !== 0x20) throw malformed(parser.position, 'one space expected');
  parser.position += 1;
  const count = parser.readDigits('number of entries');
  checkNumbers(first, count, parser.position);
  // MuPDF takes the file for broken when the first entry stands on this line, and mends it.
  if (count > 0 && !/^[ \t]*[\r\n]/.test(latin1(parser.bytes, parser.position, parser.position + 64))) {
    throw malformed(parser.position, 'end of line expected');
  }
  skipWhiteSpace(parser);
  if (count * 20 > parser.bytes.length - parser.position)
    throw malformed(parser.position, 'table is cut short');
  spend(allowance, count, parser.position);
  for (let index = 0; index < count; index += 1) {
    addEntry(entries, first + index, readTableEntry(parser.bytes, parser.position), parser.position);
    parser.position += 20;
  }
  // Readers take such a subsection for one that was meant to start at 0, and count from there.
  if (first === 1 && entries.get(1)?.kind === 'free') {
    throw malformed(parser.position, 'subsection at 1 begins with a free entry');
  }
}

/** An entry is exactly twenty bytes: `nnnnnnnnnn ggggg n` and a two-byte end of line (7.5.4). */
function readTableEntry(bytes: Uint8Array, at: number): XrefEntry {
  const offset = fixedDigits(bytes, at, 10);
  const gen = fixedDigits(bytes, at + 11, 5);
  const type = bytes[at + 17];
  const lineEnd = ((bytes[at + 18] as number) << 8) | (bytes[at + 19] as number);
  const wellFormed =
    bytes[at + 10] === 0x20 &&
    bytes[at + 16] === 0x20 &&
    (type === 0x6e || type === 0x66) &&
    (lineEnd === 0x200a || lineEnd === 0x200d || lineEnd === 0x0d0a);
  if (!wellFormed) throw malformed(at, 'entry is not of the fixed form');
  return type === 0x66 ? { kind: 'free', gen } : { kind: 'offset', offset, gen };
}

function fixedDigits(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index += 1) {
    const code = bytes[index];
    if (!isDigit(code)) throw malformed(index, 'digit expected');
    value = value * 10 + ((code as number) - 0x30);
  }
  return value;
}

/** Readers mend a file, each in its own way, whose numbers are beyond what they count to, though nothing has them. */
function checkNumbers(first: number, count: number, offset: number): void {
  if (Math.max(first, first + count - 1) > MAX_OBJECT_NUMBER)
    throw malformed(offset, `object number ${first} and ${count} more is too large`);
}

function addEntry(entries: Map<number, XrefEntry>, num: number, entry: XrefEntry, offset: number): void {
  if (entries.has(num)) throw malformed(offset, `object ${num} is listed twice in one section`);
  if (num > MAX_OBJECT_NUMBER) throw malformed(offset, `object number ${num} is too large`);
  if (entry.kind === 'offset' && entry.gen > MAX_GENERATION) {
    throw malformed(offset, `generation ${entry.gen} of object ${num} is too large`);
  }
  if (num === 0 && entry.kind !== 'free') throw malformed(offset, 'object 0 must be free');
  entries.set(num, entry);
}

function spend(allowance: SectionAllowance, objects: number, offset: number): void {
  allowance.remainingObjects -= objects;
  if (allowance.remainingObjects < 0) {
    throw new PdfSyntaxError('limit-objects', offset, `more than ${allowance.limits.maxObjects} entries`);
  }
}

function readStreamSection(bytes: Uint8Array, offset: number, allowance: SectionAllowance): XrefSection {
  const direct = (value: PdfValue | undefined): PdfValue => {
    // 7.5.8.2: nothing in it may be indirect, for nothing could be looked up yet.
    if (value instanceof PdfRef) throw malformed(offset, 'indirect value in a cross-reference stream');
    return value ?? null;
  };
  const object: IndirectObject = readIndirectObject(bytes, offset, allowance.limits.maxDepth, direct);
  const stream = object.value;
  if (!(stream instanceof PdfStream) || !isName(stream.dict.get('Type'), 'XRef')) {
    throw malformed(offset, 'not a cross-reference stream');
  }
  checkFilter(stream.dict, offset);
  const data = decodeStream(stream, direct, allowance.inflate, offset);
  return {
    kind: 'stream',
    offset,
    end: object.end,
    trailer: stream.dict,
    entries: readStreamEntries(stream.dict, data, offset, allowance),
    streamObject: object.num,
  };
}

/** No filter or one; none at all written as something is to some readers a stream that they cannot read. */
function checkFilter(dict: PdfDict, offset: number): void {
  for (const key of ['Filter', 'DecodeParms']) {
    const value = dict.get(key);
    const isOne = value instanceof PdfArray ? value.items.length === 1 : value !== null;
    if (!isOne) throw malformed(offset, `${key} of a cross-reference stream is not one`);
  }
}

function readStreamEntries(
  dict: PdfDict,
  data: Uint8Array,
  offset: number,
  allowance: SectionAllowance,
): Map<number, XrefEntry> {
  const widths = countsIn(dict, 'W', offset);
  // pyHanko writes offsets in eight bytes; the values must be small all the same.
  if (widths.length !== 3 || widths.some((width) => width > 8))
    throw malformed(offset, 'W is not three widths');
  const [typeWidth, secondWidth, thirdWidth] = widths as [number, number, number];
  const entryBytes = typeWidth + secondWidth + thirdWidth;
  const index = dict.has('Index') ? countsIn(dict, 'Index', offset) : [0, ...countsIn(dict, 'Size', offset)];
  if (entryBytes === 0 || index.length % 2 !== 0) throw malformed(offset, 'W or Index is malformed');
  const entries = new Map<number, XrefEntry>();
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] as number;
    const count = index[pair + 1] as number;
    checkNumbers(first, count, offset);
    if (at + count * entryBytes > data.length) throw malformed(offset, 'cross-reference stream is cut short');
    spend(allowance, count, offset);
    for (let number = 0; number < count; number += 1) {
      const type = typeWidth === 0 ? 1 : bigEndian(data, at, typeWidth);
      const second = bigEndian(data, at + typeWidth, secondWidth);
      const third = bigEndian(data, at + typeWidth + secondWidth, thirdWidth);
      addEntry(entries, first + number, streamEntry(type, second, third, offset), offset);
      at += entryBytes;
    }
  }
  return entries;
}

function streamEntry(type: number, second: number, third: number, offset: number): XrefEntry {
  if (type === 0) return { kind: 'free', gen: third };
  if (type === 1) return { kind: 'offset', offset: second, gen: third };
  if (type === 2) return { kind: 'compressed', container: second, index: third };
  throw malformed(offset, `entry of unknown type ${type}`);
}

function bigEndian(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = at; index < at + width; index += 1) value = value * 256 + (data[index] as number);
  // Readers that count in 32 bits would see another number.
  if (value > 0x7fff_ffff) throw malformed(at, 'field of a cross-reference entry is too large');
  return value;
}

/** Whole numbers, one or an array of them. */
function countsIn(dict: PdfDict, key: string, offset: number): number[] {
  const text = latin1(dict.rawValue(key) ?? new Uint8Array());
  const inside = dict.get(key) instanceof PdfArray ? text.slice(1, -1) : text;
  if (!/^[\d\s]*$/.test(inside)) throw malformed(offset, 'whole numbers expected');
  return (inside.match(/\d+/g) ?? []).map((digits) => {
    const value = Number(digits);
    if (!Number.isSafeInteger(value)) throw malformed(offset, 'a number is too large');
    return value;
  });
}
