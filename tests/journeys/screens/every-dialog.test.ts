import { beforeAll, expect, it } from 'vitest';

import { PLAIN_SCENES, SCENES } from '../../browser/gallery/scenes.ts';
import { DEMO, type Scene, type Studio } from '../../browser/gallery/stage.ts';
import { isCovered, overlayFaults } from '../../browser/overlays.ts';
import { useOwnProduct } from '../../browser/product.ts';
import { Api } from '../../support/api.ts';
import { fillByDemo } from '../../support/fill-by-demo.ts';
import { isLong } from '../../support/long-form.ts';

const SETTING = { size: { width: 1440, height: 900 }, theme: 'light' } as const;

const product = useOwnProduct({ CREDITS_GRANT: '1000', RATE_LIMITS: 'registerPerAddress=1000/3600' });
beforeAll(() => fillByDemo(product.lacre.origin), 180_000);
/** Of the gallery's states those at which something stood over the screen. */
const inspected = new Set<string>();

/** Scenes that take longest for a dialog or two, or show those of others in another language. */
const LONG_SCENES: ReadonlySet<string> = new Set([
  'moulds',
  'endings',
  'fromTemplate',
  'reusableAtRequest',
  'signingInEnglish',
  'signingInSpanish',
]);
const covered = SCENES.filter(({ name }) => !PLAIN_SCENES.has(name) && (isLong || !LONG_SCENES.has(name)));

it.each(covered.map((scene) => [scene.name, scene] as const))(
  'every dialog over the screens of "%s" is accessible, also with more contrast and in forced colours',
  async (_name: string, scene: Scene) => {
    const visitor = new Api(product.lacre.origin);
    const faults: string[] = [];
    const studio: Studio = {
      browser: product.browser,
      lacre: product.lacre,
      api: visitor.as((await visitor.call('signIn', { body: DEMO })).token),
      concerns: isCovered,
      take: async (page, file) => {
        const found = await overlayFaults(page);
        if (found !== undefined) inspected.add(file);
        faults.push(...(found ?? []).map((fault) => `${file}: ${fault}`));
      },
    };
    await scene({ ...SETTING, studio, pictures: [] });
    expect(faults).toEqual([]);
  },
  240_000,
);

it('the gallery opens dialogs, menus and lists to be looked at', () => {
  expect(inspected.size).toBeGreaterThan(isLong ? 120 : 112);
});
