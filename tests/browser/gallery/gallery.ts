// node tests/browser/gallery/gallery.ts DIR [SCENE|WIDTH|THEME…] [--still] [--against OLD]: pictures of every screen and its
// main states, in three sizes, light and dark; of those scenes, widths and themes alone that are named. With OLD, an earlier
// gallery that was taken still, a page in DIR/against of what is new, gone or changed since, and a status of 1 if anything is.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { Api } from '../../support/api.ts';
import { Lacre } from '../../support/lacre.ts';
import { countFromTheFirst } from '../../support/scenario.ts';
import { launchChromium } from '../chromium.ts';
import { isCovered } from '../overlays.ts';
import { compareGalleries } from './compare.ts';
import { keepMovingParts, movingParts, type MovingParts } from './moving.ts';
import { PLAIN_SCENES, SCENES } from './scenes.ts';
import { DEMO, fileOf, SIZES, THEMES, type Studio } from './stage.ts';
import { holdTextsStill } from './still-texts.ts';

function indexPage(names: string[]): string {
  const picture = (name: string, width: number, theme: string) => {
    const file = fileOf(name, width, theme);
    return `<a href="${file}"><img src="${file}" alt="${name}, ${width}, ${theme}" loading="lazy" height="420"></a>`;
  };
  const row = (name: string) => {
    const pictures = THEMES.flatMap((theme) => SIZES.map(({ width }) => picture(name, width, theme)));
    return `<h2>${name}</h2><div style="display:flex;gap:8px;overflow:auto">${pictures.join('')}</div>`;
  };
  return `<!doctype html><meta charset="utf-8"><title>Lacre</title>${names.map(row).join('\n')}`;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, still: { type: 'boolean' } },
});
const [folder, ...wanted] = positionals;
if (folder === undefined)
  throw new Error(
    'usage: node tests/browser/gallery/gallery.ts DIR [SCENE|WIDTH|THEME…] [--still] [--against OLD]',
  );
/** Those that are named, or all of them when none is. */
const chosen = <Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] => {
  const named = items.filter((item) => wanted.includes(nameOf(item)));
  return named.length === 0 ? items : named;
};
const known = [...SCENES.map(({ name }) => name), ...SIZES.map(({ width }) => String(width)), ...THEMES];
const unknown = wanted.filter((name) => !known.some((one) => one === name));
if (unknown.length > 0) throw new Error(`no ${unknown.join(', ')}; there are ${known.join(', ')}`);
const scenes = chosen(SCENES, ({ name }) => name);
const sizes = chosen(SIZES, ({ width }) => String(width));
const themes = chosen(THEMES, (name) => name);
const here = resolve(folder);
// People have the same CPF and address in each gallery.
countFromTheFirst();
const moving: MovingParts = {};
/** Name of the scene whose pictures are taken. */
let running = '';
const isStill = values.still === true || values.against !== undefined;
await mkdir(here, { recursive: true });
const lacre = await Lacre.create({ CREDITS_GRANT: '1000', RATE_LIMITS: 'registerPerAddress=1000/3600' }, [
  '--demo',
]);
const browser = await launchChromium();

async function compare(against: string, pictures: readonly string[]): Promise<void> {
  const taken = new Set(
    pictures.flatMap((name) =>
      sizes.flatMap(({ width }) => themes.map((theme) => fileOf(name, width, theme))),
    ),
  );
  const ends = sizes.flatMap(({ width }) => themes.map((theme) => fileOf('', width, theme)));
  const isExpected = (file: string) =>
    scenes === SCENES ? ends.some((end) => file.endsWith(end)) : taken.has(file);
  const { fresh, gone, changed, same } = await compareGalleries(browser, here, resolve(against), isExpected);
  console.log(
    `${changed.length} changed, ${fresh.length} new, ${gone.length} gone, ${same} the same: ${join(here, 'against', 'index.html')}`,
  );
  if (changed.length + fresh.length + gone.length > 0) process.exitCode = 1;
}

try {
  await lacre.start();
  const visitor = new Api(lacre.origin);
  const signedIn = async () => visitor.as((await visitor.call('signIn', { body: DEMO })).token);
  const studio: Studio = {
    browser,
    lacre,
    api: await signedIn(),
    take: async (page, file, whole) => {
      if (isStill) await holdTextsStill(page);
      if (PLAIN_SCENES.has(running) && (await isCovered(page)))
        throw new Error(`${file}: something stands over the screen, so ${running} is no plain scene`);
      moving[file] = await movingParts(page, whole);
      await page.screenshot({ path: join(here, file), fullPage: whole, animations: 'disabled' });
    },
  };
  const pictures: string[] = [];
  for (const size of sizes) {
    for (const theme of themes) {
      // A token is over within the hour, and a slow machine takes longer.
      studio.api = await signedIn();
      // One that fails takes none of the others' pictures away.
      for (const scene of scenes) {
        running = scene.name;
        await scene({ studio, size, theme, pictures }).catch((error: unknown) => {
          process.exitCode = 1;
          console.error(`${scene.name} ${size.width} ${theme} failed:`, error);
        });
      }
      console.log(`${size.width} ${theme}`);
    }
  }
  await keepMovingParts(here, moving);
  await writeFile(join(here, 'index.html'), indexPage(pictures));
  console.log(`${pictures.length} screens in ${join(here, 'index.html')}`);
  if (values.against !== undefined) await compare(values.against, pictures);
} finally {
  await browser.close();
  await lacre.dispose();
}
