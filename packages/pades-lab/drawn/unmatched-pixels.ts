import type { DrawnPage } from './engines/drawing-engine.ts';

/** How far the same thing may be moved between two engines, or two versions of LibreOffice, pixels at 72 dots to the inch. */
const REACH = 3;

export interface PixelMatch {
  /** Hue counts as well as brightness: every engine turns inks into colours of its own. */
  readonly hue: boolean;
  /** How much either may differ: anti-aliasing, pictures' compression. */
  readonly noise: number;
}
const CLOSE: PixelMatch = { hue: true, noise: 48 };

/**
 * Pixels of either page that are darker, brighter or of another hue than everything near the same place of the other
 * page: what one of them lacks. An edge lies between what is on its two sides, so how it is drawn does not count.
 */
export function unmatchedPixels(one: DrawnPage, other: DrawnPage, match: PixelMatch = CLOSE): number {
  if (one.width !== other.width || one.height !== other.height) return Infinity;
  const count = match.hue ? 3 : 1;
  const [here, there] = [planesOf(one).slice(0, count), planesOf(other).slice(0, count)];
  const { width } = one;
  return countBeyond(here, there, width, match.noise) + countBeyond(there, here, width, match.noise);
}

/** Brightness and two differences of colour. */
function planesOf({ pixels, channels }: DrawnPage): Int16Array[] {
  const count = pixels.length / channels;
  const planes = [new Int16Array(count), new Int16Array(count), new Int16Array(count)] as const;
  for (let at = 0, from = 0; at < count; at += 1, from += channels) {
    const red = pixels[from] as number;
    const green = pixels[from + 1] as number;
    const blue = pixels[from + 2] as number;
    planes[0][at] = (red + green + blue) / 3;
    planes[1][at] = red - green;
    planes[2][at] = blue - green;
  }
  return [...planes];
}

function countBeyond(
  planes: readonly Int16Array[],
  others: readonly Int16Array[],
  width: number,
  noise: number,
): number {
  const beyond = new Uint8Array(planes[0]?.length ?? 0);
  for (const [index, plane] of planes.entries()) {
    const low = extremes(others[index] as Int16Array, width, -1);
    const high = extremes(others[index] as Int16Array, width, 1);
    for (let at = 0; at < plane.length; at += 1) {
      const value = plane[at] as number;
      if (value < (low[at] as number) - noise || value > (high[at] as number) + noise) beyond[at] = 1;
    }
  }
  return beyond.reduce((sum, one) => sum + one, 0);
}

/** The greatest (sign 1) or least (-1) value of the square around each place: along the rows, then the columns. */
function extremes(plane: Int16Array, width: number, sign: 1 | -1): Int16Array {
  const rows = new Int16Array(plane.length);
  const square = new Int16Array(plane.length);
  const height = plane.length / width;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * width + x] = best(
        plane,
        y * width,
        1,
        Math.max(0, x - REACH),
        Math.min(width - 1, x + REACH),
        sign,
      );
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      square[y * width + x] = best(
        rows,
        x,
        width,
        Math.max(0, y - REACH),
        Math.min(height - 1, y + REACH),
        sign,
      );
  return square;
}

function best(
  plane: Int16Array,
  start: number,
  step: number,
  first: number,
  last: number,
  sign: 1 | -1,
): number {
  let found = plane[start + first * step] as number;
  for (let at = first + 1; at <= last; at += 1) {
    const value = plane[start + at * step] as number;
    if (value * sign > found * sign) found = value;
  }
  return found;
}
