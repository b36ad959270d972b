import type { FontTable, TrueTypeFont } from './true-type-font.ts';

/** Flags of a composite glyph's component (OpenType 1.9, "glyf"). */
const ARGUMENTS_ARE_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;

/**
 * Cuts a font down to the given glyphs, in that order; the parts of composite glyphs follow after them. Glyph 0, which
 * stands for whatever is missing, must come first.
 *
 * @returns a TrueType font with the tables a PDF needs (ISO 32000-1, 9.9)
 */
export function subsetFont(font: TrueTypeFont, glyphs: readonly number[]): Buffer {
  const order = [...glyphs];
  const places = new Map(order.map((glyph, index) => [glyph, index]));
  const outlines: Buffer[] = [];
  // `order` grows while parts of composite glyphs are found.
  for (let index = 0; index < order.length; index += 1) {
    outlines.push(withNewParts(font.outlineOf(order[index] as number), order, places));
  }
  const glyf = Buffer.concat(outlines.map(padded));
  const loca = Buffer.alloc((order.length + 1) * 4);
  let offset = 0;
  outlines.forEach((outline, index) => {
    loca.writeUInt32BE(offset, index * 4);
    offset += padded(outline).length;
  });
  loca.writeUInt32BE(offset, order.length * 4);
  const hhea = Buffer.from(font.table('hhea'));
  hhea.writeUInt16BE(order.length, 34);
  const maxp = Buffer.from(font.table('maxp'));
  maxp.writeUInt16BE(order.length, 4);
  return fontFile([
    { tag: 'glyf', data: glyf },
    { tag: 'head', data: headOf(font) },
    { tag: 'hhea', data: hhea },
    { tag: 'hmtx', data: Buffer.concat(order.map((glyph) => font.metricOf(glyph))) },
    { tag: 'loca', data: loca },
    { tag: 'maxp', data: maxp },
  ]);
}

/** Composite glyphs name their parts by number, and those numbers change. */
function withNewParts(outline: Buffer, order: number[], places: Map<number, number>): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline;
  const renumbered = Buffer.from(outline);
  let at = 10;
  for (;;) {
    const flags = outline.readUInt16BE(at);
    const part = outline.readUInt16BE(at + 2);
    let place = places.get(part);
    if (place === undefined) {
      place = order.push(part) - 1;
      places.set(part, place);
    }
    renumbered.writeUInt16BE(place, at + 2);
    at += 4 + (flags & ARGUMENTS_ARE_WORDS ? 4 : 2);
    if (flags & HAS_SCALE) at += 2;
    else if (flags & HAS_TWO_SCALES) at += 4;
    else if (flags & HAS_MATRIX) at += 8;
    if (!(flags & MORE_COMPONENTS)) return renumbered;
  }
}

/** With long offsets in `loca`, whatever the font had. */
function headOf(font: TrueTypeFont): Buffer {
  const head = Buffer.from(font.table('head'));
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  return head;
}

/** Tables start at multiples of four bytes, and so do glyphs, as readers prefer. */
function padded(data: Buffer): Buffer {
  return data.length % 4 === 0 ? data : Buffer.concat([data, Buffer.alloc(4 - (data.length % 4))]);
}

const DIRECTORY_ENTRY_BYTES = 16;
/** What the checksum of the whole file is taken from (OpenType 1.9, "head"). */
const CHECKSUM_BASE = 0xb1b0afba;

function fontFile(tables: readonly FontTable[]): Buffer {
  const head = Buffer.alloc(12 + tables.length * DIRECTORY_ENTRY_BYTES);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(tables.length * 16 - power * 16, 10);
  let offset = head.length;
  let headOffset = 0;
  tables.forEach(({ tag, data }, index) => {
    const at = 12 + index * DIRECTORY_ENTRY_BYTES;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum(padded(data)), at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    if (tag === 'head') headOffset = offset;
    offset += padded(data).length;
  });
  const file = Buffer.concat([head, ...tables.map(({ data }) => padded(data))]);
  file.writeUInt32BE((CHECKSUM_BASE - checksum(file)) >>> 0, headOffset + 8);
  return file;
}

/** Sum of 32-bit words; the length is a multiple of four. */
function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}
