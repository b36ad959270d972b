import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import fontkit from '@pdf-lib/fontkit';
import type { PDFDocument, PDFFont } from 'pdf-lib';

const require = createRequire(import.meta.url);

export type Weight = 'regular' | 'medium' | 'bold';

const FILES: Readonly<Record<Weight, string>> = {
  regular: '400Regular/Inter_400Regular.ttf',
  medium: '500Medium/Inter_500Medium.ttf',
  bold: '700Bold/Inter_700Bold.ttf',
};
/** The part of fontkit's subset that goes wrong, see {@link padGlyphs}. */
interface GlyphSubset {
  glyf: Buffer[];
  offset: number;
  _addGlyph(glyphId: number): number;
}
type Font = ReturnType<typeof fontkit.create>;

/** Fonts by their bytes: parsed once per thread, subset anew for every document. */
const parsed = new WeakMap<Uint8Array, Font>();
const cachingFontkit = {
  create(data: Uint8Array): Font {
    let font = parsed.get(data);
    if (font === undefined) {
      font = fontkit.create(data);
      padGlyphs(font);
      layPlainly(font);
      parsed.set(data, font);
    }
    return font;
  },
};

/**
 * fontkit puts glyphs next to each other at any offset, but the short form of the `loca` table, which it then chooses,
 * can only name even ones (OpenType 1.9, "loca"): half the letters come out empty. Padding each glyph to four bytes, as
 * the specification recommends, keeps every offset even.
 */
function padGlyphs(font: Font): void {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    const glyphs = subset as unknown as GlyphSubset;
    const addGlyph = glyphs._addGlyph.bind(glyphs);
    glyphs._addGlyph = (glyphId) => {
      const index = addGlyph(glyphId);
      const data = glyphs.glyf[index] as Buffer;
      const padding = (4 - (data.length % 4)) % 4;
      // fontkit brings a Buffer of its own and takes no other.
      const padded = (data.constructor as typeof Buffer).alloc(data.length + padding);
      padded.set(data);
      glyphs.glyf[index] = padded;
      glyphs.offset += padding;
      return index;
    };
    return subset;
  };
}

/**
 * One glyph for each character: a code or a hash must show the very characters it has, and of all that OpenType layout
 * does pdf-lib would use the substitutions only, at nine tenths of the drawing time.
 */
function layPlainly(font: Font): void {
  const plain = (text: string) => ({ glyphs: font.glyphsForString(text), positions: [] });
  font.layout = plain as unknown as Font['layout'];
}

let files: Promise<Record<Weight, Buffer>> | undefined;

async function readFiles(): Promise<Record<Weight, Buffer>> {
  const read = (weight: Weight) => readFile(require.resolve(`@expo-google-fonts/inter/${FILES[weight]}`));
  const [regular, medium, bold] = await Promise.all([read('regular'), read('medium'), read('bold')]);
  return { regular, medium, bold };
}

/** Inter (SIL Open Font License 1.1), embedded as far as the document uses it. */
export async function embedInter(pdf: PDFDocument): Promise<Record<Weight, PDFFont>> {
  files ??= readFiles();
  const { regular, medium, bold } = await files;
  pdf.registerFontkit(cachingFontkit);
  const embed = (file: Buffer) => pdf.embedFont(file, { subset: true });
  return { regular: await embed(regular), medium: await embed(medium), bold: await embed(bold) };
}
