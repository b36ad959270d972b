import { inflateSync } from 'node:zlib';

import type { StrictPdf, PdfDict, PdfStream, PdfValue } from '@lacre/pades';

import { STREAM_FILTERS, type Chunks } from '../pdf/stream-filters.ts';

/** The largest stream, decoded, bytes: a page of A3 at 600 dpi in colour takes 208 MB. */
const MAX_STREAM_BYTES = 256 * 1024 * 1024;
/** All streams of a file, decoded, bytes: a hundred pages scanned at 300 dpi in grey take 870 MB. */
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;
/** An image as a viewer holds it, bytes: a plan of A0 at 300 dpi in colour takes 418 MB. */
const MAX_IMAGE_BYTES = 512 * 1024 * 1024;
/** What one filter hands to the next, bytes: still encoded, an honest stream takes no more than its file. */
const MAX_ENCODED_BYTES = 48 * 1024 * 1024;
/** More filters in a row than any honest file: each may make a thousand bytes of one. */
const MAX_FILTERS = 8;
/** Streams up to this size, decoded, are decoded at once; larger ones piece by piece. */
const AT_ONCE_BYTES = 8 * 1024 * 1024;

/**
 * Whether the streams of a file decode to more than any honest document's, or its images are larger. Asked before
 * anything decodes them for good: a viewer, and qpdf's check, would go on for minutes.
 */
export async function exceedsDecompressionLimits(pdf: StrictPdf): Promise<boolean> {
  let total = 0;
  for (const num of pdf.objectNumbers()) {
    const value = pdf.object(num);
    if (!isStream(value)) continue;
    if (imageBytes(pdf, value.dict) > MAX_IMAGE_BYTES) return true;
    const filters = filterNames(pdf, value.dict);
    if (filters.length > MAX_FILTERS) return true;
    const size = await decodedSize(value.data, filters);
    total += size;
    if (size > MAX_STREAM_BYTES || total > MAX_TOTAL_BYTES) return true;
  }
  return false;
}

const isStream = (value: PdfValue): value is PdfStream =>
  value !== null && typeof value === 'object' && 'data' in value;
const itemsOf = (value: PdfValue): readonly PdfValue[] | undefined =>
  value !== null && typeof value === 'object' && 'items' in value ? value.items : undefined;
const nameOf = (value: PdfValue): string | undefined =>
  value !== null && typeof value === 'object' && 'name' in value ? value.name : undefined;

/** The stream's filters as far as they are decoded here: those of images (JPEG and the like) end the row. */
function filterNames(pdf: StrictPdf, dict: PdfDict): string[] {
  const value = pdf.resolve(dict.get('Filter'));
  const names = (itemsOf(value) ?? [value]).map((item) => nameOf(pdf.resolve(item)) ?? '');
  const other = names.findIndex((name) => !Object.hasOwn(STREAM_FILTERS, name));
  return other === -1 ? names : names.slice(0, other);
}

/** What comes out of the filters, or of the one that puts out the most; infinity when it is over the limit. */
async function decodedSize(data: Uint8Array, filters: readonly string[]): Promise<number> {
  if (filters.length === 0) return data.length;
  if (filters.every((name) => name === 'FlateDecode' || name === 'Fl')) {
    const size = inflatedAtOnce(data, filters.length);
    if (size !== undefined) return size;
  }
  let largest = 0;
  const weighed = async function* (source: Chunks, maxBytes: number): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > maxBytes) {
        largest = Number.POSITIVE_INFINITY;
        return;
      }
      largest = Math.max(largest, bytes);
      yield piece;
    }
  };
  let pieces: Chunks = [data];
  for (const [index, name] of filters.entries()) {
    const isLast = index === filters.length - 1;
    pieces = weighed(STREAM_FILTERS[name]?.(pieces) ?? pieces, isLast ? MAX_STREAM_BYTES : MAX_ENCODED_BYTES);
  }
  try {
    for await (const _piece of pieces) if (largest === Number.POSITIVE_INFINITY) return largest;
  } catch {
    // Data that cannot be decoded is left for qpdf to report.
  }
  return largest;
}

/** Undefined when it is more than is decoded at once. */
function inflatedAtOnce(data: Uint8Array, times: number): number | undefined {
  let decoded = data;
  for (let time = 0; time < times; time += 1) {
    try {
      decoded = inflateSync(decoded, { maxOutputLength: AT_ONCE_BYTES });
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      return tooLarge ? undefined : decoded.length;
    }
  }
  return decoded.length;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  DeviceRGB: 3,
  CalRGB: 3,
  Lab: 3,
  RGB: 3,
  DeviceCMYK: 4,
  CMYK: 4,
};

/** What an image comes to when it is drawn (ISO 32000-2, 8.9.5), 0 for anything else. */
function imageBytes(pdf: StrictPdf, dict: PdfDict): number {
  if (nameOf(pdf.resolve(dict.get('Subtype'))) !== 'Image') return 0;
  const count = (key: string, otherwise: number): number => {
    const value = pdf.resolve(dict.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  const bits = count('BitsPerComponent', dict.has('ImageMask') ? 1 : 8);
  return (count('Width', 0) * count('Height', 0) * components(pdf, dict) * bits) / 8;
}

function components(pdf: StrictPdf, dict: PdfDict): number {
  const space = pdf.resolve(dict.get('ColorSpace'));
  const [family = space, parameter = null] = (itemsOf(space) ?? []).map((item) => pdf.resolve(item));
  const name = nameOf(family) ?? '';
  if (name === 'ICCBased' && isStream(parameter)) {
    const given = pdf.resolve(parameter.dict.get('N'));
    return typeof given === 'number' ? given : 1;
  }
  if (name === 'DeviceN') return itemsOf(parameter)?.length ?? 1;
  return COMPONENTS[name] ?? 1;
}
