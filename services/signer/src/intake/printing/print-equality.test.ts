import { readPdf } from '@lacre/pades';
import { describe, expect, it } from 'vitest';

import { HONEST } from '../../testing/pdfs/honest-pdfs.ts';
import { OTHERWISE, otherwisePdf, UNTOLD } from '../../testing/pdfs/otherwise-pdfs.ts';
import { armedWith, type RawObject } from '../../testing/pdfs/raw-pdf.ts';
import { disarm } from '../pdf/disarm.ts';
import { ContentError } from './content/content-scanner.ts';
import { printsOtherwise } from './print-differences.ts';

const annotation = (flags: string, more = '/Subtype /Square'): string =>
  `/Annots [<< /Type /Annot ${more} /Rect [10 10 99 99] ${flags} >>]`;

const LAYERS = (config: string): string =>
  `/OCProperties << /OCGs [5 0 R 6 0 R] /D << /Order [5 0 R 6 0 R] ${config} >> >>`;
const layer = (name: string, usage: string): string =>
  `<< /Type /OCG /Name (${name}) /Usage << ${usage} >> >>`;
const SCREEN = layer('tela', '/View << /ViewState /ON >> /Print << /PrintState /OFF >>');
const PAPER = layer('papel', '/View << /ViewState /OFF >> /Print << /PrintState /ON >>');
const BOTH_EVENTS =
  '/AS [<< /Event /View /Category [/View] /OCGs [5 0 R 6 0 R] >> << /Event /Print /Category [/Print] /OCGs [5 0 R 6 0 R] >>]';

interface Trick {
  catalog?: string;
  page?: string;
  objects?: readonly RawObject[];
}
const image = (more: string): RawObject => ({
  dict: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more}`,
  data: Buffer.from([0]),
});

/** What prints otherwise than it shows, by its trick. */
const TRICKS: Readonly<Record<string, Trick>> = {
  'layers with states of their own for screen and paper': {
    catalog: LAYERS(BOTH_EVENTS),
    objects: [SCREEN, PAPER],
  },
  'layers whose usage only some readers heed': { catalog: LAYERS(''), objects: [SCREEN, PAPER] },
  'a layer that only zooming hides': {
    catalog: LAYERS('/AS [<< /Event /View /Category [/Zoom] /OCGs [5 0 R] >>]'),
    objects: [layer('longe', '/Zoom << /max 0.5 >>'), '<< /Type /OCG /Name (sempre) >>'],
  },
  'a layer of no type, whose usage PDFium heeds': {
    catalog: LAYERS(''),
    objects: [PAPER.replace('/Type /OCG', ''), '<< /Type /OCG /Name (b) >>'],
  },
  'a layer that the list of layers leaves out': {
    page: '/Resources << /Properties << /L 5 0 R >> >>',
    objects: [PAPER],
  },
  'a layer in a group of layers, of no type': {
    page: '/Resources << /Properties << /L << /Type /OCMD /OCGs 5 0 R >> >> >>',
    objects: [PAPER.replace('/Type /OCG', '/Type /Outra')],
  },
  'a layer that zooming in brings': {
    catalog: LAYERS('/OFF [5 0 R] /AS [<< /Event /View /Category [/Zoom] /OCGs [5 0 R] >>]'),
    objects: [layer('perto', '/Zoom << /min 2 >>'), '<< /Type /OCG /Name (sempre) >>'],
  },
  'a layer for readers of one language': {
    catalog: LAYERS('/OFF [5 0 R] /AS [<< /Event /View /Category [/Language] /OCGs [5 0 R] >>]'),
    objects: [layer('pt', '/Language << /Lang (pt-BR) >>'), '<< /Type /OCG /Name (sempre) >>'],
  },
  'a layer for one person': {
    catalog: LAYERS('/AS [<< /Event /View /Category [/User] /OCGs [5 0 R] >>]'),
    objects: [layer('ana', '/User << /Type /Ind /Name (Ana) >>'), '<< /Type /OCG /Name (sempre) >>'],
  },
  'an annotation of an unknown kind for paper alone': { page: annotation('/F 36', '/Subtype /Foo') },
  'an annotation of no kind for the screen alone': { page: annotation('/F 0', '/AP << /N 5 0 R >>') },
  'an annotation without type and kind, drawn by its appearance': {
    page: '/Annots [<< /Rect [9 9 99 99] /F 36 /AP << /N 5 0 R >> >>]',
  },
  'a popup with an appearance, for paper alone': {
    page: annotation('/F 36', '/Subtype /Popup /AP << /N 5 0 R >>'),
  },
  'a link with an appearance, for paper alone': {
    page: annotation('/F 36', '/Subtype /Link /AP << /N 5 0 R >>'),
  },
  'a transfer function of a shading': {
    page: '/Resources << /Pattern << /P 5 0 R >> >>',
    objects: [
      '<< /PatternType 2 /Shading 7 0 R /ExtGState 6 0 R >>',
      '<< /TR << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> >>',
    ],
  },
  'an annotation for the screen alone': { page: annotation('/F 0') },
  'an annotation without flags': { page: annotation('') },
  'an annotation for paper alone': { page: annotation('/F 36') },
  'an annotation that shows under the pointer': { page: annotation('/F 292') },
  'a field for paper alone': {
    page: annotation('/F 36', '/Subtype /Widget /FT /Tx /T (a) /V (999)'),
    catalog: '/AcroForm << /Fields [] >>',
  },
  'a watermark fixed to the sheet': {
    page: annotation('/F 4', '/Subtype /Watermark /FixedPrint << /Type /FixedPrint /H 0.5 >>'),
  },
  'another picture for printing': {
    page: '/Resources << /XObject << /I 5 0 R >> >>',
    objects: [image('/Alternates [<< /Image 6 0 R /DefaultForPrinting true >>]'), image('')],
  },
  'a page of another file in its place': {
    page: '/Resources << /XObject << /F 5 0 R >> >>',
    objects: [
      {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (outro.pdf) /Page 0 >>',
        data: Buffer.from('0 0 9 9 re f'),
      },
    ],
  },
  'PostScript for printers': {
    page: '/Resources << /XObject << /P 5 0 R >> >>',
    objects: [{ dict: '/Type /XObject /Subtype /PS', data: Buffer.from('showpage') }],
  },
  'a transfer function': {
    page: '/Resources << /ExtGState << /G 5 0 R >> >>',
    objects: ['<< /TR << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> >>'],
  },
  'another box for printing': { catalog: '/ViewerPreferences << /PrintArea /MediaBox >>' },
  'some pages alone': { catalog: '/ViewerPreferences << /PrintPageRange [1 1] >>' },
  'another presentation of the pages': {
    catalog: '/Names << /AlternatePresentations << /Names [(a) 5 0 R] >> >>',
    objects: ['<< /Type /SlideShow /Subtype /Embedded >>'],
  },
};

it.each(Object.entries(TRICKS))('finds and evens out %s', async (_name, trick) => {
  const pdf = readPdf(armedWith(trick));
  expect(await printsOtherwise(pdf)).toBe(true);
  const evened = await disarm(pdf);
  expect(evened?.removed).toContain('print-differences');
  const after = readPdf(evened?.pdf ?? Buffer.alloc(0));
  expect(await printsOtherwise(after)).toBe(false);
  expect(await disarm(after)).toBeUndefined();
});

it('draws on screen and on paper as the screen showed it, without layers', async () => {
  const page = {
    content: '/OC /A BDC 1 0 0 rg 0 0 9 9 re f EMC /OC /B BDC 0 1 0 rg 0 0 9 9 re f EMC',
    resources: '/Properties << /A 6 0 R /B 7 0 R >>',
    catalog: LAYERS(BOTH_EVENTS).replaceAll('5 0 R 6 0 R', '6 0 R 7 0 R'),
    objects: [SCREEN, PAPER],
  };
  const evened = await disarm(readPdf(otherwisePdf(page)));
  expect(evened?.removed).toEqual(['print-differences', 'layers']);
  const after = readPdf(evened?.pdf ?? Buffer.alloc(0));
  expect(after.catalog.has('OCProperties')).toBe(false);
  const content = after.resolve(after.pages[0]?.dict.get('Contents'));
  if (content === null || typeof content !== 'object' || !('data' in content)) throw new Error('no content');
  const drawn = Buffer.from(after.decode(content)).toString('latin1').split(/\s+/).join(' ').trim();
  expect(drawn).toBe('1 0 0 rg 0 0 9 9 re f 0 1 0 rg 0 0 9 9 re n');
});

describe.each(Object.entries(OTHERWISE))('%s', (_name, page) => {
  it('is evened out, or reported where nothing may be rewritten', async () => {
    const pdf = readPdf(otherwisePdf(page));
    expect(await printsOtherwise(pdf)).toBe(true);
    const evened = await disarm(pdf);
    expect(evened?.removed).toContain('print-differences');
    const after = readPdf(evened?.pdf ?? Buffer.alloc(0));
    expect(await printsOtherwise(after)).toBe(false);
    expect(await disarm(after)).toBeUndefined();
  });
});

it.each(Object.entries(UNTOLD))('does not guess at %s', async (_name, page) => {
  const pdf = readPdf(otherwisePdf(page));
  expect(await printsOtherwise(pdf)).toBe(true);
  await expect(disarm(pdf)).rejects.toThrow(ContentError);
});

it.each(Object.entries(HONEST))(
  'takes no more than it must of %s',
  async (_name, { removed = [], ...page }) => {
    const pdf = readPdf(otherwisePdf(page));
    const evened = await disarm(pdf);
    expect(evened?.removed ?? []).toEqual(removed);
    expect(await printsOtherwise(pdf)).toBe(removed.includes('print-differences'));
    expect(await disarm(evened ? readPdf(evened.pdf) : pdf)).toBeUndefined();
  },
);

const SAME: Readonly<Record<string, Trick>> = {
  'a link without a flag for printing': { page: annotation('/F 0', '/Subtype /Link') },
  'a popup': { page: annotation('/F 0', '/Subtype /Popup') },
  'an annotation that shows and prints': { page: annotation('/F 4') },
  'a hidden annotation': { page: annotation('/F 2') },
  'a field without area': {
    page: '/Annots [<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /Rect [0 0 0 0] >>]',
  },
  'layers without usage': {
    catalog: LAYERS('/OFF [6 0 R]'),
    objects: ['<< /Type /OCG /Name (a) >>', '<< /Type /OCG /Name (b) >>'],
  },
  'a soft mask with a transfer function': {
    page: '/Resources << /ExtGState << /G 5 0 R >> >>',
    objects: ['<< /Type /ExtGState /SMask << /S /Luminosity /G 6 0 R /TR /Identity >> >>', 'null'],
  },
};

it.each(Object.entries(SAME))('finds nothing in %s', async (_name, trick) => {
  expect(await printsOtherwise(readPdf(armedWith(trick)))).toBe(false);
});
