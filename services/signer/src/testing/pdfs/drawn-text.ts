import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFObject,
  type PDFPage,
} from 'pdf-lib';

/** One run of text as a page draws it. */
export interface DrawnText {
  /** From 0. */
  page: number;
  text: string;
  /** Baseline, from the page's lower left corner, points. */
  x: number;
  y: number;
  width: number;
  size: number;
  /** Marked-content identifier; null for decoration, undefined for what is not marked at all. */
  mcid: number | null | undefined;
  /** What stands for it when it is copied or read out. */
  actualText?: string;
}

/** Reads back, by the fonts' own maps and widths, what a PDF with marked content draws. */
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

/**
 * The beginnings and ends of marked content, the font and size of `Tf`, the last two numbers of `Tm`, and the string
 * of `Tj`.
 */
const OPERATORS =
  /\/Artifact (?<artifact>BMC)|\/(?<tag>\w+) <<\/(?:MCID (?<mcid>\d+)|ActualText (?<actual><[^>]*>|\([^)]*\)))>> BDC|(?<end>EMC)|\/(?<font>\S+) (?<size>[\d.]+) Tf|(?<x>[-\d.]+) (?<y>[-\d.]+) Tm|<(?<codes>[\dA-Fa-f]+)> Tj/g;

function drawnOn(page: PDFPage, index: number): DrawnText[] {
  const source = latin1(page.node.Contents());
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const read = new Map<string, ReadFont>();
  const drawn: DrawnText[] = [];
  const marks: { mcid?: number | null; actualText?: string }[] = [];
  let [font, size, x, y] = ['', 0, 0, 0];
  for (const { groups = {} } of source.matchAll(OPERATORS)) {
    if (groups['artifact']) marks.push({ mcid: null });
    else if (groups['mcid']) marks.push({ mcid: Number(groups['mcid']) });
    else if (groups['actual']) marks.push({ actualText: textOf(groups['actual']) });
    else if (groups['end']) marks.pop();
    else if (groups['font']) [font, size] = [groups['font'], Number(groups['size'])];
    else if (groups['x']) [x, y] = [Number(groups['x']), Number(groups['y'])];
    else if (groups['codes']) {
      const { map, widths } = read.get(font) ?? readFont(fonts?.lookup(PDFName.of(font), PDFDict));
      read.set(font, { map, widths });
      const codes = (groups['codes'].match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16));
      const text = codes.map((code) => map.get(code) ?? '\uFFFD').join('');
      const width = codes.reduce((sum, code) => sum + (widths[code] ?? Number.NaN), 0) * (size / 1000);
      const owner = marks.find((mark) => mark.mcid !== undefined);
      const actualText = marks.find((mark) => mark.actualText !== undefined)?.actualText;
      const run = { page: index, text, x, y, width, size, mcid: owner?.mcid };
      drawn.push(actualText === undefined ? run : { ...run, actualText });
    }
  }
  if (marks.length > 0) throw new Error(`page ${index} leaves marked content open`);
  return drawn;
}

const latin1 = (stream: PDFObject | undefined): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

/** A literal without escapes, or UTF-16BE in hexadecimal after its mark. */
const textOf = (source: string): string =>
  source.startsWith('(')
    ? source.slice(1, -1)
    : Buffer.from(source.slice(5, -1), 'hex').swap16().toString('utf16le');

interface ReadFont {
  map: Map<number, string>;
  /** By code, thousandths of the size. */
  widths: number[];
}

function readFont(font: PDFDict | undefined): ReadFont {
  const cmap = latin1(font?.lookup(PDFName.of('ToUnicode')));
  const entries = cmap.matchAll(/<([\dA-Fa-f]{4})> <([\dA-Fa-f]+)>\n/g);
  const map = new Map(
    [...entries].map(([, code = '', units = '']) => [
      Number.parseInt(code, 16),
      Buffer.from(units, 'hex').swap16().toString('utf16le'),
    ]),
  );
  const descendant = font?.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)?.lookup(0, PDFDict);
  const [, list] = descendant?.lookup(PDFName.of('W'), PDFArray).asArray() ?? [];
  const widths = list instanceof PDFArray ? list.asArray().map((item) => (item as PDFNumber).asNumber()) : [];
  return { map, widths: [Number.NaN, ...widths] };
}
