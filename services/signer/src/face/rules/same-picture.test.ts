import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';

import { portrait } from '../../testing/face/face-pictures.ts';
import { thumbprintOf } from '../engine/measure-face.ts';
import { isSamePicture } from './same-picture.ts';

async function seen(picture: Sharp): Promise<Uint8Array> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return thumbprintOf({ rgb: data, width: info.width, height: info.height });
}

/** Written and read again, as a file of its own. */
const anew = async (picture: Sharp) => seen(sharp(await picture.toBuffer()));

it.each([
  ['written anew', (one: Sharp) => one.jpeg({ quality: 60 })],
  ['written badly', (one: Sharp) => one.jpeg({ quality: 20 })],
  ['of another format', (one: Sharp) => one.webp({ quality: 60 })],
  ['half the size', (one: Sharp) => one.resize(320)],
  ['brighter', (one: Sharp) => one.linear(1, 10)],
  ['darker', (one: Sharp) => one.linear(0.8, 0)],
  ['of other contrast', (one: Sharp) => one.gamma(1.3)],
  ['without colour', (one: Sharp) => one.greyscale()],
  ['as in a mirror', (one: Sharp) => one.flop()],
  ['as in a mirror, of a side that is no multiple of the fields', (one: Sharp) => one.resize(501).flop()],
  ['of another odd size', (one: Sharp) => one.resize(333)],
])('a picture %s is the same one', async (_, change) => {
  for (const who of ['eva', 'bia'] as const) {
    const picture = await portrait(who);
    expect(isSamePicture(await seen(sharp(picture)), await anew(change(sharp(picture))))).toBe(true);
  }
});

/** A person who holds still as well as people can, in a room that does not move at all. */
async function movedBy(pixels: number, picture: Buffer): Promise<Sharp> {
  const face = await sharp(picture).extract({ left: 192, top: 72, width: 256, height: 336 }).toBuffer();
  return sharp(picture).composite([{ input: face, left: 192 + pixels, top: 72 }]);
}

it('a face that moves or turns a little is another picture', async () => {
  for (const who of ['eva', 'bia'] as const) {
    const known = await seen(sharp(await portrait(who)));
    for (const how of [{ shade: 1 }, { turn: 0.03 }, { rotate: 1 }])
      expect(isSamePicture(known, await seen(sharp(await portrait(who, how))))).toBe(false);
    expect(isSamePicture(known, await anew(await movedBy(2, await portrait(who))))).toBe(false);
    // Two of a camera.
    const [one, other] = [await portrait(who, { shade: 4 }), await portrait(who, { shade: 5 })];
    expect(isSamePicture(await seen(sharp(one)), await seen(sharp(other)))).toBe(false);
  }
});
