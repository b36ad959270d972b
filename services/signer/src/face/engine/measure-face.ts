import { THUMBPRINT_SIZE } from '../rules/same-picture.ts';
import type { Box, RawPicture, SeenFace } from './face-engine.ts';

/** Faces are measured at this size, whatever theirs, so that figures can be compared. Pixels. */
const MEASURED_SIZE = 96;

/** Weights of red, green and blue in what people see as brightness (ITU-R BT.601, 2.5.1). */
const greyAt = ({ rgb }: RawPicture, at: number): number =>
  0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0);

/** A part of the picture in shades of grey, by the mean of what falls into each of `size` × `size` fields. */
function greyFields(picture: RawPicture, box: Box, size: number): Float32Array {
  const { width, height } = picture;
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const right = Math.min(width, box.x + box.width);
  const bottom = Math.min(height, box.y + box.height);
  const rows = shares(top, bottom, size, height);
  const columns = shares(left, right, size, width);
  const fields = new Float32Array(size * size);
  for (const [row, high] of rows.entries())
    for (const [column, wide] of columns.entries()) {
      let [sum, weight] = [0, 0];
      for (const [y, ofRow] of high)
        for (const [x, ofColumn] of wide) {
          sum += ofRow * ofColumn * greyAt(picture, (y * width + x) * 3);
          weight += ofRow * ofColumn;
        }
      fields[row * size + column] = weight === 0 ? 0 : sum / weight;
    }
  return fields;
}

/**
 * Of each of `size` equal parts between `from` and `to`, the pixels in it, each by how much of it lies there. Whole
 * pixels alone would shift the parts of a side that is no multiple of `size`, and a mirrored picture's the other way.
 */
function shares(from: number, to: number, size: number, bound: number): [number, number][][] {
  const part = (to - from) / size;
  return Array.from({ length: size }, (_, index) => {
    const [start, end] = [from + part * index, from + part * (index + 1)];
    const pixels: [number, number][] = [];
    for (let at = Math.max(0, Math.floor(start)); at < Math.min(bound, Math.ceil(end)); at++)
      pixels.push([at, Math.min(end, at + 1) - Math.max(start, at)]);
    return pixels;
  });
}

/** How bright and how sharp a face is; see `SeenFace`. */
export function measureFace(picture: RawPicture, box: Box): { brightness: number; sharpness: number } {
  const size = MEASURED_SIZE;
  const fields = greyFields(picture, box, size);
  const at = (row: number, column: number) => fields[row * size + column] ?? 0;
  let [sum, square, count, light] = [0, 0, 0, 0];
  for (let row = 1; row < size - 1; row++) {
    for (let column = 1; column < size - 1; column++) {
      const around = at(row - 1, column) + at(row + 1, column) + at(row, column - 1) + at(row, column + 1);
      const edge = around - 4 * at(row, column);
      sum += edge;
      square += edge * edge;
      light += at(row, column);
      count += 1;
    }
  }
  const brightness = light / count;
  // By brightness: half the light halves every difference, and blurs nothing.
  const sharpness = (1000 * (square / count - (sum / count) ** 2)) / Math.max(1, brightness) ** 2;
  return { brightness, sharpness };
}

/** Parts of an aligned face, pixels: both eyes with their lids, both cheeks below them, what lies between, the mouth. */
const PARTS = {
  eyes: [
    { x: 36, y: 40, width: 24, height: 14 },
    { x: 89, y: 40, width: 24, height: 14 },
  ],
  cheeks: [
    { x: 36, y: 64, width: 14, height: 10 },
    { x: 100, y: 64, width: 14, height: 10 },
  ],
  between: { x: 68, y: 40, width: 14, height: 20 },
  mouth: { x: 56, y: 92, width: 38, height: 18 },
} as const;

/** What hides a face; see `SeenFace`. @param aligned as `alignFace` makes it */
export function measureCover(
  aligned: RawPicture,
): Pick<SeenFace, 'eyeLight' | 'mouthContrast' | 'mouthTint'> {
  const light = (box: Box, share: number) => quantile(shadesIn(aligned, box), share);
  const cheek = Math.max(1, (light(PARTS.cheeks[0], 0.5) + light(PARTS.cheeks[1], 0.5)) / 2);
  const [skin, mouth] = [tintOf(aligned, PARTS.between), tintOf(aligned, PARTS.mouth)];
  const shades = shadesIn(aligned, PARTS.mouth);
  const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
  const variance = shades.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / shades.length;
  return {
    eyeLight: Math.max(...PARTS.eyes.map((eye) => light(eye, 0.9))) / cheek,
    mouthContrast: Math.sqrt(variance) / Math.max(20, light(PARTS.between, 0.5)),
    mouthTint:
      Math.hypot(mouth.blue - skin.blue, mouth.red - skin.red) / Math.max(6, Math.hypot(skin.blue, skin.red)),
  };
}

function shadesIn(picture: RawPicture, box: Box): number[] {
  const shades: number[] = [];
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) shades.push(greyAt(picture, (y * picture.width + x) * 3));
  return shades;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

/** The middle colour difference of a part (ITU-R BT.601: Cb and Cr, by 0.564 and 0.713). */
function tintOf({ rgb, width }: RawPicture, box: Box): { blue: number; red: number } {
  const [blues, reds]: [number[], number[]] = [[], []];
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) {
      const at = (y * width + x) * 3;
      const light = greyAt({ rgb, width, height: 0 }, at);
      blues.push(((rgb[at + 2] ?? 0) - light) * 0.564);
      reds.push(((rgb[at] ?? 0) - light) * 0.713);
    }
  return { blue: quantile(blues, 0.5), red: quantile(reds, 0.5) };
}

/** See `Look`. */
export function thumbprintOf(picture: RawPicture): Uint8Array {
  const all = { x: 0, y: 0, width: picture.width, height: picture.height };
  return Uint8Array.from(greyFields(picture, all, THUMBPRINT_SIZE), Math.round);
}
