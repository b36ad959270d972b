import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';

import type { PageArea } from './area-outline.tsx';
import type { PageShape } from './use-pdf.ts';

/** By how much a reader turned the pages, degrees clockwise, besides what the file says. */
export type Turn = 0 | 90 | 180 | 270;

const NEXT = { 0: 90, 90: 180, 180: 270, 270: 0 } as const satisfies Record<Turn, Turn>;
export const turnedOn = (turn: Turn): Turn => NEXT[turn];

/** A page as it is shown, one CSS pixel for each point (1/72 inch). */
export const viewportOf = (page: PDFPageProxy, turn: Turn): PageViewport =>
  page.getViewport({ scale: 1, rotation: page.rotate + turn });

export const turnedShape = (shape: PageShape, turn: Turn): PageShape =>
  turn % 180 === 0 ? shape : 1 / shape;

/** Where an area of a page lies once the page is turned. */
export function turnedArea({ left, top, width, height }: PageArea, turn: Turn): PageArea {
  const [right, bottom] = [1 - left - width, 1 - top - height];
  if (turn === 90) return { left: bottom, top: left, width: height, height: width };
  if (turn === 180) return { left: right, top: bottom, width, height };
  if (turn === 270) return { left: top, top: right, width: height, height: width };
  return { left, top, width, height };
}
