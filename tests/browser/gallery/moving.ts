// What is drawn from what moves from one gallery to the next by its nature, and so is no difference between them.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

/** A rectangle of a picture: left, top, width and height in pixels of it. */
export type Box = readonly [number, number, number, number];
/** By the name of the picture's file. */
export type MovingParts = Record<string, Box[]>;

const FILE = 'moving.json';

/** Pages of documents and codes to scan, with dates and addresses in them; what a camera shows; fields of days and addresses. */
const MOVING = 'canvas, [data-qr], iframe, video, [data-countdown]';
const MOVING_VALUE = /\b\d{2}\/\d{2}\/\d{4}\b|localhost:\d+/;

/** Where they stand on the page. */
export function movingParts(page: Page, wholePage: boolean): Promise<Box[]> {
  return page.evaluate(
    ([drawn, value, whole]) => {
      const [left, top] = whole ? [window.scrollX, window.scrollY] : [0, 0];
      const moves = new RegExp(value);
      const inputs = [...document.querySelectorAll('input')].filter((input) => moves.test(input.value));
      return [...document.querySelectorAll(drawn), ...inputs].flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0
          ? [
              [
                Math.floor(x + left),
                Math.floor(y + top),
                Math.ceil(width) + 1,
                Math.ceil(height) + 1,
              ] as const,
            ]
          : [];
      });
    },
    [MOVING, MOVING_VALUE.source, wholePage] as const,
  );
}

export const readMovingParts = async (folder: string): Promise<MovingParts> =>
  JSON.parse(await readFile(join(folder, FILE), 'utf8').catch(() => '{}')) as MovingParts;

/** Beside those of pictures that an earlier run left in the folder. */
export async function keepMovingParts(folder: string, parts: MovingParts): Promise<void> {
  await writeFile(join(folder, FILE), JSON.stringify({ ...(await readMovingParts(folder)), ...parts }));
}
