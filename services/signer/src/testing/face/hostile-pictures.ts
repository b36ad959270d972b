import { deflateSync, gzipSync } from 'node:zlib';

import sharp from 'sharp';

import { portrait } from './face-pictures.ts';

/** An attack sent as a picture of a face. */
export interface HostilePicture {
  /** Named after its trick. */
  name: string;
  make: () => Promise<Buffer>;
  /** How it is refused; or how many faces are found in it, where it is a picture after all. */
  comesTo: 'UPLOAD_NOT_ALLOWED_FILES' | 'UPLOAD_HANDLE_FILES_ERROR' | 'NO_SELFIES_PROVIDED' | number;
}

const NOT_TAKEN = 'UPLOAD_NOT_ALLOWED_FILES';
const BROKEN = 'UPLOAD_HANDLE_FILES_ERROR';
const MEGABYTE = 1024 * 1024;
/** What is still taken, pixels on a side: 25 million of them. */
const LARGE = 5000;
const MANY_SCANS = 400;

const face = () => portrait('eva');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
const START_OF_JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const START_OF_PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const inkOf = async () => sharp(await face());
const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#7f7f7f' } });

/** ISO 3309, as PNG uses it. */
function crc32(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG of one bit a pixel that says it is so large, with next to nothing in it. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * Math.min(height, 20_000)));
  return Buffer.concat([
    START_OF_PNG,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with something more behind its header: text or a colour profile that is little, packed. */
async function stuffed(type: 'zTXt' | 'iCCP'): Promise<Buffer> {
  const png = await (await inkOf()).png().toBuffer();
  const packed = deflateSync(Buffer.alloc(64 * MEGABYTE));
  const more = chunk(type, Buffer.concat([Buffer.from(`a\0\0`, 'latin1'), packed]));
  return Buffer.concat([png.subarray(0, 33), more, png.subarray(33)]);
}

/** Where a marker of a JPEG stands (ITU-T T.81, B.1.1.3). */
const markerAt = (jpeg: Buffer, marker: number, from = 2): number =>
  jpeg.indexOf(Buffer.from([0xff, marker]), from);

/** A JPEG whose frame header says it is larger than it is. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await face());
  const at = markerAt(jpeg, 0xc0);
  jpeg.writeUInt16BE(height, at + 5);
  jpeg.writeUInt16BE(width, at + 7);
  return jpeg;
}

/** A JPEG whose last refinement is said over and over: each time the whole picture is gone through. */
async function rescanned(): Promise<Buffer> {
  const jpeg = await plain(LARGE - 8)
    .jpeg({ progressive: true, quality: 40 })
    .toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  const times = Math.min(MANY_SCANS, Math.floor((2 * MEGABYTE - jpeg.length) / scan.length) - 1);
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: times }, () => scan),
    jpeg.subarray(-2),
  ]);
}

/** The face with EXIF of that TIFF structure (CIPA DC-008, 4.5). */
async function withExif(tiff: Buffer): Promise<Buffer> {
  const jpeg = await face();
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** One directory: entries of tag, type, count and value; then where the next directory is said to be. */
function directory(entries: readonly (readonly [number, number, number, number])[], next: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  tiff.write('II', 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  tiff.writeUInt32LE(next, tiff.length - 4);
  return tiff;
}

const ORIENTATION = 0x01_12;
const THUMBNAIL_AT = 0x02_01;
const MAKER_NOTE = 0x92_7c;

const cut = (name: string, make: () => Promise<Buffer>, share: number): HostilePicture => ({
  name: `${name}, cut off after ${share * 100} %`,
  make: async () => {
    const bytes = await make();
    return bytes.subarray(0, Math.floor(bytes.length * share));
  },
  comesTo: BROKEN,
});

const jpegOf = face;
const pngOf = async () => (await inkOf()).png().toBuffer();
const webpOf = async () => (await inkOf()).webp().toBuffer();

/** The families of pictures that are meant to do harm, and those that are only odd. */
export const HOSTILE_PICTURES: readonly HostilePicture[] = [
  // Bombs.
  { name: 'a PNG of 20,000 by 20,000', make: async () => bomb(20_000, 20_000), comesTo: BROKEN },
  { name: 'a PNG that claims 60,000 by 60,000', make: async () => bomb(60_000, 60_000), comesTo: BROKEN },
  { name: 'a JPEG that claims 20,000 by 20,000', make: () => claiming(20_000, 20_000), comesTo: BROKEN },
  { name: 'a JPEG that claims 65,500 by 65,500', make: () => claiming(65_500, 65_500), comesTo: BROKEN },
  {
    name: 'a PNG as large as may be, and empty',
    make: () => plain(LARGE).png().toBuffer(),
    comesTo: 0,
  },
  {
    name: 'an interlaced PNG as large as may be',
    make: () => plain(LARGE).png({ progressive: true }).toBuffer(),
    comesTo: 0,
  },
  { name: 'a PNG with 64 MB of packed text', make: () => stuffed('zTXt'), comesTo: 1 },
  { name: 'a PNG with 64 MB of packed colour profile', make: () => stuffed('iCCP'), comesTo: 1 },
  { name: 'a JPEG of hundreds of scans', make: rescanned, comesTo: BROKEN },
  {
    name: 'moving pictures',
    make: async () =>
      sharp([await face(), await portrait('eva', { turn: 0.5 })], { join: { animated: true } })
        .webp()
        .toBuffer(),
    comesTo: NOT_TAKEN,
  },
  // Cut short, or not what they begin as.
  ...[0.05, 0.5, 0.97].flatMap((share) => [
    cut('a JPEG', jpegOf, share),
    cut('a PNG', pngOf, share),
    cut('a WebP', webpOf, share),
  ]),
  { name: 'nothing', make: async () => Buffer.alloc(0), comesTo: 'NO_SELFIES_PROVIDED' },
  { name: 'the beginning of a JPEG alone', make: async () => START_OF_JPEG, comesTo: BROKEN },
  {
    name: 'noise behind the beginning of a PNG',
    make: async () => Buffer.concat([START_OF_PNG, Buffer.alloc(500, 7)]),
    comesTo: BROKEN,
  },
  // Formats that the decoder would read, and that are not accepted.
  { name: 'an SVG that reads files', make: async () => Buffer.from(svg), comesTo: NOT_TAKEN },
  { name: 'a packed SVG', make: async () => gzipSync(svg), comesTo: NOT_TAKEN },
  {
    name: 'an SVG behind the beginning of a JPEG',
    make: async () => Buffer.concat([START_OF_JPEG, Buffer.from(svg)]),
    comesTo: BROKEN,
  },
  { name: 'a GIF', make: async () => (await inkOf()).gif().toBuffer(), comesTo: NOT_TAKEN },
  { name: 'a TIFF', make: async () => (await inkOf()).tiff().toBuffer(), comesTo: NOT_TAKEN },
  { name: 'a PDF', make: async () => Buffer.from('%PDF-1.7\n'), comesTo: NOT_TAKEN },
  // Two files in one.
  {
    name: 'a JPEG with a program behind it',
    make: async () => Buffer.concat([await face(), Buffer.from('PK\u0003\u0004<?php')]),
    comesTo: 1,
  },
  {
    name: 'a PNG with a page behind it',
    make: async () => Buffer.concat([await pngOf(), Buffer.from('<script>alert(1)</script>')]),
    comesTo: 1,
  },
  {
    name: 'a page before a JPEG',
    make: async () => Buffer.concat([Buffer.from('<html>'), await face()]),
    comesTo: NOT_TAKEN,
  },
  {
    name: 'a PDF in the comment of a JPEG',
    make: async () => {
      const [jpeg, pdf] = [await face(), Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')];
      const head = Buffer.from([0xff, 0xfe, 0, pdf.length + 2]);
      return Buffer.concat([jpeg.subarray(0, 2), head, pdf, jpeg.subarray(2)]);
    },
    comesTo: 1,
  },
  // Metadata that lies.
  { name: 'an orientation of 9', make: () => withExif(directory([[ORIENTATION, 3, 1, 9]], 0)), comesTo: 1 },
  {
    name: 'an orientation of four thousand million values',
    make: () => withExif(directory([[ORIENTATION, 3, 0xff_ff_ff_ff, 6]], 0)),
    comesTo: 1,
  },
  {
    name: 'directories in a circle',
    make: () => withExif(directory([[ORIENTATION, 3, 1, 1]], 8)),
    comesTo: 1,
  },
  {
    name: 'a thumbnail outside the file',
    make: () =>
      withExif(
        directory(
          [
            [THUMBNAIL_AT, 4, 1, 0x7f_ff_ff_ff],
            [THUMBNAIL_AT + 1, 4, 1, 0x7f_ff_ff_ff],
          ],
          0,
        ),
      ),
    comesTo: 1,
  },
  {
    name: 'notes of the maker that are longer than the file',
    make: () => withExif(directory([[MAKER_NOTE, 7, 0x7f_ff_ff_f0, 26]], 0)),
    comesTo: 1,
  },
  {
    name: 'EXIF that ends in its header',
    make: () => withExif(Buffer.from('II*', 'latin1')),
    comesTo: 1,
  },
  // Odd ones.
  { name: 'one pixel', make: async () => (await inkOf()).resize(1, 1).png().toBuffer(), comesTo: 0 },
  {
    name: 'a strip one pixel high',
    make: async () => (await inkOf()).resize(640, 1, { fit: 'fill' }).png().toBuffer(),
    comesTo: 0,
  },
  { name: 'shades of grey', make: async () => (await inkOf()).greyscale().jpeg().toBuffer(), comesTo: 1 },
  {
    name: 'four inks',
    make: async () => (await inkOf()).toColourspace('cmyk').jpeg().toBuffer(),
    comesTo: 1,
  },
  {
    name: 'a transparent picture',
    make: async () => (await inkOf()).ensureAlpha(0.9).png().toBuffer(),
    comesTo: 1,
  },
  {
    name: '16 bits a colour',
    make: async () => (await inkOf()).toColourspace('rgb16').resize(320).png().toBuffer(),
    comesTo: 1,
  },
];
