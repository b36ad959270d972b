import { NotAnImage, type CleanImage } from './image-format.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

/**
 * Reads a JPEG or PNG by its structure from the first byte to the last and keeps what makes the picture: text, positions
 * and whatever else was hung on or behind it stay out.
 *
 * @throws NotAnImage
 */
export function cleanImage(file: Buffer): CleanImage {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return readJpeg(file);
  if (file.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return readPng(file);
  throw new NotAnImage('neither JPEG nor PNG');
}
