import { inflateSync } from 'node:zlib';

import type { StrictPdf } from '@lacre/pades';

/** The largest stream, decoded, bytes: a page of A3 at 600 dpi in colour takes 208 MB. */
const MAX_STREAM_BYTES = 256 * 1024 * 1024;
/** All streams of a file, decoded, bytes: a hundred pages scanned at 300 dpi in grey take 870 MB. */
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;

type PdfValue = ReturnType<StrictPdf['object']>;

/**
 * Whether the deflated streams of a file decode to more than any honest document's. Asked before anything decodes them
 * for good: a viewer, and qpdf's check, would go on for minutes.
 */
export function inflatesWithoutEnd(pdf: StrictPdf): boolean {
  let total = 0;
  for (const num of pdf.objectNumbers()) {
    const value = pdf.object(num);
    if (!isStream(value)) continue;
    const size = decodedSize(value.data, deflations(pdf, value.dict.get('Filter')));
    total += size;
    if (size > MAX_STREAM_BYTES || total > MAX_TOTAL_BYTES) return true;
  }
  return false;
}

type PdfStream = Extract<PdfValue, { readonly data: Uint8Array }>;
const isStream = (value: PdfValue): value is PdfStream =>
  value !== null && typeof value === 'object' && 'data' in value;

/** How many times over the data is deflated, before any other filter. */
function deflations(pdf: StrictPdf, filter: PdfValue | undefined): number {
  const value = pdf.resolve(filter);
  const filters =
    value !== null && typeof value === 'object' && 'items' in value
      ? value.items.map((item) => pdf.resolve(item))
      : [value];
  const other = filters.findIndex(
    (item) =>
      item === null ||
      typeof item !== 'object' ||
      !('name' in item) ||
      !['FlateDecode', 'Fl'].includes(item.name),
  );
  return other === -1 ? filters.length : other;
}

/** Infinity when it is over the limit; data that cannot be inflated is left for qpdf to report. */
function decodedSize(data: Uint8Array, times: number): number {
  let decoded = data;
  for (let time = 0; time < times; time += 1) {
    try {
      decoded = inflateSync(decoded, { maxOutputLength: MAX_STREAM_BYTES });
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      return tooLarge ? Number.POSITIVE_INFINITY : decoded.length;
    }
  }
  return decoded.length;
}
