import { inflateSync } from 'node:zlib';

import { PdfSyntaxError, type StrictPdf, type PdfStream } from '@lacre/pades';

import { isDict, resolveJson, toJson, type Json, type Lookup } from '../../pdf/pdf-json.ts';
import { STREAM_FILTERS, type Chunks } from '../../pdf/stream-filters.ts';

/** Of a content stream, decoded, bytes: a plan of a whole town takes 40 MB. */
const MAX_CONTENT_BYTES = 96 * 1024 * 1024;

/** The content as the filters have it; undefined when it cannot be read, which qpdf's check reports. */
export async function decodedContent(
  pdf: StrictPdf,
  stream: PdfStream,
  lookup: Lookup,
): Promise<Uint8Array | undefined> {
  const dict = toJson(stream.dict);
  if (!isDict(dict)) return undefined;
  const filters = listed(dict['/Filter'], lookup);
  try {
    if (filters.length === 0) return stream.data;
    if (listed(dict['/DecodeParms'], lookup).some(isDict)) return pdf.decode(stream);
    const [only] = filters;
    if (filters.length === 1 && (only === '/FlateDecode' || only === '/Fl'))
      return inflateSync(stream.data, { maxOutputLength: MAX_CONTENT_BYTES });
    return await decodedByPieces(stream.data, filters);
  } catch (error) {
    if (error instanceof PdfSyntaxError || error instanceof Error) return undefined;
    throw error;
  }
}

function listed(value: Json | undefined, lookup: Lookup): Json[] {
  const list = resolveJson(value ?? null, lookup);
  if (Array.isArray(list)) return list.map((each) => resolveJson(each, lookup));
  return list === null ? [] : [list];
}

async function decodedByPieces(data: Uint8Array, filters: readonly Json[]): Promise<Buffer | undefined> {
  let pieces: Chunks = [data];
  for (const filter of filters) {
    const decode = typeof filter === 'string' ? STREAM_FILTERS[filter.slice(1)] : undefined;
    if (!decode) return undefined;
    pieces = decode(pieces);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > MAX_CONTENT_BYTES) return undefined;
    parts.push(piece);
  }
  return Buffer.concat(parts);
}
