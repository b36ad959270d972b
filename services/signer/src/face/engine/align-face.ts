import type { RawPicture } from './face-engine.ts';

/** Of the 68 points of a face (i·bug 300-W), those that stand still through expressions and glasses. */
export interface FacePoint {
  x: number;
  y: number;
}

/** What the descriptor looks at, pixels on a side. */
export const ALIGNED_SIZE = 150;

/**
 * Where eyes, nose and mouth stand in the pictures that the descriptor was trained on: a face is turned, moved and
 * scaled as a whole until its own stand there. By points of the face: from, to, and their place.
 */
const PLACES: readonly { points: readonly [number, number]; x: number; y: number }[] = [
  { points: [36, 42], x: 47.5, y: 46.6 },
  { points: [42, 48], x: 100.5, y: 46.6 },
  { points: [27, 36], x: 74, y: 74.5 },
  { points: [48, 55], x: 74, y: 100 },
];
/** A larger face is read at so many places for each pixel, along each side, at most. */
const MAX_READINGS = 4;

/** How a place in the aligned picture is found in the other: turned and scaled by (a, b), moved by (x, y). */
interface Similarity extends FacePoint {
  a: number;
  b: number;
}

/** The face upright and in its place, of `ALIGNED_SIZE` pixels on a side; grey where the picture ends. */
export function alignFace(picture: RawPicture, points: readonly FacePoint[]): Uint8Array {
  const { a, b, x: x0, y: y0 } = placing(points);
  const readings = Math.min(MAX_READINGS, Math.max(1, Math.round(Math.hypot(a, b))));
  const aligned = new Uint8Array(ALIGNED_SIZE * ALIGNED_SIZE * 3);
  const color: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < ALIGNED_SIZE * ALIGNED_SIZE; at++) {
    const [column, row] = [at % ALIGNED_SIZE, Math.floor(at / ALIGNED_SIZE)];
    color.fill(0);
    for (let reading = 0; reading < readings * readings; reading++) {
      const x = column + ((reading % readings) + 0.5) / readings - 0.5;
      const y = row + (Math.floor(reading / readings) + 0.5) / readings - 0.5;
      read(picture, a * x - b * y + x0, b * x + a * y + y0, color);
    }
    for (const [channel, sum] of color.entries()) aligned[at * 3 + channel] = sum / readings ** 2;
  }
  return aligned;
}

/** An aligned face as in a mirror. */
export function mirrorImage(aligned: Uint8Array): Uint8Array {
  const mirrored = new Uint8Array(aligned.length);
  for (let at = 0; at < ALIGNED_SIZE * ALIGNED_SIZE; at++) {
    const column = at % ALIGNED_SIZE;
    const from = (at - column + ALIGNED_SIZE - 1 - column) * 3;
    mirrored.set(aligned.subarray(from, from + 3), at * 3);
  }
  return mirrored;
}

/** The similarity that brings the places as close to the face's own as can be: least squares. */
function placing(points: readonly FacePoint[]): Similarity {
  const seen = PLACES.map(({ points: [from, to] }) => middle(points.slice(from, to)));
  const [own, place] = [middle(seen), middle(PLACES)];
  let [a, b, spread] = [0, 0, 0];
  for (const [index, { x, y }] of PLACES.entries()) {
    const [u, v] = [x - place.x, y - place.y];
    const [p, q] = [(seen[index]?.x ?? 0) - own.x, (seen[index]?.y ?? 0) - own.y];
    a += u * p + v * q;
    b += u * q - v * p;
    spread += u * u + v * v;
  }
  [a, b] = [a / spread, b / spread];
  return { a, b, x: own.x - a * place.x + b * place.y, y: own.y - b * place.x - a * place.y };
}

function middle(points: readonly FacePoint[]): FacePoint {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  return { x: mean('x'), y: mean('y') };
}

const GREY = 127;

/** Adds the colour at a place between pixels, by how near each of the four is. */
function read({ rgb, width, height }: RawPicture, x: number, y: number, sum: [number, number, number]): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  for (let corner = 0; corner < 4; corner++) {
    const [column, row] = [left + (corner & 1), top + (corner >> 1)];
    const weight = (corner & 1 ? right : 1 - right) * (corner >> 1 ? down : 1 - down);
    const inside = column >= 0 && column < width && row >= 0 && row < height;
    const at = (row * width + column) * 3;
    sum[0] += weight * (inside ? (rgb[at] ?? GREY) : GREY);
    sum[1] += weight * (inside ? (rgb[at + 1] ?? GREY) : GREY);
    sum[2] += weight * (inside ? (rgb[at + 2] ?? GREY) : GREY);
  }
}
