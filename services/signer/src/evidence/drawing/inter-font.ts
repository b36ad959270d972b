import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { EmbeddedFont } from '../pdf/embedded-font.ts';
import { TrueTypeFont } from '../pdf/true-type-font.ts';

const require = createRequire(import.meta.url);

export type Weight = 'regular' | 'bold';

const FILES: Readonly<Record<Weight, string>> = {
  regular: '400Regular/Inter_400Regular.ttf',
  bold: '600SemiBold/Inter_600SemiBold.ttf',
};

let fonts: Promise<Record<Weight, TrueTypeFont>> | undefined;

async function readFonts(): Promise<Record<Weight, TrueTypeFont>> {
  const read = async (weight: Weight): Promise<TrueTypeFont> =>
    new TrueTypeFont(await readFile(require.resolve(`@expo-google-fonts/inter/${FILES[weight]}`)));
  const [regular, bold] = await Promise.all([read('regular'), read('bold')]);
  return { regular, bold };
}

/** Inter (SIL Open Font License 1.1): read once for each process, cut down anew for each document. */
export async function embedInter(): Promise<Record<Weight, EmbeddedFont>> {
  fonts ??= readFonts();
  const { regular, bold } = await fonts;
  return {
    regular: new EmbeddedFont(regular, 'Inter-Regular'),
    bold: new EmbeddedFont(bold, 'Inter-SemiBold'),
  };
}
