import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  type PDFObject,
  type PDFPage,
} from 'pdf-lib';

/** One run of text as a page draws it. */
export interface DrawnText {
  page: number;
  text: string;
  /** Baseline, from the page's lower left corner, points. */
  x: number;
  y: number;
  size: number;
}

/** Reads back, by the fonts' ToUnicode maps, what a PDF made by pdf-lib draws. */
export async function drawnText(bytes: Uint8Array): Promise<DrawnText[]> {
  const pdf = await PDFDocument.load(bytes);
  return pdf.getPages().flatMap((page, index) => drawnOn(page, index));
}

/** The programs of all embedded TrueType fonts. */
export async function embeddedFonts(bytes: Uint8Array): Promise<Uint8Array[]> {
  const { context } = await PDFDocument.load(bytes);
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    const program =
      object instanceof PDFDict ? context.lookup(object.get(PDFName.of('FontFile2'))) : undefined;
    return program instanceof PDFRawStream ? [decodePDFRawStream(program).decode()] : [];
  });
}

function drawnOn(page: PDFPage, index: number): DrawnText[] {
  const { context } = page.doc;
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((item) => context.lookup(item)) : [contents];
  const source = streams.map(latin1).join('\n');
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const maps = new Map<string, Map<string, string>>();
  const drawn: DrawnText[] = [];
  let font = '';
  let size = 0;
  let place = { x: 0, y: 0 };
  for (const [, name, points, x, y, hex] of source.matchAll(OPERATORS)) {
    if (name !== undefined) {
      font = name;
      size = Number(points);
    } else if (x !== undefined) place = { x: Number(x), y: Number(y) };
    else if (hex !== undefined) {
      const map = maps.get(font) ?? toUnicode(fonts?.lookup(PDFName.of(font), PDFDict));
      maps.set(font, map);
      const text = (hex.match(/.{4}/g) ?? [])
        .map((glyph) => map.get(glyph.toUpperCase()) ?? '\uFFFD')
        .join('');
      drawn.push({ page: index, text, size, ...place });
    }
  }
  return drawn;
}

/** `/Font size Tf`, the last two numbers of `Tm`, and `<glyphs> Tj`. */
const OPERATORS =
  /\/(\S+) ([\d.]+) Tf|[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+) ([-\d.]+) Tm|<([\dA-Fa-f]+)> Tj/g;

const latin1 = (stream: PDFObject | undefined): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

function toUnicode(font: PDFDict | undefined): Map<string, string> {
  const cmap = latin1(font?.lookup(PDFName.of('ToUnicode')));
  return new Map(
    [...cmap.matchAll(/<([\dA-Fa-f]{4})> <([\dA-Fa-f]+)>\n/g)].map(([, glyph = '', units = '']) => [
      glyph.toUpperCase(),
      Buffer.from(units, 'hex').swap16().toString('utf16le'),
    ]),
  );
}
