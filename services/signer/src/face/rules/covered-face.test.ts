import { afterAll, expect, it } from 'vitest';

import { openTestFaceEngine } from '../../testing/face/face-engine.ts';
import { LATER, portrait, withMask, withSunglasses } from '../../testing/face/face-pictures.ts';
import { adviceOn, isFrontal, onlyFace } from './picture-quality.ts';

const engine = openTestFaceEngine();
afterAll(() => engine.close());

async function adviceTo(picture: Buffer) {
  const face = onlyFace(await engine.look(picture));
  if (typeof face === 'string') return face;
  // As of a photo from a file: one whose landmarks are misled does not look at the camera.
  return adviceOn(face) ?? (isFrontal(face) ? undefined : 'face-camera');
}
const PEOPLE = ['eva', 'bia', 'ana'] as const;

it('takes faces that are not covered', async () => {
  for (const who of PEOPLE)
    for (const how of [{}, LATER, { brightness: 0.7 }])
      expect([who, how, await adviceTo(await portrait(who, how))]).toEqual([who, how, undefined]);
}, 60_000);

// Drawn where a face of those proportions has them; on one person dark glasses mislead the landmarks altogether.
it.each([
  ['sunglasses', withSunglasses, ['#141416', '#3c2819', '#22303c'], 7],
  ['a mask', withMask, ['#78aad2', '#ebebeb', '#19191c', '#787878'], 11],
] as const)(
  'refuses a face behind %s, in nearly all pictures',
  async (_what, cover, colors, atLeast) => {
    let refused = 0;
    for (const who of PEOPLE) {
      const bare = await portrait(who);
      const { main } = await engine.look(bare);
      if (main === undefined) throw new Error('no face in the sample');
      for (const color of colors) {
        const advice = await adviceTo(await cover(bare, main.box, color));
        // What is not even found as a face is not taken either.
        if (['uncover-eyes', 'uncover-mouth', 'no-face', 'face-camera'].includes(String(advice)))
          refused += 1;
      }
    }
    expect(refused).toBeGreaterThanOrEqual(atLeast);
  },
  60_000,
);
