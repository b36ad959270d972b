import { deflateSync } from 'node:zlib';

import type { LaterSigning } from '../fixtures/later-revision.ts';
import { SMALL_JPEG } from '../fixtures/small-jpeg.ts';
import type { Random } from '../fuzz/random.ts';
import type { RevisionWriter } from '../src/write/revision-writer.ts';

const RECTANGLES = ['60 60 260 110', '10 10 90 60', '300 400 500 500'] as const;
const BOXES = ['[0 0 200 50]', '[-10 -10 190 40]', '[0 0 1 1]'] as const;
const MATRICES = ['', '/Matrix [1 0 0 1 0 0]', '/Matrix [0 1 -1 0 0 0]', '/Matrix [2 0 0 .5 3 4]'] as const;
const COLOURS = [
  '1 0 0 rg',
  '0 1 0 RG',
  '.5 g',
  '0 G',
  '0 1 0 0 k',
  '/DeviceRGB cs 0 0 1 sc',
  '/Pattern cs /P scn',
  '/Pattern cs /R scn',
] as const;
const SHAPES = [
  '0 0 200 50 re',
  '-900 -900 2000 2000 re',
  '5 5 m 90 40 l 9 40 l h',
  '0 0 m 9 90 90 9 99 40 c',
] as const;
const PAINTS = ['f', 'f*', 'B', 'b*', 'S', 's', 'n', 'W n', 'W* n'] as const;
const STATES = [
  '2 w',
  '1 J',
  '1 j',
  '[3 2] 0 d',
  '/Perceptual ri',
  '50 i',
  '/G gs',
  '.5 0 0 .5 9 9 cm',
  '0 1 -1 0 0 0 cm',
] as const;
const TEXTS = [
  '(Assinado) Tj',
  '[(A) -50 (b)] TJ',
  '4 20 Td',
  '1 0 0 1 9 9 Tm',
  'T*',
  '9 TL',
  '2 Tc',
  '3 Ts',
  '150 Tz',
] as const;
/** States restored that the stream did not save: what follows is drawn in those of the page. */
const EXCESS = [
  'Q 0 1 0 rg -50 -50 900 900 re f',
  'Q Q 0 0 1 rg -900 -900 2000 2000 re f q q',
  'Q Q Q 1 0 0 rg -900 -900 2000 2000 re f',
] as const;
/** What else honest programs do not write: it is put anywhere. */
const SLIPS = [
  'q',
  'q q q',
  'BT',
  'ET',
  '/a BMC',
  'EMC',
  'BX foo EX',
  'W',
  'foo',
  '[',
  ']',
  '<<',
  ')',
  '1 2 3',
  '7 Tr',
  'BT 7 Tr /F 20 Tf (a) Tj ET',
  '/OC /L BDC',
  'BI /W 1 /H 1 /CS /G /BPC 8 ID a EI',
  '/X Do',
  '0 0 0 0 0 0 cm',
  '1e9 0 0 1e9 0 0 cm',
  '99999 Tz',
] as const;
/** How often a stream has a slip. */
const SLIP_CHANCE = 0.2;
const MAX_DEPTH = 3;

/** Somebody else's visible signature: a drawing of random operators, and the parts that it names. */
export function randomStamp(random: Random): LaterSigning {
  return {
    rect: random.pick(RECTANGLES),
    field: (writer) => `/AP << /N ${new StampParts(random, writer).form(0)} >>`,
  };
}

class StampParts {
  readonly #random: Random;
  readonly #writer: RevisionWriter;

  constructor(random: Random, writer: RevisionWriter) {
    this.#random = random;
    this.#writer = writer;
  }

  form(depth: number): string {
    const keys = `/Type /XObject /Subtype /Form /BBox ${this.#random.pick(BOXES)} ${this.#random.pick(MATRICES)}`;
    const group = this.#random.chance(0.2) ? '/Group << /S /Transparency /I true >>' : '';
    return this.#content(`${keys} ${group}`, depth);
  }

  #content(keys: string, depth: number, start = ''): string {
    const resources = `/Resources << ${this.#resources(depth)} >>`;
    return this.#packed(`${keys} ${resources}`, start + this.#drawing());
  }

  #drawing(): string {
    const pieces = Array.from({ length: this.#random.between(1, 6) }, () => this.#piece(0));
    if (this.#random.chance(SLIP_CHANCE))
      pieces.splice(this.#random.below(pieces.length + 1), 0, this.#slip());
    return pieces.join('\n');
  }

  #slip(): string {
    return this.#random.chance(0.4) ? this.#random.pick(EXCESS) : this.#random.pick(SLIPS);
  }

  /** A few operators that leave nothing open. */
  #piece(depth: number): string {
    const random = this.#random;
    const inner = (): string => (depth < 4 ? this.#piece(depth + 1) : 'n');
    switch (random.below(8)) {
      case 0:
        return `q ${inner()} ${inner()} Q`;
      case 1:
        return `/a BMC ${inner()} EMC`;
      case 2:
        return `BT /${random.pick(['F', 'T'])} 12 Tf ${random.below(4)} Tr ${random.pick(TEXTS)} (a) Tj ET`;
      case 3:
        return `q ${random.pick(STATES)} ${inner()} Q`;
      case 4:
        return `q 40 0 0 40 5 5 cm /${random.pick(['I', 'J', 'M'])} Do Q`;
      case 5:
        return random.pick(['/X Do', '/S sh', '0 0 50 50 re W n /S sh']);
      default:
        return `${random.pick(COLOURS)} ${random.pick(SHAPES)} ${random.pick(PAINTS)}`;
    }
  }

  #resources(depth: number): string {
    const shading =
      '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 99 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>';
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /${this.#random.pick(['Helvetica', 'Times-Bold'])} >>`;
    const deeper = depth < MAX_DEPTH;
    const form = deeper && this.#random.chance(0.5) ? `/X ${this.form(depth + 1)}` : '';
    const tile = deeper && this.#random.chance(0.3) ? `/P ${this.#tile(depth + 1)}` : '';
    const glyphs = deeper && this.#random.chance(0.3) ? `/T ${this.#glyphs(depth + 1)}` : '';
    return [
      `/Font << /F ${font} ${glyphs} >>`,
      `/XObject << /I ${this.#picture('gray')} /J ${this.#picture('jpeg')} /M ${this.#picture('mask')} ${form} >>`,
      `/Pattern << /R << /PatternType 2 /Shading ${shading} >> ${tile} >>`,
      `/Shading << /S ${shading} >>`,
      `/ExtGState << /G << /ca ${this.#random.pick(['1', '.4'])} /BM /${this.#random.pick(['Normal', 'Multiply'])} >> >>`,
    ].join(' ');
  }

  #tile(depth: number): string {
    const step = this.#random.pick(['9', '20']);
    const keys = `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep ${step} /YStep ${step}`;
    return this.#content(keys, depth);
  }

  #glyphs(depth: number): string {
    const glyph = this.#packed('', `500 0 d0 ${this.#drawing()}`);
    const names = `/Encoding << /Differences [97 /a] >> /CharProcs << /a ${glyph} >>`;
    const widths = '/FirstChar 97 /LastChar 97 /Widths [500]';
    const resources = `/Resources << ${this.#resources(depth)} >>`;
    return `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] ${names} ${widths} ${resources} >>`;
  }

  #picture(kind: 'gray' | 'jpeg' | 'mask'): string {
    if (kind === 'jpeg')
      return this.#stream(
        '/Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
        SMALL_JPEG,
      );
    const keys =
      kind === 'mask' ? '/ImageMask true /BitsPerComponent 1' : '/ColorSpace /DeviceGray /BitsPerComponent 8';
    const data = this.#random.bytes(kind === 'mask' ? 8 : 64);
    return this.#packed(`/Subtype /Image /Width 8 /Height 8 ${keys}`, data);
  }

  #packed(keys: string, data: string | Uint8Array): string {
    const plain = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
    if (this.#random.chance(0.4)) return this.#stream(keys, plain);
    if (this.#random.chance(0.5)) return this.#stream(`${keys} /Filter /FlateDecode`, deflateSync(plain));
    const filters = '/Filter [/ASCII85Decode /FlateDecode]';
    return this.#stream(`${keys} ${filters}`, Buffer.from(base85(deflateSync(plain)), 'latin1'));
  }

  #stream(keys: string, data: Uint8Array): string {
    const head = Buffer.from(`<< ${keys} /Length ${data.length} >>\nstream\n`, 'latin1');
    return `${this.#writer.add(Buffer.concat([head, data, Buffer.from('\nendstream')])).num} 0 R`;
  }
}

/** ASCII85Encode (ISO 32000-2, 7.4.3). */
export function base85(data: Uint8Array): string {
  let out = '';
  for (let at = 0; at < data.length; at += 4) {
    const group = Buffer.alloc(4);
    group.set(data.subarray(at, at + 4));
    const bytes = Math.min(4, data.length - at);
    let value = group.readUInt32BE();
    if (value === 0 && bytes === 4) {
      out += 'z';
      continue;
    }
    const digits: string[] = [];
    for (let digit = 0; digit < 5; digit += 1) {
      digits.unshift(String.fromCodePoint((value % 85) + 0x21));
      value = Math.floor(value / 85);
    }
    out += digits.slice(0, bytes + 1).join('');
  }
  return `${out}~>`;
}
