import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { FacePose } from '@lacre/contracts';
import sharp from 'sharp';

/** Faces of the pictures that face-api brings along as its demonstration, where they stand in them, pixels. */
const SAMPLES = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);
/** Who is who in them, people of whom nothing else is known: the middle of the face, and how it is tilted. */
const PEOPLE = {
  /** A blonde who smiles. */
  ana: { file: 'sample1.jpg', x: 1575, y: 340, tiltDegrees: 44 },
  /** A dark-haired woman who pouts. */
  bia: { file: 'sample6.jpg', x: 1262, y: 440, tiltDegrees: 0 },
  /** A woman in green who smiles. */
  eva: { file: 'sample6.jpg', x: 1572, y: 410, tiltDegrees: 14 },
} as const;
export type SamplePerson = keyof typeof PEOPLE;

/** How a portrait differs from the sample. */
export interface Portrait {
  /** By how much the face is turned: -1 to the right of the person, 1 to their left; made by stretching one half. */
  turn?: number;
  /** By how much the head nods: above 0 down, below up; made by stretching the upper or the lower half. */
  nod?: number;
  /** Of light. Default 1. */
  brightness?: number;
  /** Standard deviation, pixels. */
  blur?: number;
  rotate?: number;
  /** From 0 to 15: how a person moves before a camera, and light with them, so that no two pictures are one. */
  shade?: number;
}

/** How a portrait is changed to show a pose. Bia does not smile. */
export function posed(of: SamplePerson, pose: FacePose): Portrait {
  if (pose === 'left') return { turn: of === 'ana' ? 0.7 : 0.5 };
  return pose === 'right' ? { turn: -0.35 } : {};
}

/** Three photographs of one person, taken apart as far as the engine knows. */
export const PHOTOS: readonly Portrait[] = [{}, { turn: 0.2 }, { turn: -0.15 }];
/** Another one, none of those. */
export const LATER: Portrait = { nod: -0.12 };

const WIDTH = 640;
const HEIGHT = 480;
const WALL = '#7f7f7f';
/** What is taken of the sample around a face, so that no other face is in it, pixels. */
const ROOM = 680;
const FACE_WIDTH = 380;
const FACE_HEIGHT = 400;
/** By how much a person moves between two pictures, pixels. */
const SWAY = 3;

/** The whole of a sample: several people. */
const samplePicture = (n: 1 | 2 | 3 | 4 | 5 | 6): string => join(SAMPLES, `sample${n}.jpg`);

/** Four people, none of them far behind the others. */
export const groupPicture = (): Promise<Buffer> => sharp(samplePicture(6)).resize(1000).jpeg().toBuffer();

const drawnPortraits = new Map<string, Promise<Buffer>>();

/** A portrait of 640 × 480 before a grey wall, as a camera would take it, as JPEG; each is made once. */
export function portrait(of: SamplePerson, how: Portrait = {}): Promise<Buffer> {
  return once(drawnPortraits, JSON.stringify([of, how]), () => drawn(of, how));
}

/** The photographs that a person is enrolled by. */
export const portraits = (of: SamplePerson): Promise<Buffer[]> =>
  Promise.all(PHOTOS.map((how) => portrait(of, how)));

const poses = new Map<string, Promise<Buffer>>();

async function drawn(of: SamplePerson, how: Portrait): Promise<Buffer> {
  const { turn = 0, nod = 0 } = how;
  const turned = await once(poses, `${of} ${turn} ${nod}`, async () =>
    noddedBy(await turnedBy(await upright(of), turn), nod),
  );
  let picture = sharp(turned);
  if (how.rotate !== undefined) {
    const rotated = await picture.rotate(how.rotate, { background: WALL }).toBuffer();
    picture = sharp(rotated).resize(WIDTH, HEIGHT, { fit: 'cover' });
  }
  if (how.blur !== undefined) picture = picture.blur(how.blur);
  const { brightness = 1, shade = 0 } = how;
  if (shade > 0) {
    const still = await picture.png().toBuffer();
    const [left, top] = [SWAY * (shade % 4), SWAY * Math.floor(shade / 4)];
    picture = sharp(still).extract({ left, top, width: WIDTH - 3 * SWAY, height: HEIGHT - 3 * SWAY });
  }
  return picture.linear(brightness, shade).jpeg({ quality: 92 }).toBuffer();
}

function once(made: Map<string, Promise<Buffer>>, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const picture = made.get(key) ?? make();
  made.set(key, picture);
  return picture;
}

/** The face in the middle, its eyes level. */
async function upright(of: SamplePerson): Promise<Buffer> {
  const { file, x, y, tiltDegrees } = PEOPLE[of];
  const around = Math.min(ROOM / 2, x, y);
  const place = { left: x - around, top: y - around, width: 2 * around, height: 2 * around };
  const level = await sharp(join(SAMPLES, file))
    .extract(place)
    .rotate(-tiltDegrees, { background: WALL })
    .toBuffer();
  const { width, height } = await sharp(level).metadata();
  const [left, top] = [Math.round((width - FACE_WIDTH) / 2), Math.round((height - FACE_HEIGHT) / 2)];
  const face = sharp(level).extract({ left, top, width: FACE_WIDTH, height: FACE_HEIGHT });
  return face.resize(WIDTH, HEIGHT, { fit: 'contain', background: WALL }).toBuffer();
}

/** One half of the picture made narrower and the other wider: what a face that turns looks like to its landmarks. */
async function turnedBy(picture: Buffer, turn: number): Promise<Buffer> {
  if (turn === 0) return picture;
  const middle = WIDTH / 2;
  const edge = Math.round(middle * (1 + turn));
  const part = (left: number, width: number) =>
    sharp(picture)
      .extract({ left, top: 0, width: middle, height: HEIGHT })
      .resize(width, HEIGHT, { fit: 'fill' })
      .toBuffer();
  const canvas = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: WALL } });
  return canvas
    .composite([
      { input: await part(0, edge), left: 0, top: 0 },
      { input: await part(middle, WIDTH - edge), left: edge, top: 0 },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** The upper half made higher and the lower one less high, or the other way round. */
async function noddedBy(picture: Buffer, nod: number): Promise<Buffer> {
  if (nod === 0) return picture;
  const middle = HEIGHT / 2;
  const edge = Math.round(middle * (1 + nod));
  const part = (top: number, height: number) =>
    sharp(picture)
      .extract({ left: 0, top, width: WIDTH, height: middle })
      .resize(WIDTH, height, { fit: 'fill' })
      .toBuffer();
  const canvas = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: WALL } });
  return canvas
    .composite([
      { input: await part(0, edge), left: 0, top: 0 },
      { input: await part(middle, HEIGHT - edge), left: 0, top: edge },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A picture of one colour. */
export const plainPicture = (background = '#88aacc'): Promise<Buffer> =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Where a face stands in a picture: see `Box`. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sunglasses drawn on a picture, before the face at that place. */
export function withSunglasses(
  picture: Buffer,
  { x, y, width, height }: Place,
  color = '#141416',
): Promise<Buffer> {
  const glass = (share: number) =>
    `<ellipse cx="${x + share * width}" cy="${y + 0.38 * height}" rx="${0.19 * width}" ry="${0.13 * height}" fill="${color}"/>`;
  return drawnOn(picture, `${glass(0.29)}${glass(0.71)}`);
}

/** A mask drawn on a picture, over nose and mouth, with the shadows of its folds. */
export function withMask(
  picture: Buffer,
  { x, y, width, height }: Place,
  color = '#78aad2',
): Promise<Buffer> {
  const [top, bottom] = [y + 0.52 * height, y + 1.02 * height];
  const folds = [0.3, 0.5, 0.7].map((share) => {
    const at = top + share * (bottom - top);
    return `<rect x="${x + 0.06 * width}" y="${at}" width="${0.88 * width}" height="${0.02 * height}" fill="#000" opacity="0.12"/>`;
  });
  const cloth = `<rect x="${x + 0.04 * width}" y="${top}" width="${0.92 * width}" height="${bottom - top}" rx="${0.15 * width}" fill="${color}"/>`;
  return drawnOn(picture, cloth + folds.join(''));
}

const drawnOn = (picture: Buffer, shapes: string): Promise<Buffer> =>
  sharp(picture)
    .composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes}</svg>`,
        ),
      },
    ])
    .jpeg({ quality: 92 })
    .toBuffer();
