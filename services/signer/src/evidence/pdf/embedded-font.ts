import { createHash } from 'node:crypto';

import { subsetFont } from './font-subset.ts';
import { numeral, type ObjectNumber, type PdfWriter, refTo } from './pdf-writer.ts';
import type { TrueTypeFont } from './true-type-font.ts';

/** Flags of a font's descriptor (ISO 32000-1, 9.8.2). */
const SYMBOLIC = 4;
const ITALIC = 64;

/** A font as one document uses it: characters get their codes as they are met, and only those are embedded. */
export class EmbeddedFont {
  readonly #font: TrueTypeFont;
  readonly #name: string;
  /** The code of each character used; 0 is the glyph for what is missing, which nothing here ever draws. */
  readonly #codes = new Map<number, number>();

  /** @param name PostScript name of the font, such as `Inter-Bold` */
  constructor(font: TrueTypeFont, name: string) {
    this.#font = font;
    this.#name = name;
  }

  /** Whether anything was drawn with it. */
  get used(): boolean {
    return this.#codes.size > 0;
  }

  has(codePoint: number): boolean {
    return this.#font.glyphOf(codePoint) !== 0;
  }

  /** Thousandths of the size. */
  advanceOf(codePoint: number): number {
    return this.#font.advanceOf(this.#font.glyphOf(codePoint));
  }

  /** The operand of `Tj` for characters that the font has. */
  encode(text: string): string {
    let hex = '';
    for (const character of text) {
      const codePoint = character.codePointAt(0) as number;
      let code = this.#codes.get(codePoint);
      if (code === undefined) {
        code = this.#codes.size + 1;
        this.#codes.set(codePoint, code);
      }
      hex += code.toString(16).padStart(4, '0');
    }
    return `<${hex}>`;
  }

  /**
   * A Type 0 font with a TrueType descendant (ISO 32000-1, 9.7). A code is given to a character, not to a glyph, so
   * that characters that look the same stay distinct when text is copied.
   */
  write(writer: PdfWriter): ObjectNumber {
    const codePoints = [...this.#codes.keys()];
    const glyphs = codePoints.map((codePoint) => this.#font.glyphOf(codePoint));
    const places = new Map<number, number>([[0, 0]]);
    for (const glyph of glyphs) if (!places.has(glyph)) places.set(glyph, places.size);
    const program = subsetFont(this.#font, [...places.keys()]);
    const name = `${subsetTag(program)}+${this.#name}`;
    const file = writer.addStream(`/Length1 ${program.length}`, program);
    const descriptor = writer.add(this.#descriptor(name, file));
    const glyphMap = Buffer.alloc((codePoints.length + 1) * 2);
    glyphs.forEach((glyph, index) => glyphMap.writeUInt16BE(places.get(glyph) as number, (index + 1) * 2));
    const widths = glyphs.map((glyph) => Math.round(this.#font.advanceOf(glyph)));
    const descendant = writer.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
        `/Supplement 0>>/FontDescriptor ${refTo(descriptor)}/W[1[${widths.join(' ')}]]` +
        `/CIDToGIDMap ${refTo(writer.addStream('', glyphMap))}>>`,
    );
    const toUnicode = writer.addStream('', Buffer.from(toUnicodeMap(codePoints), 'latin1'));
    return writer.add(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${refTo(descendant)}]` +
        `/ToUnicode ${refTo(toUnicode)}>>`,
    );
  }

  #descriptor(name: string, file: ObjectNumber): string {
    const { box, ascent, descent, capHeight, weight, italicAngle, unitsPerEm } = this.#font;
    const scaled = (value: number): number => Math.round((value * 1000) / unitsPerEm);
    // The width of a stem is unknown; readers use it only when they have to stand in for the font.
    const stem = Math.round(weight / 5);
    const flags = SYMBOLIC | (italicAngle === 0 ? 0 : ITALIC);
    return (
      `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${box.map(scaled).join(' ')}]` +
      `/ItalicAngle ${numeral(italicAngle)}` +
      `/Ascent ${scaled(ascent)}/Descent ${scaled(descent)}/CapHeight ${scaled(capHeight)}/StemV ${stem}` +
      `/FontWeight ${weight}/FontFile2 ${refTo(file)}>>`
    );
  }
}

/** Six letters that distinguish subsets (9.6.4): the same subset has the same ones. */
function subsetTag(program: Buffer): string {
  const digest = createHash('sha256').update(program).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('');
}

/** At most so many entries stand in one section of a CMap (9.10.3, as in Adobe's Technical Note 5014). */
const SECTION_ENTRIES = 100;

function toUnicodeMap(codePoints: readonly number[]): string {
  const rows = codePoints.map((codePoint, index) => {
    const units = Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex');
    return `<${(index + 1).toString(16).padStart(4, '0')}> <${units}>\n`;
  });
  let sections = '';
  for (let at = 0; at < rows.length; at += SECTION_ENTRIES) {
    const section = rows.slice(at, at + SECTION_ENTRIES);
    sections += `${section.length} beginbfchar\n${section.join('')}endbfchar\n`;
  }
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
    `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${sections}` +
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend'
  );
}
