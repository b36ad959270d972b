import { deflateSync } from 'node:zlib';

import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { groupPicture, plainPicture, portrait } from '../../testing/face-pictures.ts';
import { decodePicture } from './decode-picture.ts';
import type { FaceEngine, Look } from './face-engine.ts';
import { openWasmFaceEngine } from './wasm-face-engine.ts';

const logger = pino({ level: 'silent' });
let engine: FaceEngine;
beforeAll(() => {
  engine = openWasmFaceEngine({ logger });
});
afterAll(() => engine.close());

const templateOf = ({ main }: Look): Float32Array => {
  if (main === undefined) throw new Error('no face');
  return main.template;
};
const codeOf = (error: unknown) => (error as { code?: string }).code;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => codeOf(error),
  );

describe('the engine', { timeout: 60_000 }, () => {
  it('tells one person from another, and knows them again', async () => {
    const [eva, again, bia] = [
      await engine.look(await portrait('eva')),
      await engine.look(await portrait('eva', { brightness: 0.7, blur: 1 })),
      await engine.look(await portrait('bia')),
    ].map(templateOf) as [Float32Array, Float32Array, Float32Array];
    expect(eva).toHaveLength(128);
    expect(engine.distance(eva, eva)).toBe(0);
    expect(engine.distance(eva, again)).toBeLessThan(0.4);
    expect(engine.distance(eva, bia)).toBeGreaterThan(0.6);
  });

  it('finds nobody, one and several', async () => {
    const group = await groupPicture();
    const counts = [await plainPicture(), await portrait('ana'), group].map(
      async (picture) => (await engine.look(picture)).faces.length,
    );
    expect(await Promise.all(counts)).toEqual([0, 1, 4]);
  });

  it('sees a face that fills the picture', async () => {
    const close = await sharp(await portrait('eva'))
      .extract({ left: 190, top: 60, width: 260, height: 340 })
      .toBuffer();
    expect((await engine.look(close)).faces).toHaveLength(1);
  });

  it('sees what a picture’s orientation says is upright', async () => {
    const lying = await sharp(await portrait('eva'))
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const seen = await engine.look(lying);
    expect(seen.main?.rollDegrees).toBeLessThan(10);
    expect(
      engine.distance(templateOf(seen), templateOf(await engine.look(await portrait('eva')))),
    ).toBeLessThan(0.3);
  });

  it('refuses at once when too many wait, and answers the others', async () => {
    const small = openWasmFaceEngine({ logger, queued: 2 });
    const picture = await plainPicture();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => refusal(small.look(picture))));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'FACE_SERVICE_ERROR')).toHaveLength(3);
    expect(await refusal(small.look(picture))).toBe('taken');
    await small.close();
  });

  it('is an error of its own when it takes too long, and is there again afterwards', async () => {
    const hasty = openWasmFaceEngine({ logger, timeoutMs: 30 });
    const picture = await portrait('eva');
    expect(await refusal(hasty.look(picture))).toBe('FACE_SERVICE_ERROR');
    expect(await refusal(hasty.look(picture))).toBe('FACE_SERVICE_ERROR');
    await hasty.close();
  });
});

/** A PNG that says it is so large, with next to nothing in it. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * Math.min(height, 20_000)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** ISO 3309, as PNG uses it. */
function crc32(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

describe('hostile pictures', { timeout: 60_000 }, () => {
  const NOT_TAKEN = 'UPLOAD_NOT_ALLOWED_FILES';
  const BROKEN = 'UPLOAD_HANDLE_FILES_ERROR';
  const face = () => portrait('eva');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');

  it.each([
    ['an SVG that reads files', async () => svg, NOT_TAKEN],
    [
      'an SVG behind the beginning of a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]),
      BROKEN,
    ],
    [
      'a GIF',
      async () =>
        sharp(await face())
          .gif()
          .toBuffer(),
      NOT_TAKEN,
    ],
    [
      'a TIFF',
      async () =>
        sharp(await face())
          .tiff()
          .toBuffer(),
      NOT_TAKEN,
    ],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n'), NOT_TAKEN],
    ['a picture that was cut short', async () => (await face()).subarray(0, 9000), BROKEN],
    ['a bomb of 20,000 by 20,000', async () => bomb(20_000, 20_000), BROKEN],
    ['a picture that claims 60,000 by 60,000', async () => bomb(60_000, 60_000), BROKEN],
    ['nothing', async () => Buffer.alloc(0), 'NO_SELFIES_PROVIDED'],
    [
      'more than 2 MB',
      async () => Buffer.concat([await face(), Buffer.alloc(2 * 1024 * 1024)]),
      'FILE_SIZE_HIGGER_2MB',
    ],
    [
      'noise behind the beginning of a PNG',
      async () => Buffer.concat([bomb(8, 8).subarray(0, 8), Buffer.alloc(500, 7)]),
      BROKEN,
    ],
    [
      'moving pictures',
      async () =>
        sharp([await face(), await portrait('eva', { turn: 0.5 })], { join: { animated: true } })
          .webp()
          .toBuffer(),
      NOT_TAKEN,
    ],
  ])('%s', async (_, make, code) => {
    expect(await refusal(engine.look(await make()))).toBe(code);
  });

  it('leave nothing behind: the next picture is looked at as ever', async () => {
    expect((await engine.look(await face())).faces).toHaveLength(1);
  });

  it.each([
    [
      'one pixel',
      async () =>
        sharp(await face())
          .resize(1, 1)
          .png()
          .toBuffer(),
      0,
    ],
    [
      'a strip one pixel high',
      async () =>
        sharp(await face())
          .resize(640, 1, { fit: 'fill' })
          .png()
          .toBuffer(),
      0,
    ],
    [
      'a JPEG with a program behind it',
      async () => Buffer.concat([await face(), Buffer.from('PK\u0003\u0004<?php')]),
      1,
    ],
    [
      'shades of grey',
      async () =>
        sharp(await face())
          .greyscale()
          .jpeg()
          .toBuffer(),
      1,
    ],
    [
      'four inks',
      async () =>
        sharp(await face())
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
      1,
    ],
    [
      'a transparent picture',
      async () =>
        sharp(await face())
          .ensureAlpha(0.9)
          .png()
          .toBuffer(),
      1,
    ],
    [
      '16 bits a colour',
      async () =>
        sharp(await face())
          .toColourspace('rgb16')
          .resize(320)
          .png()
          .toBuffer(),
      1,
    ],
  ])('%s is looked at like any other', async (_, make, faces) => {
    expect((await engine.look(await make())).faces).toHaveLength(faces);
  });

  it('are decoded to three channels of at most 640 pixels, whatever they were', async () => {
    const large = await sharp(await face())
      .resize(4000)
      .jpeg({ quality: 60 })
      .toBuffer();
    const { rgb, width, height } = await decodePicture(large);
    expect([width, height, rgb.length]).toEqual([640, 480, 640 * 480 * 3]);
  });
});
