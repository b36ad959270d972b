import pino from 'pino';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { portrait } from '../../testing/face/face-pictures.ts';
import { HOSTILE_PICTURES } from '../../testing/face/hostile-pictures.ts';
import { PictureDecoder } from './decode-picture.ts';
import type { FaceEngine, Look } from './face-engine.ts';
import { openWasmFaceEngine } from './wasm-face-engine.ts';

/** Of the service itself, which decodes none of them; one of the bombs would take 1.2 GB. */
const MEMORY_MB = 100;
const PATIENCE_MS = 90_000;

let engine: FaceEngine;
let decoder: PictureDecoder;
beforeAll(() => {
  decoder = new PictureDecoder({ atOnce: 1, idleMs: PATIENCE_MS });
  engine = openWasmFaceEngine({
    logger: pino({ level: 'silent' }),
    workers: 2,
    queued: HOSTILE_PICTURES.length,
  });
});
afterAll(async () => {
  await Promise.all([engine.close(), decoder.close()]);
});

const outcomeOf = async (work: Promise<{ faces: readonly unknown[] }>): Promise<string | number> => {
  try {
    return (await work).faces.length;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it(
  'decodes pictures and refuses other files, within bounds of memory',
  async () => {
    const highestMb = () => process.resourceUsage().maxRSS / 1024;
    const pictures = await Promise.all(
      HOSTILE_PICTURES.map(async ({ name, make, comesTo }) => ({ name, comesTo, bytes: await make() })),
    );
    const before = highestMb();
    for (const { name, comesTo, bytes } of pictures) {
      const outcome = await decoder.pixels(bytes).then(
        ({ width, height }) => (Math.max(width, height) <= 640 ? 'decoded' : 'too large'),
        (error: unknown) => (error as { code: string }).code,
      );
      expect(outcome, name).toBe(typeof comesTo === 'number' ? 'decoded' : comesTo);
    }
    expect(highestMb() - before).toBeLessThan(MEMORY_MB);
  },
  PATIENCE_MS,
);

it(
  'takes them all at once over two workers, and loses neither',
  async () => {
    const outcomes = await Promise.all(
      HOSTILE_PICTURES.map(async ({ name, make }) => [name, await outcomeOf(engine.look(await make()))]),
    );
    expect(Object.fromEntries(outcomes)).toEqual(
      Object.fromEntries(HOSTILE_PICTURES.map(({ name, comesTo }) => [name, comesTo])),
    );
    const after = ['eva', 'bia', 'ana'].map(async (who) => engine.look(await portrait(who as 'eva')));
    for (const { faces } of await Promise.all(after)) expect(faces).toHaveLength(1);
  },
  PATIENCE_MS,
);

it('refuses more than 2 MB unread', async () => {
  const padded = Buffer.concat([await portrait('eva'), Buffer.alloc(2 * 1024 * 1024)]);
  expect(await outcomeOf(engine.look(padded))).toBe('FILE_SIZE_HIGGER_2MB');
});

it('decodes to three channels of at most 640 pixels, whatever it was', async () => {
  const large = await sharp(await portrait('eva'))
    .resize(4000)
    .jpeg({ quality: 60 })
    .toBuffer();
  const { rgb, width, height } = await decoder.pixels(large);
  expect([width, height, rgb.length]).toEqual([640, 480, 640 * 480 * 3]);
});

let straight: Look | undefined;

it.each([1, 2, 3, 4, 5, 6, 7, 8])('sees upright what orientation %i says is upright', async (orientation) => {
  const upright = await portrait('eva');
  // Lies as a camera that is held so takes it.
  const turns: Record<number, (picture: Sharp) => Sharp> = {
    1: (picture) => picture,
    2: (picture) => picture.flop(),
    3: (picture) => picture.rotate(180),
    4: (picture) => picture.flip(),
    5: (picture) => picture.rotate(270).flop(),
    6: (picture) => picture.rotate(270),
    7: (picture) => picture.rotate(90).flop(),
    8: (picture) => picture.rotate(90),
  };
  const lying = await turns[orientation]?.(sharp(upright)).jpeg().withMetadata({ orientation }).toBuffer();
  const { main, width, height } = await engine.look(lying ?? Buffer.alloc(0));
  expect([width, height]).toEqual([640, 480]);
  expect(Math.abs(main?.rollDegrees ?? 90)).toBeLessThan(10);
  straight ??= await engine.look(upright);
  const distance = engine.distance(
    main?.template ?? new Float32Array(),
    straight.main?.template ?? new Float32Array(),
  );
  expect(distance).toBeLessThan(0.3);
});
