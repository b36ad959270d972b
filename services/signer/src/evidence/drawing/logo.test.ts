import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';

import { sampleFacts } from '../../testing/sample-facts.ts';
import { discLogo, jpegHeader, pngHeader, pngLogo } from '../../testing/sample-logos.ts';
import { readRasterImage } from '../pdf/raster-image.ts';
import { drawEvidence } from './draw-evidence.ts';
import { LOGO } from './logo.ts';

interface DrawnImage {
  /** Points, as drawn. */
  width: number;
  height: number;
  stream: PDFRawStream;
  mask: PDFRawStream | undefined;
  /** A panel was drawn beneath it. */
  onPanel: boolean;
}

async function drawnLogo(logo: Uint8Array): Promise<DrawnImage | undefined> {
  const pdf = await PDFDocument.load(await drawEvidence({ ...sampleFacts(1), logo }));
  const contents = pdf.getPage(0).node.Contents() as PDFRawStream;
  const source = Buffer.from(decodePDFRawStream(contents).decode()).toString('latin1');
  const drawn = /q ([\d.]+) 0 0 ([\d.]+) [\d.]+ [\d.]+ cm \/Im0 Do Q/.exec(source);
  if (!drawn) return undefined;
  const images = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
  const found = images?.lookup(PDFName.of('Im0')) as PDFRawStream;
  const mask = pdf.context.lookup(found.dict.get(PDFName.of('SMask')));
  return {
    width: Number(drawn[1]),
    height: Number(drawn[2]),
    stream: found,
    mask: mask instanceof PDFRawStream ? mask : undefined,
    onPanel: source.slice(0, drawn.index).includes(' c h f Q'),
  };
}

const pixelsOf = ({ stream }: DrawnImage): number[] =>
  ['Width', 'Height'].map((key) => stream.dict.lookup(PDFName.of(key), PDFNumber).asNumber());

describe('a logo', () => {
  it.each([
    ['wide', 3000, 60],
    ['tall', 60, 1200],
    ['small', 16, 16],
    ['of one pixel’s height', 900, 1],
  ])('%s keeps its proportions within its room', async (_what, width, height) => {
    const drawn = (await drawnLogo(discLogo(width, height, [0, 80, 160]))) as DrawnImage;
    expect(drawn.width).toBeLessThanOrEqual(LOGO.width + 0.01);
    expect(drawn.height).toBeLessThanOrEqual(LOGO.height + 0.01);
    expect(Math.max(drawn.width / LOGO.width, drawn.height / LOGO.height)).toBeCloseTo(1, 1);
    // What is drawn is rounded to hundredths of a point.
    expect(Math.abs(drawn.width / drawn.height / (width / height) - 1)).toBeLessThan(0.15);
  });

  it('with more pixels than print shows is embedded smaller, its colour kept', async () => {
    const drawn = (await drawnLogo(discLogo(1500, 900, [200, 30, 60]))) as DrawnImage;
    const [width = 0, height = 0] = pixelsOf(drawn);
    expect([width, height]).toEqual([180, 108]);
    const pixels = decodePDFRawStream(drawn.stream).decode();
    const centre = (54 * width + 90) * 3;
    expect(Array.from(pixels.slice(centre, centre + 3))).toEqual([200, 30, 60]);
  });

  it('that is transparent keeps its alpha channel', async () => {
    const drawn = (await drawnLogo(discLogo(100, 100, [0, 0, 0]))) as DrawnImage;
    const opacity = decodePDFRawStream(drawn.mask as PDFRawStream).decode();
    expect([opacity[0], opacity[50 * 100 + 50]]).toEqual([0, 255]);
    expect(drawn.onPanel).toBe(false);
  });

  it('that white paper would swallow stands on a dark panel', async () => {
    expect((await drawnLogo(discLogo(100, 100, [255, 255, 255])))?.onPanel).toBe(true);
    const opaque = pngLogo(20, 20, () => [255, 255, 255, 255]);
    expect((await drawnLogo(opaque))?.onPanel).toBe(false);
  });

  it.each([
    [1, 'DeviceGray'],
    [3, 'DeviceRGB'],
    [4, 'DeviceCMYK'],
  ])('as JPEG of %i components is embedded as it is', async (components, space) => {
    const logo = jpegHeader(400, 200, components);
    const drawn = (await drawnLogo(logo)) as DrawnImage;
    expect(pixelsOf(drawn)).toEqual([400, 200]);
    expect(String(drawn.stream.dict.get(PDFName.of('ColorSpace')))).toBe(`/${space}`);
    expect(Buffer.compare(drawn.stream.getContents(), logo)).toBe(0);
    expect(drawn.stream.dict.has(PDFName.of('Decode'))).toBe(components === 4);
  });
});

describe('what is no logo', () => {
  const small = discLogo(40, 40, [1, 2, 3]);
  it.each([
    ['a PNG of billions of pixels', pngHeader(60_000, 60_000)],
    ['a PNG of no pixels', pngHeader(0, 5)],
    ['a JPEG of billions of pixels', jpegHeader(65_000, 65_000, 3)],
    ['a JPEG of two components', jpegHeader(10, 10, 2)],
    ['a JPEG that ends early', jpegHeader(10, 10, 3).slice(0, 8)],
    ['the signature of a PNG', small.slice(0, 8)],
    ['some other file', new Uint8Array(Buffer.from('%PDF-1.7'))],
    ['nothing', new Uint8Array()],
  ])('%s is not read', async (_what, bytes) => {
    expect(await readRasterImage(bytes, { width: 450, height: 108 })).toBeUndefined();
  });
});
