import { isDigit, isWhiteSpace } from './characters.ts';
import { PdfSyntaxError } from './pdf-syntax-error.ts';
import { countIn, isCount, PdfDict, PdfRef, PdfStream, type PdfValue } from './pdf-values.ts';
import { ValueParser } from './value-parser.ts';

/** An object as it stands in the file: `num gen obj … endobj`. */
export interface IndirectObject {
  readonly num: number;
  readonly gen: number;
  readonly value: PdfValue;
  /** Extent of the value; of a stream, that of its dictionary. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly start: number;
  /** Offset after `endobj`. */
  readonly end: number;
}

/**
 * Reads the object that starts exactly at `offset` (ISO 32000-2, 7.3.10, 7.3.8).
 *
 * @param resolveLength follows an indirect stream Length
 * @throws PdfSyntaxError `object-malformed`, `stream-malformed` and those of values
 */
export function readIndirectObject(
  bytes: Uint8Array,
  offset: number,
  maxDepth: number,
  resolveLength: (value: PdfValue | undefined) => PdfValue,
): IndirectObject {
  const parser = new ValueParser(bytes, offset, maxDepth);
  if (!isDigit(bytes[offset])) throw malformed(offset, 'no object here');
  const num = parser.readDigits('object number');
  space(parser);
  const gen = parser.readDigits('generation');
  space(parser);
  if (!parser.takeKeyword('obj')) throw malformed(parser.position, '"obj" expected');
  parser.skipSpace();
  const valueStart = parser.position;
  const value = parser.readValue();
  const valueEnd = parser.position;
  parser.skipSpace();
  if (value instanceof PdfDict && parser.takeKeyword('stream')) {
    const stream = readStream(parser, value, resolveLength);
    return { num, gen, value: stream, valueStart, valueEnd, start: offset, end: parser.position };
  }
  if (!parser.takeKeyword('endobj')) throw malformed(parser.position, '"endobj" expected');
  return { num, gen, value, valueStart, valueEnd, start: offset, end: parser.position };
}

function malformed(offset: number, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('object-malformed', offset, detail);
}

function broken(offset: number, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('stream-malformed', offset, detail);
}

function space(parser: ValueParser): void {
  if (!isWhiteSpace(parser.bytes[parser.position])) throw malformed(parser.position, 'white space expected');
  parser.skipSpace();
}

function readStream(
  parser: ValueParser,
  dict: PdfDict,
  resolveLength: (value: PdfValue | undefined) => PdfValue,
): PdfStream {
  const { bytes } = parser;
  // 7.3.8.1: CR LF or LF, never CR alone, for then the first data byte could be an LF.
  if (bytes[parser.position] === 0x0d) parser.position += 1;
  if (bytes[parser.position] !== 0x0a) throw broken(parser.position, 'end of line expected after "stream"');
  const start = parser.position + 1;
  const entry = dict.get('Length');
  const length = entry instanceof PdfRef ? resolveLength(entry) : countIn(dict, 'Length');
  if (!isCount(length) || length > bytes.length - start)
    throw broken(start, 'Length is not that of the data');
  parser.position = start + length;
  if (bytes[parser.position] === 0x0d) parser.position += 1;
  if (bytes[parser.position] === 0x0a) parser.position += 1;
  if (!parser.takeKeyword('endstream'))
    throw broken(parser.position, '"endstream" expected after Length bytes');
  parser.skipSpace();
  if (!parser.takeKeyword('endobj')) throw broken(parser.position, '"endobj" expected after "endstream"');
  // 7.3.8.2: data in an outside file; nothing here may depend on what is not in the file.
  if (dict.has('F')) throw broken(start, 'stream data lies in another file');
  return new PdfStream(dict, bytes.subarray(start, start + length));
}
