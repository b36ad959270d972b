import { rawPdf, type RawObject } from './raw-pdf.ts';

/** A page on which one reader, or a press, shows or prints another amount than another reader does. */
export interface OtherwisePage {
  content: string;
  /** Of the resources, besides the font F1. */
  resources?: string;
  fonts?: string;
  page?: string;
  catalog?: string;
  /** From number 6 on. */
  objects?: readonly RawObject[];
}

const text = (y: number, amount: string): string => `BT /F1 24 Tf 40 ${y} Td (Valor: R$ ${amount}) Tj ET\n`;
/** In the colour that is set. */
const LARGE = text(200, '999.999,00');
const SMALL = text(140, '1.000,00');

export function otherwisePdf(parts: OtherwisePage): Buffer {
  const { content, resources = '', fonts = '', page = '', catalog = '', objects = [] } = parts;
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R ${page}
/Resources << /Font << /F1 5 0 R ${fonts} >> ${resources} >> >>`,
    { dict: '', data: Buffer.from(content, 'latin1') },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ]);
}

const INVERSE = '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>';
const UNSEEN = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0 0 0] /N 1 >>';
const OVERPRINT = '/ExtGState << /G << /Type /ExtGState /OP true /op true /OPM 1 >> >>';
const CMYK_GROUP = '/Group << /S /Transparency /CS /DeviceCMYK >>';
const IN_INK = `/C cs 1 scn ${LARGE} 0 g ${SMALL}`;
const inks = (space: string): string => `/ColorSpace << /C ${space} >>`;
const onLayer = `/OC /M BDC 0 g ${LARGE} EMC ${SMALL}`;
const layers = (d: string, list = '[6 0 R]'): string => `/OCProperties << /OCGs ${list} /D << ${d} >> >>`;
const LAYER = '<< /Type /OCG /Name (x) >>';
const BY_SEVEN = '/Properties << /M 7 0 R >>';
const BY_SIX = '/Properties << /M 6 0 R >>';

function unseenInk(name: string, page = ''): OtherwisePage {
  return { content: IN_INK, resources: inks(`[/Separation /${name} /DeviceCMYK ${UNSEEN}]`), page };
}

const WHITE_OVER = `0 0 0 1 k ${LARGE} q /G gs 0 0 0 0 k 30 190 300 40 re f Q 0 0 0 1 k ${SMALL}`;

/** A profile of grey (ICC.1) whose curve has these values. */
function greyProfile(curve: (input: number) => number): Buffer {
  const values = Array.from({ length: 256 }, (_, index) => Math.round(curve(index / 255) * 65_535));
  const [white, tone] = [Buffer.alloc(20), Buffer.alloc(12 + values.length * 2)];
  white.write('XYZ ', 'latin1');
  for (const [index, part] of [0.9642, 1, 0.8249].entries())
    white.writeInt32BE(Math.round(part * 65_536), 8 + index * 4);
  tone.write('curv', 'latin1');
  tone.writeUInt32BE(values.length, 8);
  for (const [index, value] of values.entries()) tone.writeUInt16BE(value, 12 + index * 2);
  const head = Buffer.alloc(156);
  head.writeUInt32BE(head.length + white.length + tone.length, 0);
  head.writeUInt32BE(0x02_10_00_00, 8);
  head.write('mntrGRAYXYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  for (const [index, part] of [0.9642, 1, 0.8249].entries())
    head.writeInt32BE(Math.round(part * 65_536), 68 + index * 4);
  head.writeUInt32BE(2, 128);
  head.write('wtpt', 132, 'latin1');
  head.writeUInt32BE(head.length, 136);
  head.writeUInt32BE(white.length, 140);
  head.write('kTRC', 144, 'latin1');
  head.writeUInt32BE(head.length + white.length, 148);
  head.writeUInt32BE(tone.length, 152);
  return Buffer.concat([head, white, tone]);
}

/** By their trick. None is refused: each can be made equal. */
export const OTHERWISE: Readonly<Record<string, OtherwisePage>> = {
  'white ink that overprints': { content: WHITE_OVER, resources: OVERPRINT },
  'white ink that overprints, in a group of inks': {
    content: WHITE_OVER,
    resources: OVERPRINT,
    page: CMYK_GROUP,
  },
  'black ink whose alternate is white': unseenInk('Black'),
  'black ink whose alternate is white, in a group of inks': unseenInk('Black', CMYK_GROUP),
  'all inks, whose alternate is white': unseenInk('All'),
  'all inks, whose alternate is white, in a group of inks': unseenInk('All', CMYK_GROUP),
  'an ink of its own with a white alternate, in a group of inks': unseenInk('Tinta', CMYK_GROUP),
  'no ink, whose alternate is black': {
    content: IN_INK,
    resources: inks(`[/Separation /None /DeviceGray ${INVERSE}]`),
  },
  'no ink among none, whose alternate is black': {
    content: IN_INK,
    resources: inks(`[/DeviceN [/None] /DeviceGray ${INVERSE}]`),
  },
  'black among other inks, whose alternate is white': {
    content: IN_INK.replace('1 scn', '1 0 scn'),
    resources: inks('[/DeviceN [/Black /Yellow] /DeviceCMYK 6 0 R]'),
    objects: [
      {
        dict: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
        data: Buffer.from('{pop pop 0 0 0 0}'),
      },
    ],
  },
  'black ink in a picture, whose alternate is white': {
    content: `q 300 0 0 40 40 190 cm /I Do Q 0 g ${SMALL}`,
    resources: '/XObject << /I 6 0 R >>',
    objects: [
      {
        dict: `/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace [/Separation /Black /DeviceCMYK ${UNSEEN}]`,
        data: Buffer.from([255, 0]),
      },
    ],
  },
  'another space for grey': {
    content: `/DeviceGray cs 1 sc ${LARGE} 0 g ${SMALL}`,
    resources: `/ColorSpace << /DefaultGray [/Separation /Spot /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0 0 0] /N 1 >>] >>`,
  },
  'another space for grey, set by its operator': {
    content: `1 g ${LARGE} 0 g ${SMALL}`,
    resources: `/ColorSpace << /DefaultGray [/Separation /Spot /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0 0 0] /N 1 >>] >>`,
  },
  'a profile that is none, with an alternate of its own': {
    content: `/C cs 1 sc ${LARGE} 0 g ${SMALL}`,
    resources: inks('[/ICCBased 6 0 R]'),
    objects: [
      { dict: `/N 1 /Alternate [/Separation /Spot /DeviceGray ${INVERSE}]`, data: Buffer.from('garbage') },
    ],
  },
  'a profile that makes white of black': {
    content: `/C cs 0 sc ${LARGE} 0 g ${SMALL}`,
    resources: inks('[/ICCBased 6 0 R]'),
    objects: [{ dict: '/N 1', data: greyProfile((input) => 1 - input) }],
  },
  'grey of a thousandth gamma': {
    content: `/C cs .5 sc ${LARGE} 0 g ${SMALL}`,
    resources: inks('[/CalGray << /WhitePoint [0.9505 1 1.089] /Gamma .001 >>]'),
  },
  'a layer for designers alone': {
    content: onLayer,
    resources: BY_SIX,
    catalog: layers('/OFF [6 0 R]'),
    objects: ['<< /Type /OCG /Name (x) /Intent /Design >>'],
  },
  'a layer by an expression': {
    content: onLayer,
    resources: BY_SEVEN,
    catalog: layers('/BaseState /ON'),
    objects: [LAYER, '<< /Type /OCMD /OCGs [6 0 R] /VE [/Not 6 0 R] >>'],
  },
  'a group of layers in a group of layers': {
    content: onLayer,
    resources: BY_SEVEN,
    catalog: layers(''),
    objects: [LAYER, '<< /Type /OCMD /OCGs [8 0 R] >>', '<< /Type /OCMD /OCGs 6 0 R /P /AnyOff >>'],
  },
  'a layer that is not listed': {
    content: onLayer,
    resources: BY_SIX,
    catalog: layers('/OFF [6 0 R]', '[7 0 R]'),
    objects: [LAYER, LAYER],
  },
  'a layer within a line of text': {
    content: `BT /F1 24 Tf 40 200 Td (Valor: R$ ) Tj /OC /M BDC (99) Tj EMC 0 -60 Td (1.000,00) Tj ET`,
    resources: BY_SIX,
    catalog: layers('/OFF [6 0 R]'),
    objects: [LAYER],
  },
  'a form on a layer by an expression': {
    content: `/X Do 0 g ${SMALL}`,
    resources: '/XObject << /X 8 0 R >>',
    catalog: layers(''),
    objects: [
      LAYER,
      '<< /Type /OCMD /OCGs [6 0 R] /VE [/Not 6 0 R] >>',
      {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 400 300] /OC 7 0 R /Resources << /Font << /F1 5 0 R >> >>',
        data: Buffer.from(LARGE),
      },
    ],
  },
  'a list of blend modes': {
    content: `1 g 0 0 400 300 re f q /G gs 1 g ${LARGE} Q 0 g ${SMALL}`,
    resources: '/ExtGState << /G << /BM [/Foo /Difference] >> >>',
  },
  'a blend with bare paper': {
    content: `q /G gs 0 g ${LARGE} Q 0 g ${SMALL}`,
    resources: '/ExtGState << /G << /Type /ExtGState /BM /Screen >> >>',
  },
  'a difference of inks': {
    content: `0 0 0 1 k 30 190 300 40 re f q /G gs 1 1 1 0 k ${LARGE} Q 0 g ${SMALL}`,
    resources: '/ExtGState << /G << /BM /Difference >> >>',
    page: CMYK_GROUP,
  },
  'states restored that were not saved': {
    content: `Q Q Q 1 0 0 1 500 0 cm 0 g ${LARGE} q Q 1 0 0 1 -500 0 cm ${SMALL}`,
  },
  'an image that ends twice': {
    content: `BI /W 4 /H 1 /CS /G /BPC 8 ID 1234 EI Q\n0 g ${LARGE}BI /W 1 /H 1 /CS /G /BPC 8 ID x\nEI\n${SMALL}`,
  },
  'a page within an image': {
    content: `q BI /W 400 /H 1 /CS /G /BPC 8 ID ${`\nEI\n0 g ${LARGE}`.padEnd(400)}\nEI Q\n0 g ${SMALL}`,
  },
  'text without a font': { content: `BT 40 200 Td 1 2 (999) " ET 0 g ${SMALL}` },
  'a path that begins nowhere, and clips': { content: `200 150 l W n 0 g ${LARGE}${SMALL}` },
  'a mask without a group': {
    content: `/G gs 0 g ${LARGE}${SMALL}`,
    resources: '/ExtGState << /G << /Type /ExtGState /SMask << /S /Luminosity /G 6 0 R >> >> >>',
    objects: [
      {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 400 300]',
        data: Buffer.from('1 g 0 0 400 180 re f'),
      },
    ],
  },
  'a path that moves before it is painted': {
    content: `0 g 40 190 200 30 re 1 0 0 1 0 -500 cm f 1 0 0 1 0 500 cm ${SMALL}`,
  },
  'a colour in a glyph that has none': {
    content: `0 g BT /T 24 Tf 40 200 Td (aaaa) Tj ET ${SMALL}`,
    fonts: '/T 6 0 R',
    objects: [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 97 /LastChar 97
/Widths [1000] /Encoding << /Differences [97 /a] >> /CharProcs << /a 7 0 R >> /Resources << >> >>`,
      { dict: '', data: Buffer.from('1000 0 0 0 900 900 d1 1 g 0 0 900 900 re f') },
    ],
  },
  'a part of the sheet beyond the page': {
    content: `0 g ${LARGE}${SMALL}`,
    page: '/CropBox [0 0 400 180] /TrimBox [0 0 400 180]',
  },
};

/** There is no telling what these draw. */
export const UNTOLD: Readonly<Record<string, OtherwisePage>> = {
  'a colour of two parts': { content: `1 1 1 rg 0 0 rg ${LARGE}0 g ${SMALL}` },
  'text outside of a text object': { content: `BT /F1 24 Tf 40 200 Td ET (999) Tj 0 g ${SMALL}` },
  'text that is moved by a matrix of drawings': {
    content: `BT /F1 24 Tf 40 200 Td (A) Tj 1 0 0 1 50 50 cm (B) Tj ET ${SMALL}`,
  },
  'text in a pattern that is not named': { content: `/Pattern cs ${LARGE}0 g ${SMALL}` },
  'more parts than the colour has': { content: `/DeviceGray cs 0 1 1 sc ${LARGE}0 g ${SMALL}` },
  'a hidden layer within a line that goes on': {
    content: `BT /F1 24 Tf 40 200 Td (R$ ) Tj /OC /M BDC (99) Tj EMC (1.000,00) Tj ET`,
    resources: BY_SIX,
    catalog: layers('/OFF [6 0 R]'),
    objects: [LAYER],
  },
};
