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

/** See `Look`. */
export function thumbprintOf(picture: RawPicture): Uint8Array {
  const all = { x: 0, y: 0, width: picture.width, height: picture.height };
  return Uint8Array.from(greyFields(picture, all, THUMBPRINT_SIZE), Math.round);
}
