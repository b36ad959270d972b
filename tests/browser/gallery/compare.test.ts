import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../chromium.ts';
import { compareGalleries } from './compare.ts';
import { keepMovingParts, movingParts, type MovingParts } from './moving.ts';
import { holdTextsStill } from './still-texts.ts';

let browser: Browser;
let root: string;
beforeAll(async () => {
  [browser, root] = await Promise.all([launchChromium(), mkdtemp(join(tmpdir(), 'lacre-gallery-'))]);
});
afterAll(async () => {
  await browser.close();
  await rm(root, { recursive: true, force: true });
});

/** A folder with a picture of each text, 200 pixels square, with the parts that move. */
async function gallery(name: string, texts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(root, name));
  const page = await browser.newPage({ viewport: { width: 200, height: 200 } });
  const moving: MovingParts = {};
  for (const [file, body] of Object.entries(texts)) {
    await page.setContent(`<body style="margin:0;font:16px/20px monospace">${body}</body>`);
    await holdTextsStill(page);
    moving[file] = await movingParts(page, true);
    await writeFile(join(folder, file), await page.screenshot());
  }
  await keepMovingParts(folder, moving);
  await page.close();
  return folder;
}

it('names new, missing and changed pictures, by the share that differs, and ignores dates', async () => {
  const square = (color: string) => `<div style="width:100px;height:100px;background:${color}"></div>`;
  const old = await gallery('old', {
    'same.png': '<p>Entrar</p>',
    'dated.png': '<p>12/03/2026, 10:15</p><p>há 2 minutos</p>',
    'drawn.png': '<canvas width=50 height=50></canvas>',
    'painted.png': square('#000'),
    'removed.png': '<p>Sair</p>',
  });
  const now = await gallery('now', {
    'same.png': '<p>Entrar</p>',
    'dated.png': '<p>28/11/2026, 9:47</p><p>agora</p>',
    'drawn.png': '<canvas width=50 height=50 style="background:#f00"></canvas>',
    'painted.png': square('#fff'),
    'added.png': '<p>Ajuda</p>',
  });
  expect(await compareGalleries(browser, now, old)).toEqual({
    fresh: ['added.png'],
    gone: ['removed.png'],
    changed: [{ file: 'painted.png', share: 0.25 }],
    same: 3,
  });
  expect(await readFile(join(now, 'against', 'index.html'), 'utf8')).toContain('painted.png: 25.0 %');
  const sheet = await readFile(join(now, 'against', 'painted.png'));
  // IHDR (PNG, 11.2.1): three pictures and two gaps wide.
  expect([sheet.readUInt32BE(16), sheet.readUInt32BE(20)]).toEqual([200 * 3 + 32, 200]);
});

it('finds one pixel of a button in another shade', async () => {
  const button = (shade: string) =>
    `<button style="width:120px;height:40px;border:0;background:#5b33e4">Entrar</button>
     <i style="position:absolute;left:10px;top:10px;width:1px;height:1px;background:${shade}"></i>`;
  const old = await gallery('shade', { 'button.png': button('#5b33e4') });
  const now = await gallery('other-shade', { 'button.png': button('#5b33e5') });
  expect((await compareGalleries(browser, now, old)).changed).toEqual([
    { file: 'button.png', share: 1 / (200 * 200) },
  ]);
});

it('counts the growth of a picture as differing', async () => {
  const old = await gallery('small', { 'page.png': '' });
  const grown = await mkdtemp(join(root, 'grown'));
  const page = await browser.newPage({ viewport: { width: 200, height: 250 } });
  await page.setContent('');
  await writeFile(join(grown, 'page.png'), await page.screenshot());
  await page.close();
  expect((await compareGalleries(browser, grown, old)).changed).toEqual([{ file: 'page.png', share: 0.2 }]);
});
