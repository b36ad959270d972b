import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { EmbeddedFont } from '../pdf/embedded-font.ts';
import { TrueTypeFont } from '../pdf/true-type-font.ts';

const require = createRequire(import.meta.url);

export type Weight = 'regular' | 'bold' | 'italic' | 'boldItalic';

const FACES: Readonly<Record<Weight, { file: string; name: string }>> = {
  regular: { file: '400Regular/Inter_400Regular.ttf', name: 'Inter-Regular' },
  bold: { file: '600SemiBold/Inter_600SemiBold.ttf', name: 'Inter-SemiBold' },
  italic: { file: '400Regular_Italic/Inter_400Regular_Italic.ttf', name: 'Inter-Italic' },
  boldItalic: { file: '600SemiBold_Italic/Inter_600SemiBold_Italic.ttf', name: 'Inter-SemiBoldItalic' },
};

let fonts: Promise<Record<Weight, TrueTypeFont>> | undefined;

async function readFonts(): Promise<Record<Weight, TrueTypeFont>> {
  const read = async (weight: Weight): Promise<TrueTypeFont> =>
    new TrueTypeFont(await readFile(require.resolve(`@expo-google-fonts/inter/${FACES[weight].file}`)));
  const [regular, bold, italic, boldItalic] = await Promise.all([
    read('regular'),
    read('bold'),
    read('italic'),
    read('boldItalic'),
  ]);
  return { regular, bold, italic, boldItalic };
}

/** Inter (SIL Open Font License 1.1): read once for each process, cut down anew for each document. */
export async function embedInter(): Promise<Record<Weight, EmbeddedFont>> {
  fonts ??= readFonts();
  const read = await fonts;
  const embedded = (weight: Weight) => new EmbeddedFont(read[weight], FACES[weight].name);
  return {
    regular: embedded('regular'),
    bold: embedded('bold'),
    italic: embedded('italic'),
    boldItalic: embedded('boldItalic'),
  };
}
