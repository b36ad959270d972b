import { crc32 } from 'node:zlib';

import { NotAnImage, type CleanImage } from './image-format.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

/**
 * Reads a JPEG or PNG by its structure from the first byte to the last and keeps what makes the picture: text,
 * positions and whatever else was hung on or behind it stay out.
 *
 * @throws NotAnImage
 */
export function cleanImage(file: Buffer): CleanImage {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return readJpeg(file);
  if (file.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return readPng(file);
  throw new NotAnImage('neither JPEG nor PNG');
}

/** IEND with its length and checksum (PNG, third edition, 11.2.5). */
const PNG_END_BYTES = 12;
const JPEG_END_BYTES = 2;
const COMMENT = 0xfe;

/**
 * The picture with an invisible word in it: a text chunk (PNG, 11.3.3) or a comment (ITU-T T.81, B.2.4.5). Pictures
 * of two owners are so never one file, and one of them can go without the other.
 *
 * @param mark ASCII, at most 200 characters
 */
export function markedImage({ bytes, mediaType }: CleanImage, mark: string): Buffer {
  const [part, end] =
    mediaType === 'image/png' ? [pngText(mark), PNG_END_BYTES] : [jpegComment(mark), JPEG_END_BYTES];
  return Buffer.concat([bytes.subarray(0, -end), part, bytes.subarray(-end)]);
}

function pngText(mark: string): Buffer {
  const named = Buffer.from(`tEXtComment\0${mark}`, 'latin1');
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(named.length - 4, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

function jpegComment(mark: string): Buffer {
  const text = Buffer.from(mark, 'latin1');
  return Buffer.concat([Buffer.from([0xff, COMMENT, 0, text.length + 2]), text]);
}
