/** Cuts of a TrueType font that are read and written again (OpenType 1.9, "Font Tables"). */
export interface FontTable {
  readonly tag: string;
  readonly data: Buffer;
}

/** A TrueType font read once: which glyph shows a character, how wide it is, and the outlines to cut it down to. */
export class TrueTypeFont {
  readonly unitsPerEm: number;
  /** Lowest and highest corners of all glyphs, font units. */
  readonly box: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** 400 is regular, 700 bold (OS/2, usWeightClass). */
  readonly weight: number;
  /** Degrees counter-clockwise from upright: below 0 for italics. */
  readonly italicAngle: number;
  readonly #tables: ReadonlyMap<string, Buffer>;
  readonly #glyphs: ReadonlyMap<number, number>;
  readonly #metricCount: number;
  readonly #advances: Float64Array;
  readonly #longOffsets: boolean;

  /** @throws Error when the font lacks what a PDF needs of it */
  constructor(bytes: Buffer) {
    this.#tables = readTables(bytes);
    const head = this.table('head');
    const hhea = this.table('hhea');
    const os2 = this.table('OS/2');
    this.unitsPerEm = head.readUInt16BE(18);
    this.box = [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)];
    this.#longOffsets = head.readInt16BE(50) === 1;
    this.ascent = hhea.readInt16BE(4);
    this.descent = hhea.readInt16BE(6);
    this.#metricCount = hhea.readUInt16BE(34);
    const hmtx = this.table('hmtx');
    this.#advances = Float64Array.from(
      { length: this.#metricCount },
      (_, glyph) => (hmtx.readUInt16BE(glyph * 4) * 1000) / this.unitsPerEm,
    );
    this.weight = os2.readUInt16BE(4);
    this.italicAngle = this.table('post').readInt32BE(4) / 65_536;
    this.capHeight = os2.readInt16BE(88);
    this.#glyphs = readCharacterMap(this.table('cmap'));
  }

  /** @throws Error when there is none */
  table(tag: string): Buffer {
    const table = this.#tables.get(tag);
    if (!table) throw new Error(`the font has no table ${tag}`);
    return table;
  }

  /** The glyph of a character; 0 when the font has none. */
  glyphOf(codePoint: number): number {
    return this.#glyphs.get(codePoint) ?? 0;
  }

  /** Distance to the next glyph, thousandths of the size. */
  advanceOf(glyph: number): number {
    return this.#advances[Math.min(glyph, this.#metricCount - 1)] as number;
  }

  /** Advance and left side bearing as `hmtx` has them. */
  metricOf(glyph: number): Buffer {
    const hmtx = this.table('hmtx');
    const metric = Buffer.alloc(4);
    metric.writeUInt16BE(hmtx.readUInt16BE(Math.min(glyph, this.#metricCount - 1) * 4), 0);
    const bearingAt =
      glyph < this.#metricCount ? glyph * 4 + 2 : this.#metricCount * 4 + (glyph - this.#metricCount) * 2;
    metric.writeInt16BE(hmtx.readInt16BE(bearingAt), 2);
    return metric;
  }

  /** The outline as `glyf` has it; empty for a space. */
  outlineOf(glyph: number): Buffer {
    const loca = this.table('loca');
    const at = (index: number): number =>
      this.#longOffsets ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
    return this.table('glyf').subarray(at(glyph), at(glyph + 1));
  }
}

function readTables(bytes: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = bytes.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const record = 12 + index * 16;
    const offset = bytes.readUInt32BE(record + 8);
    const length = bytes.readUInt32BE(record + 12);
    tables.set(bytes.toString('latin1', record, record + 4), bytes.subarray(offset, offset + length));
  }
  return tables;
}

/** Code points to glyphs, from the subtable of all of Unicode (platform 3, encoding 10, format 12). */
function readCharacterMap(cmap: Buffer): Map<number, number> {
  const map = new Map<number, number>();
  const count = cmap.readUInt16BE(2);
  for (let index = 0; index < count; index += 1) {
    const record = 4 + index * 8;
    const offset = cmap.readUInt32BE(record + 4);
    if (cmap.readUInt16BE(record) !== 3 || cmap.readUInt16BE(offset) !== 12) continue;
    const groups = cmap.readUInt32BE(offset + 12);
    for (let group = 0; group < groups; group += 1) {
      const at = offset + 16 + group * 12;
      const first = cmap.readUInt32BE(at);
      const last = cmap.readUInt32BE(at + 4);
      const glyph = cmap.readUInt32BE(at + 8);
      for (let code = first; code <= last; code += 1) map.set(code, glyph + code - first);
    }
    return map;
  }
  throw new Error('the font has no character map of all of Unicode');
}
