// What moves from one gallery to the next by its nature, and so is no difference between them.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

/** A rectangle of a picture: left, top, width and height in pixels of it. */
export type Box = readonly [number, number, number, number];
/** By the name of the picture's file. */
export type MovingParts = Record<string, Box[]>;

const FILE = 'moving.json';

/** Texts that differ in each gallery, by what they are. */
const MOVING_TEXTS: Readonly<Record<string, RegExp>> = {
  day: /\b\d{1,2}(º)? de [a-zç]{3,9}\b|\b\d{1,2}\/\d{1,2}(\/\d{4})?\b|\b\d{4}-\d{2}(-\d{2})?\b/,
  dayInWords:
    /\b(hoje|ontem|amanhã|agora|há \d+|em \d+ (dia|hora|minuto)|(segunda|terça|quarta|quinta|sexta)-feira)/i,
  month: /\b[a-zç]{3,9}\.? (de )?20\d{2}\b/i,
  time: /\b\d{1,2}(:|h)\d{2}\b/,
  digest: /\b[0-9a-f]{8}[0-9a-f-]{8,}\b/i,
  code: /\b[0-9A-Z]{4,5}(-[0-9A-Z]{4,5}){1,}\b/,
  address: /localhost:\d+/,
};

/** Where the texts that move stand on the page, and what is drawn from them. */
export function movingParts(page: Page, wholePage: boolean): Promise<Box[]> {
  const patterns = Object.values(MOVING_TEXTS).map(({ source, flags }) => [source, flags] as const);
  return page.evaluate(
    ([texts, whole]) => {
      const moves = texts.map(([source, flags]) => new RegExp(source, flags));
      const [left, top] = whole ? [window.scrollX, window.scrollY] : [0, 0];
      const boxes: [number, number, number, number][] = [];
      const add = ({ x, y, width, height }: DOMRect) => {
        if (width > 0 && height > 0)
          boxes.push([
            Math.floor(x + left),
            Math.floor(y + top),
            Math.ceil(width) + 1,
            Math.ceil(height) + 1,
          ]);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        if (!moves.some((pattern) => pattern.test(text))) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) add(box);
      }
      for (const input of document.querySelectorAll('input'))
        if (moves.some((pattern) => pattern.test(input.value))) add(input.getBoundingClientRect());
      // Pages of documents and codes to scan are drawn with dates and addresses in them.
      for (const drawn of document.querySelectorAll('canvas, [data-qr], iframe'))
        add(drawn.getBoundingClientRect());
      return boxes;
    },
    [patterns, wholePage] as const,
  );
}

export const readMovingParts = async (folder: string): Promise<MovingParts> =>
  JSON.parse(await readFile(join(folder, FILE), 'utf8').catch(() => '{}')) as MovingParts;

/** Beside those of pictures that an earlier run left in the folder. */
export async function keepMovingParts(folder: string, parts: MovingParts): Promise<void> {
  await writeFile(join(folder, FILE), JSON.stringify({ ...(await readMovingParts(folder)), ...parts }));
}
