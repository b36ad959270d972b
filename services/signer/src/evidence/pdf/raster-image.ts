import { deflateSync, inflateSync } from 'node:zlib';

import type { PDFObject, PDFRawStream as RawStream } from 'pdf-lib';

import { type ObjectNumber, type PdfWriter, refTo } from './pdf-writer.ts';

/** A picture ready to be embedded. */
export interface RasterImage {
  /** Of the picture as it was given, pixels. */
  readonly width: number;
  readonly height: number;
  /** Drawn on white it would hardly be seen: light, on a transparent ground. */
  readonly needsDarkGround: boolean;
  write(writer: PdfWriter): ObjectNumber;
}

/** A picture of more pixels is not opened: 2 MB of PNG can say it has billions. */
const MAX_PIXELS = 8_000_000;

/**
 * Opens a PNG or JPEG. A PNG with more pixels than fit the box is made smaller; a JPEG is embedded as it is.
 *
 * @returns undefined for what is no such picture, is broken or is too large
 */
export async function readRasterImage(
  bytes: Uint8Array,
  box: { readonly width: number; readonly height: number },
): Promise<RasterImage | undefined> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (data.readUInt32BE(0) === 0x89504e47) return await readPng(data, box);
    if (data.readUInt16BE(0) === 0xffd8) return readJpeg(data);
  } catch {
    // Whatever the decoder stumbles over: there is no picture in it.
  }
  return undefined;
}

/** Frame headers, baseline and progressive (ITU-T T.81, B.2.2); C4, C8 and CC are other things. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const JPEG_SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

function readJpeg(data: Buffer): RasterImage {
  let at = 2;
  while (!isFrameHeader(data.readUInt8(at + 1))) at += 2 + data.readUInt16BE(at + 2);
  const height = data.readUInt16BE(at + 5);
  const width = data.readUInt16BE(at + 7);
  const space = JPEG_SPACES[data.readUInt8(at + 9)];
  if (space === undefined || data.readUInt8(at + 4) !== 8) throw new Error('no JPEG that a PDF can hold');
  checkPixels(width, height);
  // Adobe's programs keep CMYK the wrong way round.
  const decode = space === 'DeviceCMYK' ? '/Decode[1 0 1 0 1 0 1 0]' : '';
  const entries = `${imageEntries(width, height, space)}${decode}/Filter/DCTDecode`;
  return {
    width,
    height,
    needsDarkGround: false,
    write: (writer) => writer.addEncodedStream(entries, data),
  };
}

function checkPixels(width: number, height: number): void {
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) throw new Error('no pixels, or too many');
}

/** Red, green, blue and, when any is less than full, opacity. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly alpha: Uint8Array | undefined;
}

async function readPng(data: Buffer, box: { width: number; height: number }): Promise<RasterImage> {
  // The first chunk is IHDR (PNG, 11.2.2).
  checkPixels(data.readUInt32BE(16), data.readUInt32BE(20));
  const whole = await decodePng(data);
  const { width, height, rgb, alpha } = shrunk(whole, box);
  const filter = '/Filter/FlateDecode';
  const gray = imageEntries(width, height, 'DeviceGray') + filter;
  const color = imageEntries(width, height, 'DeviceRGB') + filter;
  const maskData = alpha && deflateSync(alpha, { level: 9 });
  const colorData = deflateSync(rgb, { level: 9 });
  return {
    width: whole.width,
    height: whole.height,
    needsDarkGround: alpha !== undefined && isLight(rgb, alpha),
    write: (writer) => {
      const mask = maskData && writer.addEncodedStream(gray, maskData);
      const masked = mask === undefined ? '' : `/SMask ${refTo(mask)}`;
      return writer.addEncodedStream(color + masked, colorData);
    },
  };
}

/** By pdf-lib, which is only loaded where there is a logo to read. */
async function decodePng(data: Buffer): Promise<Pixels> {
  const { PDFContext, PDFName, PDFRawStream, PngEmbedder } = await import('pdf-lib');
  const context = PDFContext.create();
  const embedder = await PngEmbedder.for(data);
  const streamOf = (entry: PDFObject | undefined): RawStream | undefined => {
    const stream = context.lookup(entry);
    return stream instanceof PDFRawStream ? stream : undefined;
  };
  const image = streamOf(await embedder.embedIntoContext(context));
  if (!image) throw new Error('no image');
  const mask = streamOf(image.dict.get(PDFName.of('SMask')));
  return {
    width: embedder.width,
    height: embedder.height,
    rgb: inflateSync(image.contents),
    alpha: mask && inflateSync(mask.contents),
  };
}

const imageEntries = (width: number, height: number, space: string): string =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/${space}/BitsPerComponent 8`;

/** Each new pixel is the mean of those it stands for, weighed by their opacity. */
function shrunk(pixels: Pixels, box: { width: number; height: number }): Pixels {
  const { width, height, alpha } = pixels;
  const scale = Math.min(
    1,
    Math.max(box.width / width, 1 / width),
    Math.max(box.height / height, 1 / height),
  );
  if (scale === 1) return pixels;
  const out = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const colors = new Uint8Array(out.width * out.height * 3);
  const opacity = alpha && new Uint8Array(out.width * out.height);
  for (let y = 0; y < out.height; y += 1) {
    const rows = [Math.floor((y * height) / out.height), Math.ceil(((y + 1) * height) / out.height)] as const;
    for (let x = 0; x < out.width; x += 1) {
      const columns = [
        Math.floor((x * width) / out.width),
        Math.ceil(((x + 1) * width) / out.width),
      ] as const;
      const place = y * out.width + x;
      const [mean, seen] = meanOf(pixels, rows, columns);
      colors.set(mean, place * 3);
      if (opacity) opacity[place] = seen;
    }
  }
  return { ...out, rgb: colors, alpha: opacity };
}

function meanOf(
  { width, rgb, alpha }: Pixels,
  [top, bottom]: readonly [number, number],
  [left, right]: readonly [number, number],
): [color: [number, number, number], opacity: number] {
  let [red, green, blue, weight] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * width + x;
      const share = alpha ? (alpha[at] as number) : 255;
      red += (rgb[at * 3] as number) * share;
      green += (rgb[at * 3 + 1] as number) * share;
      blue += (rgb[at * 3 + 2] as number) * share;
      weight += share;
    }
  }
  const whole = Math.max(weight, 1);
  const color = [red, green, blue].map((sum) => Math.round(sum / whole)) as [number, number, number];
  return [color, Math.round(weight / ((bottom - top) * (right - left)))];
}

/** Most of what can be seen is so light that white swallows it (relative luminance, WCAG 2.2). */
function isLight(rgb: Uint8Array, alpha: Uint8Array): boolean {
  let [light, all] = [0, 0];
  alpha.forEach((opacity, place) => {
    const at = place * 3;
    const luma =
      0.2126 * (rgb[at] as number) + 0.7152 * (rgb[at + 1] as number) + 0.0722 * (rgb[at + 2] as number);
    all += opacity;
    if (luma > 225) light += opacity;
  });
  return light > all * 0.6 && alpha.some((opacity) => opacity < 128);
}
