import { Refusal } from '@lacre/http';
import type { Sharp, SharpOptions } from 'sharp';

import { Turns } from '../../workers/turns.ts';
import type { RawPicture } from './face-engine.ts';

/** Largest picture taken, bytes (source specification, FILE_SIZE_HIGGER_2MB). */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** A phone's picture; a bomb names more. */
const MAX_PIXELS = 25_000_000;
/** Faces are looked for at this size: memory and time stay within bounds, and nothing is gained by more. Pixels. */
const WORKING_SIZE = 640;
const DECODE_SECONDS = 5;
/** Decoded side by side: each may hold a whole picture in memory. */
const AT_ONCE = 2;

/** What stands at the beginning of the formats that are taken: libvips itself would also read SVG, TIFF, GIF, PDF… */
const SIGNATURES = [
  (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes: Buffer) =>
    bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes: Buffer) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
];
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);

const turns = new Turns(AT_ONCE);

type OpenPicture = (input: Buffer, options?: SharpOptions) => Sharp;
let opening: Promise<OpenPicture> | undefined;

/** The decoder is loaded with the first picture: whoever never looks at faces does without it. */
function openPicture(): Promise<OpenPicture> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    // One thread for a picture, and nothing of it kept: pictures of people stay in memory no longer than needed.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return opening;
}

/** The picture upright and small, its transparent parts grey. Colours are taken to sRGB. */
async function upright(bytes: Uint8Array): Promise<Sharp> {
  const open = await openPicture();
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true };
  const { format, pages = 1 } = await open(input, options).metadata();
  if (!FORMATS.has(format)) throw new Refusal('UPLOAD_NOT_ALLOWED_FILES');
  if (pages > 1) throw new Refusal('UPLOAD_NOT_ALLOWED_FILES', { detail: 'A imagem não pode ser animada.' });
  return open(input, options)
    .timeout({ seconds: DECODE_SECONDS })
    .rotate()
    .resize({ width: WORKING_SIZE, height: WORKING_SIZE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#7f7f7f' })
    .toColourspace('srgb')
    .removeAlpha();
}

/**
 * Decodes a picture that somebody sent: JPEG, PNG or WebP, by what its bytes say, within bounds of size, time and memory.
 *
 * @throws Refusal NO_SELFIES_PROVIDED, FILE_SIZE_HIGGER_2MB, UPLOAD_NOT_ALLOWED_FILES, UPLOAD_HANDLE_FILES_ERROR
 */
export async function decodePicture(bytes: Uint8Array): Promise<RawPicture> {
  return decoded(bytes, async (picture) => {
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Refusal('UPLOAD_HANDLE_FILES_ERROR');
    return { rgb: data, width: info.width, height: info.height };
  });
}

/** The picture written anew as a small JPEG, without anything that came along in its file (place, camera, comments). */
export async function cleanPicture(bytes: Uint8Array): Promise<Buffer> {
  return decoded(bytes, (picture) => picture.jpeg({ quality: 85 }).toBuffer());
}

async function decoded<Result>(bytes: Uint8Array, use: (picture: Sharp) => Promise<Result>): Promise<Result> {
  if (bytes.length === 0) throw new Refusal('NO_SELFIES_PROVIDED');
  if (bytes.length > MAX_PICTURE_BYTES) throw new Refusal('FILE_SIZE_HIGGER_2MB');
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16));
  if (!SIGNATURES.some((isThis) => isThis(beginning)))
    throw new Refusal('UPLOAD_NOT_ALLOWED_FILES', { detail: 'Envie uma foto JPG, PNG ou WebP.' });
  return turns.run(async () => {
    try {
      return await use(await upright(bytes));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // Broken, cut short, or larger than it may be: the sender's to mend, and libvips has words for engineers alone.
      throw new Refusal('UPLOAD_HANDLE_FILES_ERROR', {
        detail: 'A foto está danificada ou é grande demais.',
        cause: error,
      });
    }
  });
}
