import type { Page, Rectangle } from './page-tree.ts';

/** Part of a page as it is shown: fractions of its width and height, from the top left. */
export interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** By any two opposite corners (ISO 32000-2, 7.9.5). */
export function normalised([x1, y1, x2, y2]: Rectangle): Rectangle {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export function sizeOf([left, bottom, right, top]: Rectangle): {
  width: number;
  height: number;
  area: number;
} {
  const [width, height] = [right - left, top - bottom];
  return { width, height, area: width * height };
}

/** The part of the page that readers show (14.11.2). */
export function shownBox({ cropBox, mediaBox }: Page): Rectangle {
  return [
    Math.max(cropBox[0], mediaBox[0]),
    Math.max(cropBox[1], mediaBox[1]),
    Math.min(cropBox[2], mediaBox[2]),
    Math.min(cropBox[3], mediaBox[3]),
  ];
}

/** Width of the page as it is shown, divided by its height. */
export function shapeOf(page: Page): number {
  const { width, height } = sizeOf(shownBox(page));
  return page.rotate % 180 === 0 ? width / height : height / width;
}

/** The rectangle on the page as shown: cropped, then turned clockwise by Rotate. */
export function areaOf(rectangle: Rectangle, page: Page): PageArea {
  const box = shownBox(page);
  const { width, height } = sizeOf(box);
  const left = clamped((rectangle[0] - box[0]) / width);
  const right = clamped((rectangle[2] - box[0]) / width);
  const top = clamped((box[3] - rectangle[3]) / height);
  const bottom = clamped((box[3] - rectangle[1]) / height);
  const turned = {
    0: [left, top, right, bottom],
    90: [1 - bottom, left, 1 - top, right],
    180: [1 - right, 1 - bottom, 1 - left, 1 - top],
    270: [top, 1 - right, bottom, 1 - left],
  } as const;
  const [x1, y1, x2, y2] = turned[page.rotate as keyof typeof turned];
  return { left: x1, top: y1, width: x2 - x1, height: y2 - y1 };
}

const clamped = (fraction: number): number => Math.min(1, Math.max(0, fraction));
