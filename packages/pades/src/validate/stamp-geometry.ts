import type { Rectangle } from '../pdf/page-tree.ts';
import { PdfArray, type PdfValue } from '../pdf/pdf-values.ts';

const MAX_COORDINATE = 32_767;

/** Direct numbers only: an array elsewhere could be another one later. */
export function rectangleOf(value: PdfValue | undefined): Rectangle | undefined {
  const corners = value instanceof PdfArray ? value.items : [];
  const numbers = corners.filter((item) => typeof item === 'number' && Math.abs(item) <= MAX_COORDINATE);
  if (corners.length !== 4 || numbers.length !== 4) return undefined;
  const [x1, y1, x2, y2] = numbers as [number, number, number, number];
  const rectangle = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;
  return sizeOf(rectangle).area > 0 ? rectangle : undefined;
}

export function sizeOf([left, bottom, right, top]: Rectangle): {
  width: number;
  height: number;
  area: number;
} {
  const [width, height] = [right - left, top - bottom];
  return { width, height, area: width * height };
}

/** Quarter turns, mirrors and scales map the bounding box onto the rectangle; readers differ over others. */
export function isUpright(value: PdfValue | undefined): boolean {
  const items = value instanceof PdfArray ? value.items : [];
  if (items.length !== 6 || !items.every((item) => typeof item === 'number')) return false;
  const [a, b, c, d] = items as [number, number, number, number, number, number];
  return (b === 0 && c === 0 && a * d !== 0) || (a === 0 && d === 0 && b * c !== 0);
}
