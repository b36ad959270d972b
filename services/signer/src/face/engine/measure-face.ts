import { THUMBPRINT_SIZE } from '../rules/same-picture.ts';
import type { Box, RawPicture } from './face-engine.ts';

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
  const edge = (from: number, to: number, part: number) => from + ((to - from) * part) / size;
  const fields = new Float32Array(size * size);
  for (let row = 0; row < size; row++) {
    const [y0, y1] = whole(edge(top, bottom, row), edge(top, bottom, row + 1), height);
    for (let column = 0; column < size; column++) {
      const [x0, x1] = whole(edge(left, right, column), edge(left, right, column + 1), width);
      let sum = 0;
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) sum += greyAt(picture, (y * width + x) * 3);
      fields[row * size + column] = sum / ((y1 - y0) * (x1 - x0));
    }
  }
  return fields;
}

/** At least one whole pixel within the picture. */
function whole(from: number, to: number, bound: number): [number, number] {
  const first = Math.min(Math.max(0, Math.floor(from)), bound - 1);
  return [first, Math.min(bound, Math.max(first + 1, Math.floor(to)))];
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

/** See `Look`. */
export function thumbprintOf(picture: RawPicture): Uint8Array {
  const all = { x: 0, y: 0, width: picture.width, height: picture.height };
  return Uint8Array.from(greyFields(picture, all, THUMBPRINT_SIZE), Math.round);
}
