import type { ErrorCode } from '@lacre/contracts';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

import { serveWorker } from '../../workers/serve-worker.ts';
import type { RawPicture } from './face-engine.ts';

/** A picture as it was sent; wanted as rows of pixels, or written anew. */
export interface DecodeInput {
  bytes: Uint8Array;
  as: 'pixels' | 'jpeg';
}
/** `unfit`: it is no picture that is taken, which is the sender's to mend. */
export type DecodeOutput =
  | { unfit: Extract<ErrorCode, 'UPLOAD_NOT_ALLOWED_FILES' | 'UPLOAD_HANDLE_FILES_ERROR'>; why: string }
  | { pixels: RawPicture }
  | { jpeg: Uint8Array };

/** A phone's picture; a bomb names more. */
const MAX_PIXELS = 25_000_000;
/** Faces are looked for at this size: memory and time stay within bounds, and nothing is gained by more. Pixels. */
const WORKING_SIZE = 640;
const DECODE_SECONDS = 5;
const JPEG_QUALITY = 85;
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);
const OPTIONS: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true };

// One thread for a picture, and nothing of it kept: pictures of people stay in memory no longer than needed.
sharp.concurrency(1);
sharp.cache(false);

serveWorker(async ({ bytes, as }: DecodeInput): Promise<DecodeOutput> => {
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { format, pages = 1 } = await sharp(input, OPTIONS).metadata();
    if (!FORMATS.has(format)) return { unfit: 'UPLOAD_NOT_ALLOWED_FILES', why: '' };
    if (pages > 1) return { unfit: 'UPLOAD_NOT_ALLOWED_FILES', why: 'A imagem não pode ser animada.' };
    return as === 'pixels' ? { pixels: await pixelsOf(input) } : { jpeg: await jpegOf(input) };
  } catch {
    // Broken, cut short, or larger than it may be; libvips has words for engineers alone.
    return { unfit: 'UPLOAD_HANDLE_FILES_ERROR', why: 'A foto está danificada ou é grande demais.' };
  }
});

/** The picture upright and small, its transparent parts grey. Colours are taken to sRGB. */
const upright = (input: Buffer): Sharp =>
  sharp(input, OPTIONS)
    .timeout({ seconds: DECODE_SECONDS })
    .rotate()
    .resize({ width: WORKING_SIZE, height: WORKING_SIZE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#7f7f7f' })
    .toColourspace('srgb')
    .removeAlpha();

async function pixelsOf(input: Buffer): Promise<RawPicture> {
  const { data, info } = await upright(input).raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels`);
  return { rgb: data, width: info.width, height: info.height };
}

/** Without anything that came along in its file (place, camera, comments). */
const jpegOf = (input: Buffer): Promise<Buffer> => upright(input).jpeg({ quality: JPEG_QUALITY }).toBuffer();
