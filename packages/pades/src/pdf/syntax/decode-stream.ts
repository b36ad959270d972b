import { inflateSync } from 'node:zlib';

import { decodeBase85 } from './base85.ts';
import { PdfSyntaxError } from './pdf-syntax-error.ts';
import { countIn, isName, PdfArray, PdfDict, PdfName, type PdfStream, type PdfValue } from './pdf-values.ts';

/** What is left of a file's allowance of decoded bytes. */
export interface InflateBudget {
  remainingBytes: number;
}

/** What else a stream may be written with where it is no part of the file's structure. */
export interface DecodeRules {
  /** ASCII85Decode, once and before all others: what older programs write content with. */
  readonly base85?: boolean;
}

type Resolve = (value: PdfValue | undefined) => PdfValue;

/**
 * Decodes a stream whose filters are FlateDecode, with or without a predictor (ISO 32000-2, 7.4.4).
 * That is all that cross-reference and object streams, and attachments worth reading, are written with. DP, which only
 * inline images have, is DecodeParms to pdf.js and MuPDF and nothing to others.
 *
 * @throws PdfSyntaxError `filter-unsupported`, `inflate-failed`, `limit-inflated`
 */
export function decodeStream(
  stream: PdfStream,
  resolve: Resolve,
  budget: InflateBudget,
  offset: number,
  rules: DecodeRules = {},
): Uint8Array {
  const filters = listOf(resolve(stream.dict.get('Filter')), resolve);
  const parameters = listOf(resolve(stream.dict.get('DecodeParms')), resolve);
  if (stream.dict.has('DP')) throw new PdfSyntaxError('filter-unsupported', offset, 'abbreviated parameters');
  let data = stream.data;
  for (const [index, filter] of filters.entries()) {
    if (rules.base85 && index === 0 && isName(filter, 'ASCII85Decode')) {
      data = fromBase85(data, budget, offset);
      continue;
    }
    if (!isName(filter, 'FlateDecode')) {
      const name = filter instanceof PdfName ? filter.name : typeof filter;
      throw new PdfSyntaxError('filter-unsupported', offset, `filter ${name.slice(0, 40)}`);
    }
    data = inflate(data, budget, offset);
    const parameter = parameters[index];
    if (parameter instanceof PdfDict) data = undoPredictor(data, parameter, offset);
  }
  return data;
}

function listOf(value: PdfValue, resolve: Resolve): PdfValue[] {
  if (value === null) return [];
  return value instanceof PdfArray ? value.items.map((item) => resolve(item)) : [value];
}

function fromBase85(data: Uint8Array, budget: InflateBudget, offset: number): Uint8Array {
  const out = decodeBase85(data);
  if (!out) throw new PdfSyntaxError('filter-unsupported', offset, 'ASCII85 that readers may take otherwise');
  budget.remainingBytes -= out.length;
  if (budget.remainingBytes < 0)
    throw new PdfSyntaxError('limit-inflated', offset, 'decodes to too many bytes');
  return out;
}

function inflate(data: Uint8Array, budget: InflateBudget, offset: number): Uint8Array {
  try {
    const out = inflateSync(data, { maxOutputLength: Math.max(1, budget.remainingBytes) });
    budget.remainingBytes -= out.length;
    return out;
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (tooLarge) throw new PdfSyntaxError('limit-inflated', offset, 'decodes to too many bytes');
    throw new PdfSyntaxError('inflate-failed', offset, 'compressed data is broken');
  }
}

function undoPredictor(data: Uint8Array, dict: PdfDict, offset: number): Uint8Array {
  const parameter = (key: string, otherwise: number): number => {
    const value = dict.has(key) ? countIn(dict, key) : otherwise;
    if (value === undefined || value > 65_535) {
      throw new PdfSyntaxError('filter-unsupported', offset, `decode parameter ${key}`);
    }
    return value;
  };
  const predictor = parameter('Predictor', 1);
  if (predictor === 1) return data;
  const bits = parameter('BitsPerComponent', 8);
  const pixelBytes = parameter('Colors', 1);
  if (predictor < 10 || bits !== 8 || pixelBytes === 0) {
    throw new PdfSyntaxError('filter-unsupported', offset, `predictor ${predictor} with ${bits} bits`);
  }
  return undoPngPredictor(data, parameter('Columns', 1) * pixelBytes, pixelBytes, offset);
}

function undoPngPredictor(
  data: Uint8Array,
  rowBytes: number,
  pixelBytes: number,
  offset: number,
): Uint8Array {
  const rows = data.length / (rowBytes + 1);
  if (rowBytes === 0 || !Number.isInteger(rows)) {
    throw new PdfSyntaxError('inflate-failed', offset, 'predictor rows do not fill the data');
  }
  const out = Buffer.alloc(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1);
    const to = row * rowBytes;
    const kind = data[from] as number;
    if (kind > 4) throw new PdfSyntaxError('inflate-failed', offset, `row predictor ${kind}`);
    for (let column = 0; column < rowBytes; column += 1) {
      const left = column >= pixelBytes ? (out[to + column - pixelBytes] as number) : 0;
      const up = row > 0 ? (out[to + column - rowBytes] as number) : 0;
      const upLeft =
        row > 0 && column >= pixelBytes ? (out[to + column - rowBytes - pixelBytes] as number) : 0;
      out[to + column] = (data[from + 1 + column] as number) + predicted(kind, left, up, upLeft);
    }
  }
  return out;
}

/** The PNG filters (W3C PNG, 9.2). */
function predicted(kind: number, left: number, up: number, upLeft: number): number {
  if (kind === 0) return 0;
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  const estimate = left + up - upLeft;
  const byLeft = Math.abs(estimate - left);
  const byUp = Math.abs(estimate - up);
  const byUpLeft = Math.abs(estimate - upLeft);
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}
