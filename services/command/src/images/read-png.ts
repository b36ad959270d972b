import { crc32, inflateSync } from 'node:zlib';

import { checkedSides, NotAnImage, type CleanImage } from './image-format.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that make the picture (PNG, third edition, 11): the rest is text, time, thumbnails and profiles. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);
/** Samples a pixel has by colour type, and the depths that go with it (PNG, table 11.1). */
const COLOUR_TYPES: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** First column, first row, and steps of each pass of an interlaced image (PNG, 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

/** A PNG, its pixels unpacked to see that they are there. @throws NotAnImage */
export function readPng(file: Buffer): CleanImage {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new NotAnImage('no PNG signature');
  const chunks = chunksOf(file);
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw new NotAnImage('no IHDR');
  const { width, height } = checkedSides(header.data.readUInt32BE(0), header.data.readUInt32BE(4));
  const [depth = 0, colourType = 0, compression, filter, interlace = 0] = header.data.subarray(8);
  const colours = COLOUR_TYPES[colourType];
  if (colours === undefined || !colours.depths.includes(depth) || compression !== 0 || filter !== 0)
    throw new NotAnImage('unknown pixels');
  const expected = sizeOfPixels(width, height, colours.samples * depth, interlace);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  if (unpackedSize(packed, expected) !== expected) throw new NotAnImage('pixels are missing');
  if (colourType === 3 && !chunks.some(({ type }) => type === 'PLTE')) throw new NotAnImage('no palette');
  const kept = chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole);
  return { bytes: Buffer.concat([SIGNATURE, ...kept]), mediaType: 'image/png', width, height };
}

/** Chunks up to IEND, each with its checksum checked; what follows IEND is no part of the image. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > file.length) break;
    const type = file.toString('latin1', at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
      throw new NotAnImage(`a damaged ${type}`);
    chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  throw new NotAnImage('no end');
}

/** Bytes of the unpacked image: each row has a filter byte before its pixels. */
function sizeOfPixels(width: number, height: number, bitsPerPixel: number, interlace: number): number {
  const rows = (columns: number, lines: number): number =>
    columns === 0 ? 0 : lines * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (interlace === 0) return rows(width, height);
  if (interlace !== 1) throw new NotAnImage('unknown interlace');
  return PASSES.reduce(
    (sum, [left, top, across, down]) =>
      sum +
      rows(Math.max(0, Math.ceil((width - left) / across)), Math.max(0, Math.ceil((height - top) / down))),
    0,
  );
}

function unpackedSize(packed: Buffer, expected: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: expected + 1 }).length;
  } catch {
    throw new NotAnImage('its pixels cannot be unpacked');
  }
}
