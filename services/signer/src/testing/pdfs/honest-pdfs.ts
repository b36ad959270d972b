import { deflateSync } from 'node:zlib';

import type { OtherwisePage } from './otherwise-pdfs.ts';

/** What intake says that it took out of an honest page. */
type Removed = 'print-differences' | 'layers';
export interface HonestPage extends OtherwisePage {
  removed?: readonly Removed[];
}

const TEXT = 'BT /F1 24 Tf 0 g 40 200 Td (Valor: R$ 1.000,00) Tj ET\n';
const LOGO = '20 20 120 60 re f\n';
const packed = (dict: string, data: string | Uint8Array) => ({
  dict: `${dict} /Filter /FlateDecode`,
  data: deflateSync(typeof data === 'string' ? Buffer.from(data, 'latin1') : data),
});
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 400 300]';
const TINT = (colour: string): string =>
  `<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [${colour}] /N 1 >>`;

/** Pages as honest programs write them, some of them carelessly: every one is taken. */
export const HONEST: Readonly<Record<string, HonestPage>> = {
  'a logo in an ink of its own': {
    content: `/Pantone cs 1 scn ${LOGO}${TEXT}`,
    resources: `/ColorSpace << /Pantone [/Separation /PANTONE#20485#20C /DeviceCMYK ${TINT('0 .95 1 0')}] >>`,
  },
  'a logo in two inks': {
    content: `/Mix cs .8 .3 scn ${LOGO}${TEXT}`,
    resources: '/ColorSpace << /Mix [/DeviceN [/Azul /Verde] /DeviceCMYK 6 0 R << /Subtype /NChannel >>] >>',
    objects: [
      {
        dict: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
        data: Buffer.from('{ dup .2 mul exch .9 mul 3 2 roll dup .7 mul 4 1 roll 0 mul 3 1 roll exch }'),
      },
    ],
  },
  'text in black ink': {
    content: `/K cs 1 scn ${TEXT.replace('0 g', '')}`,
    resources: `/ColorSpace << /K [/Separation /Black /DeviceCMYK ${TINT('0 0 0 1')}] >>`,
  },
  'black text that overprints a tint, for a press': {
    content: `0 .1 .3 0 k 30 190 300 40 re f /G gs 0 0 0 1 k ${TEXT.replace('0 g', '')}`,
    resources: '/ExtGState << /G << /Type /ExtGState /OP true /op true /OPM 1 >> >>',
    page: '/Group << /S /Transparency /CS /DeviceCMYK >>',
    removed: ['print-differences'],
  },
  'transparency of a presentation': {
    content: `.2 .4 .8 rg ${LOGO}q /G gs 1 .8 0 rg 60 40 140 60 re f Q q /M gs 0 .5 0 rg 200 20 90 60 re f Q ${TEXT}`,
    resources:
      '/ExtGState << /G << /Type /ExtGState /ca .5 /BM /Multiply >> /M << /Type /ExtGState /SMask << /S /Luminosity /G 6 0 R >> >> >>',
    page: '/Group << /Type /Group /S /Transparency /I true /CS /DeviceRGB >>',
    objects: [packed(`${FORM} /Group << /S /Transparency /CS /DeviceGray >>`, '1 g 200 20 45 60 re f')],
  },
  'a scan in grey under its text': {
    content: `q 300 0 0 60 40 190 cm /I Do Q BT 3 Tr /F1 12 Tf 40 200 Td (Valor: R$ 1.000,00) Tj ET`,
    resources: '/XObject << /I 6 0 R >>',
    objects: [
      packed(
        '/Type /XObject /Subtype /Image /Width 20 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        Uint8Array.from({ length: 80 }, (_, index) => ((index >> 2) % 2) * 255),
      ),
    ],
  },
  'a drawing in layers': {
    content: `/OC /Cotas BDC 0 g ${TEXT}EMC /OC /Guias BDC q 1 0 0 RG 0 100 m 400 100 l S 30 30 90 90 re W S Q BT /F1 9 Tf 40 90 Td (guia) Tj T* (outra) ' ET EMC
/OC /Grupo BDC 0 0 1 rg ${LOGO}EMC /S Do`,
    resources: '/Properties << /Cotas 6 0 R /Guias 7 0 R /Grupo 8 0 R >> /XObject << /S 9 0 R >>',
    catalog: '/OCProperties << /OCGs [6 0 R 7 0 R] /D << /Order [6 0 R 7 0 R] /OFF [7 0 R] >> >>',
    objects: [
      '<< /Type /OCG /Name (Cotas) >>',
      '<< /Type /OCG /Name (Guias) >>',
      '<< /Type /OCMD /OCGs [6 0 R 7 0 R] /P /AnyOn >>',
      packed(`${FORM} /OC 7 0 R`, '1 0 0 rg 200 20 90 60 re f'),
    ],
    // Some readers show what is switched off.
    removed: ['print-differences', 'layers'],
  },
  'a drawing in layers that all show': {
    content: `/OC /Cotas BDC ${TEXT}EMC`,
    resources: '/Properties << /Cotas 6 0 R >>',
    catalog: '/OCProperties << /OCGs [6 0 R] /D << /Order [6 0 R] >> >>',
    objects: ['<< /Type /OCG /Name (Cotas) >>'],
    removed: ['layers'],
  },
  'a drawing that leaves states saved, and names unknown operators': {
    content: `q q /Span << /Lang (pt) >> BDC ${TEXT}EMC 0 0 1 rg BX 1 2 novo EX ${LOGO}`,
  },
  'an inline picture': {
    content: `${TEXT}q 90 0 0 60 20 20 cm BI /W 8 /H 8 /IM true /BPC 1 ID \x00EIx\x55\xAA\x55\xAA EI Q`,
  },
  'letters as pictures': {
    content: `BT /T 1 Tf 40 60 Td (aaa) Tj ET ${TEXT}`,
    fonts: '/T 6 0 R',
    objects: [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 40 40] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97
/Widths [50] /Encoding << /Differences [97 /a] >> /CharProcs << /a 7 0 R >> /Resources << >> >>`,
      {
        dict: '',
        data: Buffer.from('50 0 0 0 40 40 d1 q 40 0 0 40 0 0 cm BI /W 8 /H 4 /IM true /BPC 1 ID UUUU\nEI Q'),
      },
    ],
  },
  'white text after a picture that nothing restores the state from': {
    content: `0 .2 .6 rg 30 190 300 40 re f 0 0 0 0 k /I Do BT /F1 24 Tf 40 200 Td (Valor: R$ 1.000,00) Tj ET`,
    resources: '/XObject << /I 6 0 R >>',
    objects: [
      packed(
        '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        Uint8Array.of(0, 255, 255, 0),
      ),
    ],
  },
  'tiles and gradations': {
    content: `/Pattern cs /P scn ${LOGO}/S sh ${TEXT}`,
    resources: '/Pattern << /P 6 0 R >> /Shading << /S 7 0 R >>',
    objects: [
      {
        dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
        data: Buffer.from('0 .6 0 rg 0 0 5 9 re f'),
      },
      `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [200 0 390 0] /BBox [200 20 390 80]
/Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>`,
    ],
  },
  'colours by measure': {
    content: `/Cal cs .2 .4 .8 sc ${LOGO}/Lab cs 50 20 -30 sc 200 20 90 60 re f ${TEXT}`,
    resources: `/ColorSpace << /Lab [/Lab << /WhitePoint [.9642 1 .8249] /Range [-100 100 -100 100] >>]
/Cal [/CalRGB << /WhitePoint [.9505 1 1.089] /Gamma [2.2 2.2 2.2] /Matrix [.4124 .2126 .0193 .3576 .7152 .1192 .1805 .0722 .9505] >>] >>`,
  },
  'a sheet with marks for cutting': {
    content: `${TEXT}0 0 m 9 0 l S`,
    page: '/CropBox [12 12 388 288] /TrimBox [12 12 388 288]',
    removed: ['print-differences'],
  },
};
