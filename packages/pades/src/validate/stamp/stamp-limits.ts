import { inflateSync } from 'node:zlib';

import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import { decodeBase85 } from '../../pdf/syntax/base85.ts';
import {
  isName,
  PdfArray,
  type PdfDict,
  type PdfStream,
  type PdfValue,
} from '../../pdf/syntax/pdf-values.ts';

/** Of a font or a profile: the largest are Asian fonts, embedded whole. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
/** Four components of 16 bits, and a byte of predictor in each row. */
const BYTES_OF_A_PIXEL = 9;
/** A row of a picture, in the parameters of its filter; a sheet of A4 at 600 dots to the inch has 4,960. */
const MAX_COLUMNS = 10_000;
const MAX_COLOURS = 32;
/** What a sampled function may be a table of, and a calculator function may be long. */
const MAX_SAMPLES = 100_000;
const MAX_CALCULATOR_BYTES = 20_000;
/** Lengths of files are the largest numbers that honest parts have. */
const MAX_NUMBER = 128 * 1024 * 1024;
/** Axial and radial (8.7.4.5); functions of a place, and meshes, have readers give up the page or compute for minutes. */
const SHADING_TYPES: ReadonlySet<PdfValue> = new Set<PdfValue>([2, 3]);

/** Why a number in a part of a stamp might have a reader ask for more memory than there is. */
export const numberProblem = (value: number): string | undefined =>
  Math.abs(value) <= MAX_NUMBER ? undefined : 'its appearance has a number that is too large';

/** Why readers might have no memory or time for a dictionary of a stamp; a stream's own, too. */
export function sizeProblem(pdf: StrictPdf, dict: PdfDict): string | undefined {
  const shading = pdf.resolve(dict.get('ShadingType'));
  if (shading !== null && !SHADING_TYPES.has(shading)) return 'its appearance has a mesh';
  for (const [key, most] of [
    ['Columns', MAX_COLUMNS],
    ['Rows', MAX_COLUMNS],
    ['Colors', MAX_COLOURS],
  ] as const) {
    const size = pdf.resolve(dict.get(key));
    if (size !== null && !(typeof size === 'number' && size >= 0 && size <= most))
      return 'its appearance unpacks to rows that are too long';
  }
  if (pdf.resolve(dict.get('FunctionType')) !== 0) return undefined;
  const sizes = pdf.resolve(dict.get('Size'));
  const items = sizes instanceof PdfArray ? sizes.items.map((item) => pdf.resolve(item)) : [];
  const samples = items.reduce<number>(
    (all, size) => all * (typeof size === 'number' ? size : Number.NaN),
    1,
  );
  return samples <= MAX_SAMPLES ? undefined : 'its appearance has a function of too many samples';
}

/** Why readers might have no memory for what a stream unpacks to. */
export function unpackedProblem(pdf: StrictPdf, stream: PdfStream): string | undefined {
  const { dict, data } = stream;
  if (pdf.resolve(dict.get('FunctionType')) === 4 && data.length > MAX_CALCULATOR_BYTES)
    return 'its appearance has a function that is too long';
  const filter = pdf.resolve(dict.get('Filter'));
  const filters = filter instanceof PdfArray ? filter.items.map((item) => pdf.resolve(item)) : [filter];
  const flates = filters.flatMap((each, index) => (isName(each, 'FlateDecode') ? [index] : []));
  const [flate] = flates;
  if (flate === undefined) return jpegProblem(pdf, dict, filters, data);
  const isPlain =
    flates.length === 1 && (flate === 0 || (flate === 1 && isName(filters[0], 'ASCII85Decode')));
  const packed = flate === 1 ? decodeBase85(data) : data;
  if (!isPlain || !packed) return 'its appearance is packed in itself';
  const [width, height] = [pdf.resolve(dict.get('Width')), pdf.resolve(dict.get('Height'))];
  const pixels = typeof width === 'number' && typeof height === 'number' ? width * height : 0;
  const most = isName(pdf.resolve(dict.get('Subtype')), 'Image')
    ? pixels * BYTES_OF_A_PIXEL + MAX_COLUMNS
    : MAX_UNPACKED_BYTES;
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: most });
    return jpegProblem(pdf, dict, filters.slice(flate + 1), unpacked);
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge ? 'its appearance unpacks to too much' : 'its appearance cannot be unpacked';
  }
}

/** Readers unpack a JPEG by the size that it says itself; the rest they do by that of the dictionary. */
function jpegProblem(
  pdf: StrictPdf,
  dict: PdfDict,
  filters: readonly PdfValue[],
  data: Uint8Array,
): string | undefined {
  const at = filters.findIndex((filter) => isName(filter, 'DCTDecode'));
  if (at < 0) return undefined;
  const isPlain =
    at === filters.length - 1 && (at === 0 || (at === 1 && isName(filters[0], 'ASCII85Decode')));
  const jpeg = at === 1 ? decodeBase85(data) : data;
  if (!isPlain || !jpeg) return 'its appearance is packed in itself';
  const size = jpegSize(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length));
  const isSame =
    size?.width === pdf.resolve(dict.get('Width')) && size?.height === pdf.resolve(dict.get('Height'));
  return isSame ? undefined : 'its appearance has a picture of another size';
}

/** ITU-T T.81, B.1: segments with their lengths up to the frame header, SOF0 to SOF15 but for DHT, JPG and DAC. */
function jpegSize(jpeg: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 <= jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
  }
  return undefined;
}
