import { deflateSync } from 'node:zlib';

import type { RevisionWriter } from '@lacre/pades';

import type { LaterSigning } from '../fixtures/later-revision.ts';
import { SMALL_JPEG } from '../fixtures/small-jpeg.ts';
import type { Random } from '../fuzz/random.ts';

const RECTANGLES = ['60 60 260 110', '10 10 90 60', '300 400 500 500'] as const;
const BOXES = ['[0 0 200 50]', '[-10 -10 190 40]', '[0 0 1 1]'] as const;
const MATRICES = ['', '/Matrix [1 0 0 1 0 0]', '/Matrix [0 1 -1 0 0 0]', '/Matrix [2 0 0 .5 3 4]'] as const;
const COLOURS = ['1 0 0 rg', '0 1 0 RG', '.5 g', '0 G', '0 1 0 0 k', '/DeviceRGB cs 0 0 1 sc'] as const;
const TILED = '/Pattern cs /P scn';
const SHADED = ['/Pattern cs /R scn', '/Pattern CS /R SCN 9 w'] as const;
const SHAPES = [
  '0 0 200 50 re',
  '-900 -900 2000 2000 re',
  '5 5 m 90 40 l 9 40 l h',
  '0 0 m 9 90 90 9 99 40 c',
] as const;
const PAINTS = ['f', 'f*', 'B', 'b*', 'S', 's', 'n', 'W n', 'W* n'] as const;
const STATES = [
  '2 w',
  '[5 5] 0 d',
  '[2 9 4] 3 d',
  '[] 0 d',
  '.01 w',
  '900 w',
  '0 i',
  '0 M',
  '1 J',
  '1 j',
  '[3 2] 0 d',
  '/Perceptual ri',
  '50 i',
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
  '32767 0 0 32767 0 0 cm',
  '.00003 0 0 .00003 0 0 cm',
  '1 0 0 0 0 0 cm',
  '-32767 -32767 m 32767 32767 l S',
  '[.01] 0 d 0 0 m 90 40 l S',
  '[0 9] 0 d 0 0 m 90 40 l S',
  '/None gs',
  '/X gs',
  '/F 32767 Tf',
  '/Pattern CS /P SCN 30 w 0 0 m 90 40 l S',
  '0 0 0 0 re W n',
  '-1 -1 -1 rg',
  '1 2 3 4 5 6 7 sc',
] as const;
const BLENDS = ['Normal', 'Multiply', 'Difference', 'Luminosity', 'Screen', 'ColorBurn'] as const;
const GROUPS = ['/I true', '/K true', '/I true /K true', '/CS /DeviceCMYK', '/CS /DeviceGray'] as const;
const SHADINGS = [
  '/ShadingType 2 /Coords [0 0 99 0] /Extend [true true]',
  '/ShadingType 2 /Coords [9 9 9 9] /Background [0 1 0]',
  '/ShadingType 3 /Coords [0 0 1 99 0 50] /Extend [true true]',
  '/ShadingType 3 /Coords [50 20 30 50 20 5] /BBox [0 0 60 60]',
] as const;
const FUNCTION = '/Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>';
/** How often a stream has a slip, and names or has parts that honest ones do not. */
const SLIP_CHANCE = 0.2;
const ODD_PART_CHANCE = 0.06;
const MAX_DEPTH = 3;

/** A stranger's visible signature: a drawing of random operators, and the parts that it names. */
export function randomStamp(random: Random): LaterSigning {
  return {
    rect: random.pick(RECTANGLES),
    field: (writer) => `/AP << /N ${new StampParts(random, writer).form(0)} >>`,
  };
}

/** What a drawing may name. */
interface Named {
  readonly form: boolean;
  readonly tile: boolean;
  readonly glyphs: boolean;
  /** Fonts, pictures and states. */
  readonly basics: boolean;
  /** Shadings, and patterns of them. */
  readonly shadings: boolean;
}

const ALL: Named = { form: true, tile: true, glyphs: true, basics: true, shadings: true };
const IN_A_TILE: Named = { form: false, tile: false, glyphs: false, basics: true, shadings: false };
const IN_A_GLYPH: Named = { ...IN_A_TILE, basics: false };

class StampParts {
  readonly #random: Random;
  readonly #writer: RevisionWriter;

  constructor(random: Random, writer: RevisionWriter) {
    this.#random = random;
    this.#writer = writer;
  }

  form(depth: number): string {
    const random = this.#random;
    const keys = `/Type /XObject /Subtype /Form /BBox ${random.pick(BOXES)} ${random.pick(MATRICES)}`;
    const group = random.chance(0.2) ? `/Group << /S /Transparency ${random.pick(GROUPS)} >>` : '';
    const deeper = depth < MAX_DEPTH;
    const named = {
      ...ALL,
      form: deeper && random.chance(0.5),
      tile: deeper && random.chance(ODD_PART_CHANCE),
      glyphs: deeper && random.chance(0.3),
    };
    return this.#content(`${keys} ${group}`, named, depth);
  }

  #content(keys: string, named: Named, depth: number): string {
    const resources = `/Resources << ${this.#resources(named, depth)} >>`;
    return this.#packed(`${keys} ${resources}`, this.#drawing(named));
  }

  #drawing(named: Named): string {
    const random = this.#random;
    const mayName = random.chance(ODD_PART_CHANCE) ? ALL : named;
    const pieces = Array.from({ length: random.between(1, 6) }, () => this.#piece(mayName, 0));
    if (random.chance(SLIP_CHANCE)) pieces.splice(random.below(pieces.length + 1), 0, this.#slip());
    return pieces.join('\n');
  }

  #slip(): string {
    return this.#random.chance(0.4) ? this.#random.pick(EXCESS) : this.#random.pick(SLIPS);
  }

  /** A few operators that leave nothing open. */
  #piece(named: Named, depth: number): string {
    const random = this.#random;
    const inner = (): string => (depth < 4 ? this.#piece(named, depth + 1) : 'n');
    switch (random.below(8)) {
      case 0:
        return `q ${inner()} ${inner()} Q`;
      case 1:
        return `/a BMC ${inner()} EMC`;
      case 2:
        return named.basics ? this.#text(named.glyphs ? random.pick(['F', 'T'] as const) : 'F') : 'n';
      case 3:
        return `q ${named.basics && random.chance(0.2) ? '/G gs' : random.pick(STATES)} ${inner()} Q`;
      case 4:
        return named.basics ? `q 40 0 0 40 5 5 cm /${random.pick(['I', 'J', 'M'] as const)} Do Q` : 'n';
      case 5:
        if (named.form && random.chance(0.5)) return '/X Do';
        return named.shadings ? random.pick(['/S sh', 'q 0 0 50 50 re W n /S sh Q'] as const) : 'n';
      default:
        return `${this.#colour(named)} ${random.pick(SHAPES)} ${random.pick(PAINTS)}`;
    }
  }

  #text(font: 'F' | 'T'): string {
    return `BT /${font} 12 Tf ${this.#random.below(4)} Tr ${this.#random.pick(TEXTS)} (a) Tj ET`;
  }

  #colour(named: Named): string {
    const random = this.#random;
    if (named.tile && random.chance(0.3)) return TILED;
    return named.shadings && random.chance(0.2) ? random.pick(SHADED) : random.pick(COLOURS);
  }

  #resources(named: Named, depth: number): string {
    const random = this.#random;
    const shading = `<< ${random.pick(SHADINGS)} /ColorSpace /DeviceRGB ${FUNCTION} >>`;
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /${random.pick(['Helvetica', 'Times-Bold'])} >>`;
    const form = named.form ? `/X ${this.form(depth + 1)}` : '';
    const tile = named.tile ? `/P ${this.#tile(depth + 1)}` : '';
    const glyphs = named.glyphs ? `/T ${this.#glyphs()}` : '';
    const mask = named.form && random.chance(0.2) ? `/SMask ${this.#mask(depth + 1)}` : '';
    return [
      `/Font << /F ${font} ${glyphs} >>`,
      `/XObject << /I ${this.#picture('gray')} /J ${this.#picture('jpeg')} /M ${this.#picture('mask')} ${form} >>`,
      `/Pattern << /R << /PatternType 2 /Shading ${shading} >> ${tile} >>`,
      `/Shading << /S ${shading} >>`,
      `/ExtGState << /G << /ca ${random.pick(['1', '.4'])} /BM /${random.pick(BLENDS)} ${mask} >> >>`,
    ].join(' ');
  }

  #mask(depth: number): string {
    return `<< /Type /Mask /S /${this.#random.pick(['Luminosity', 'Alpha'] as const)} /G ${this.form(depth)} >>`;
  }

  #tile(depth: number): string {
    const random = this.#random;
    const [step, matrix] = [random.pick(['9', '20', '-9', '500'] as const), random.pick(MATRICES)];
    const keys = `/PatternType 1 /PaintType 1 /TilingType ${random.between(1, 3)} /BBox [0 0 9 9]`;
    return this.#content(`${keys} /XStep ${step} /YStep ${step} ${matrix}`, IN_A_TILE, depth);
  }

  #glyphs(): string {
    const random = this.#random;
    const width = random.pick(['500 0 d0', '500 0 0 0 9 9 d1'] as const);
    const glyph = this.#packed('', `${width} ${this.#drawing(IN_A_GLYPH)}`);
    const names = `/Encoding << /Differences [97 /a] >> /CharProcs << /a ${glyph} >>`;
    const widths = '/FirstChar 97 /LastChar 97 /Widths [500]';
    return `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] ${names} ${widths} >>`;
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
