import { normalised, sizeOf } from '../../pdf/document/page-area.ts';
import type { Rectangle } from '../../pdf/document/page-tree.ts';
import { PdfArray, type PdfValue } from '../../pdf/syntax/pdf-values.ts';

const MAX_COORDINATE = 32_767;

/** Direct numbers only: an array elsewhere could be another one later. */
export function rectangleOf(value: PdfValue | undefined): Rectangle | undefined {
  const corners = value instanceof PdfArray ? value.items : [];
  const numbers = corners.filter((item) => typeof item === 'number' && Math.abs(item) <= MAX_COORDINATE);
  if (corners.length !== 4 || numbers.length !== 4) return undefined;
  const rectangle = normalised(numbers as [number, number, number, number]);
  return sizeOf(rectangle).area > 0 ? rectangle : undefined;
}

/** Quarter turns, mirrors and scales map the bounding box onto the rectangle; readers differ over others. */
export function isUpright(value: PdfValue | undefined): boolean {
  const items = value instanceof PdfArray ? value.items : [];
  if (items.length !== 6 || !items.every((item) => typeof item === 'number')) return false;
  const [a, b, c, d] = items as [number, number, number, number, number, number];
  return (b === 0 && c === 0 && a * d !== 0) || (a === 0 && d === 0 && b * c !== 0);
}
