// Two galleries picture by picture: what is new, gone, and changed by how much of it.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { readMovingParts, type Box } from './moving.ts';

interface ChangedPicture {
  file: string;
  /** Of the larger picture's pixels, from 0 to 1. */
  share: number;
}

export interface Comparison {
  fresh: string[];
  gone: string[];
  changed: ChangedPicture[];
  same: number;
}

const picturesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted();

const dataAddress = async (folder: string, file: string): Promise<string> =>
  `data:image/png;base64,${await readFile(join(folder, file), 'base64')}`;

interface Pair {
  before: string;
  after: string;
  moving: readonly Box[];
}

/** The share of pixels that differ, and both pictures with these marked beside each other; drawn by the browser. */
function difference(page: Page, pair: Pair): Promise<{ share: number; sideBySide: string | undefined }> {
  return page.evaluate(async ({ before, after, moving }) => {
    const load = async (address: string) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image;
    };
    const [old, now] = await Promise.all([load(before), load(after)]);
    const [width, height] = [Math.max(old.width, now.width), Math.max(old.height, now.height)];
    const pixelsOf = (image: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      context.fillStyle = '#808080';
      for (const [x, y, w, h] of moving) context.fillRect(x, y, w, h);
      return context.getImageData(0, 0, width, height);
    };
    const [first, second] = [pixelsOf(old).data, pixelsOf(now).data];
    // A pixel is 32 bits.
    const [before32, after32] = [new Uint32Array(first.buffer), new Uint32Array(second.buffer)];
    const marked = new ImageData(width, height);
    let differing = 0;
    for (let at = 0; at < first.length; at += 4) {
      const isOther = before32[at / 4] !== after32[at / 4];
      if (isOther) differing += 1;
      const grey = 200 + (second[at]! + second[at + 1]! + second[at + 2]!) / 14;
      marked.data.set(isOther ? [220, 0, 60, 255] : [grey, grey, grey, 255], at);
    }
    const share = differing / (width * height);
    if (differing === 0) return { share, sideBySide: undefined };
    const gap = 16;
    const sheet = document.createElement('canvas');
    sheet.width = width * 3 + gap * 2;
    sheet.height = height;
    const context = sheet.getContext('2d')!;
    context.drawImage(old, 0, 0);
    context.drawImage(now, width + gap, 0);
    context.putImageData(marked, (width + gap) * 2, 0);
    return { share, sideBySide: sheet.toDataURL('image/png') };
  }, pair);
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.01 ? 3 : 1)} %`;

function reportPage(
  { fresh, gone, changed, same }: Comparison,
  [folder, against]: readonly [string, string],
): string {
  const picture = (from: string, file: string) =>
    `<figure><figcaption>${file}</figcaption><img src="${from}/${file}" alt="" loading="lazy" height="420"></figure>`;
  const differing = ({ file, share }: ChangedPicture) =>
    `<figure><figcaption>${file}: ${percent(share)}</figcaption><a href="${file}"><img src="${file}" alt="before, after, difference" loading="lazy" style="max-width:100%"></a></figure>`;
  const part = (title: string, body: string[]) => `<h2>${title}: ${body.length}</h2>${body.join('\n')}`;
  return [
    '<!doctype html><meta charset="utf-8"><title>Lacre: what changed</title>',
    `<p>${same} the same. A changed picture shows before, after, and the pixels that differ.</p>`,
    part('Changed', changed.map(differing)),
    part(
      'New',
      fresh.map((file) => picture(folder, file)),
    ),
    part(
      'Gone',
      gone.map((file) => picture(against, file)),
    ),
  ].join('\n');
}

/**
 * Compares the pictures of a gallery with another's of the same names, and writes a page of what differs, and the
 * differing ones side by side, into the folder `against` of it. What moves by nature is held still in both.
 *
 * @param isExpected whether a picture of the other gallery was to be taken here: else it is not gone
 */
export async function compareGalleries(
  browser: Browser,
  folder: string,
  against: string,
  isExpected: (file: string) => boolean = () => true,
): Promise<Comparison> {
  const into = join(folder, 'against');
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const [here, there] = await Promise.all([picturesIn(folder), picturesIn(against)]);
  const [movingHere, movingThere] = await Promise.all([readMovingParts(folder), readMovingParts(against)]);
  const known = new Set(there);
  const taken = new Set(here);
  const comparison: Comparison = {
    fresh: here.filter((file) => !known.has(file)),
    gone: there.filter((file) => !taken.has(file) && isExpected(file)),
    changed: [],
    same: 0,
  };
  const drawing = await browser.newPage();
  for (const file of here.filter((name) => known.has(name) && isExpected(name))) {
    const [before, after] = await Promise.all([dataAddress(against, file), dataAddress(folder, file)]);
    const moving = [...(movingThere[file] ?? []), ...(movingHere[file] ?? [])];
    const { share, sideBySide } = await difference(drawing, { before, after, moving });
    if (sideBySide === undefined) {
      comparison.same += 1;
      continue;
    }
    comparison.changed.push({ file, share });
    await writeFile(join(into, file), Buffer.from(sideBySide.slice(sideBySide.indexOf(',') + 1), 'base64'));
  }
  await drawing.close();
  comparison.changed.sort((one, other) => other.share - one.share);
  await writeFile(
    join(into, 'index.html'),
    reportPage(comparison, [relative(into, folder) || '.', relative(into, against)]),
  );
  return comparison;
}
