import type { RevisionWriter } from '@lacre/pades';
import { PdfRef } from '@lacre/pades/pdf';
import { annotatePage } from '@lacre/pades/seal';

import { type LaterSigning, signedLater } from '../fixtures/later-revision.ts';
import { attacks, type Attack } from './attack.ts';

/** The rectangle of an honest stamp, at the foot of the first page. */
const RECT = '60 60 260 110';
export const BOX = '/Type /XObject /Subtype /Form /BBox [0 0 200 50]';
const DRAWING = '0.9 g 0 0 200 50 re f BT /F1 9 Tf 4 20 Td (Assinado por Outra Empresa) Tj ET';

const font = (writer: RevisionWriter): string =>
  `${writer.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>').num} 0 R`;

function form(writer: RevisionWriter, keys = '', data = DRAWING, box = BOX): string {
  // An object that nothing leads to would be what the verdict is about.
  const resources = keys.includes('/Resources') ? '' : `/Resources << /Font << /F1 ${font(writer)} >> >>`;
  const body = `<< ${box} /Length ${data.length} ${resources} ${keys} >>\nstream\n${data}\nendstream`;
  return `${writer.add(body).num} 0 R`;
}

/** An honest stamp: what other signing programs draw. */
export const STAMP: LaterSigning = { rect: RECT, field: (writer) => `/AP << /N ${form(writer)} >>` };

const stamped =
  (options: LaterSigning): Attack['make'] =>
  ({ table }) =>
    signedLater(table.file, { ...STAMP, ...options });

/** Resources whose one form XObject is what the trick is about. */
const within = (keys: string, subtype = 'Form'): LaterSigning => ({
  field: (writer) => {
    const inner = writer.add(
      `<< /Type /XObject /Subtype /${subtype} /BBox [0 0 200 50] /Length 1 ${keys} >>\nstream\n \nendstream`,
    );
    return `/AP << /N ${form(writer, `/Resources << /XObject << /X ${inner.num} 0 R >> >>`, '/X Do')} >>`;
  },
});

const EVERYWHERE = '1 0 0 rg -900 -900 2000 2000 re f';

/** A stamp of this drawing, with resources that may have parts of their own. */
export const drawn = (
  data: string,
  resources: (writer: RevisionWriter) => string = () => '',
): Attack['make'] =>
  stamped({
    field: (writer) => `/AP << /N ${form(writer, `/Resources << ${resources(writer)} >>`, data)} >>`,
  });

export const part = (writer: RevisionWriter, keys: string, data: string): string =>
  `${writer.add(`<< ${keys} /Length ${data.length} >>\nstream\n${data}\nendstream`).num} 0 R`;

/** A part that is a resource of itself. */
function inItself(kind: 'XObject' | 'Pattern', keys: string, draw: string): Attack['make'] {
  return drawn(draw, (writer) => {
    const self = writer.reserve();
    const again = `/Resources << /${kind} << /X ${self.num} 0 R >> >>`;
    writer.write(self, `<< ${keys} ${again} /Length ${draw.length} >>\nstream\n${draw}\nendstream`);
    return `/${kind} << /X ${self.num} 0 R >>`;
  });
}

export const TILE = '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9';
export const TILED = '/Pattern cs /X scn 0 0 200 50 re f';
const glyph = (procedure: string): Attack['make'] =>
  drawn('BT /T 10 Tf (a) Tj ET', (writer) => {
    const proc = part(writer, '', procedure);
    const names = `/Encoding << /Differences [97 /a] >> /CharProcs << /a ${proc} >>`;
    const widths = '/FirstChar 97 /LastChar 97 /Widths [500]';
    return `/Font << /T << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] ${names} ${widths} >> >>`;
  });

/** Drawings that do not keep to their own state, so that some reader draws elsewhere, or nothing of the page. */
const UNBALANCED: Readonly<Record<string, Attack['make']>> = {
  'a stamp that restores more than it saved, and paints': drawn(`Q Q Q ${EVERYWHERE}`),
  'a stamp that restores more than it saved, and saves again': drawn(`Q Q ${EVERYWHERE} q q`),
  'a stamp that leaves states saved': drawn('q q q 0 0 9 9 re f'),
  'a stamp that ends marks and texts that it did not begin': drawn(`EMC ET Q ${EVERYWHERE}`),
  'a stamp whose text clips and does not end': drawn('BT 7 Tr /F1 20 Tf (a) Tj'),
  'a stamp whose text clips': drawn('BT 4 Tr /F1 20 Tf (a) Tj ET'),
  'a stamp whose form restores too much': drawn('/X Do', (writer) => {
    const inner = part(writer, BOX, `Q Q Q ${EVERYWHERE}`);
    return `/XObject << /X ${inner} >>`;
  }),
  'a stamp whose tile restores too much': drawn(TILED, (writer) => {
    const tile = part(writer, TILE, `Q Q Q ${EVERYWHERE}`);
    return `/Pattern << /X ${tile} >>`;
  }),
  'a stamp whose glyph restores too much': glyph(`500 0 d0 Q Q Q ${EVERYWHERE}`),
  'a stamp that is a form in itself': inItself('XObject', BOX, '/X Do'),
  'a stamp that is a tile in itself': inItself('Pattern', TILE, TILED),
  'a stamp of arrays in arrays': drawn(`${'['.repeat(3000)}${']'.repeat(3000)} TJ`),
  'a stamp of more states than readers keep': drawn(`${'q '.repeat(5000)}${'Q '.repeat(5000)}`),
  'a stamp with a picture that no reader has room for': drawn('/X Do', (writer) => {
    const size = '/Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8';
    return `/XObject << /X ${part(writer, `/Subtype /Image ${size}`, 'x')} >>`;
  }),
  'a stamp with a picture whose width is elsewhere': drawn('/X Do', (writer) => {
    const size = `/Width ${writer.add('60000').num} 0 R /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    return `/XObject << /X ${part(writer, `/Subtype /Image ${size}`, 'x')} >>`;
  }),
  'a stamp of tiles without number': drawn(TILED, (writer) => {
    const tile = part(writer, TILE.replaceAll('Step 9', 'Step .0001'), '0 0 9 9 re f');
    return `/Pattern << /X ${tile} >>`;
  }),
  'a stamp of an endless list': drawn('1 '.repeat(20_000)),
  'a stamp of what is no operator': drawn(`BX foo EX ${DRAWING}`),
  'a stamp with an image of no certain end': drawn('BI /W 1 /H 1 /CS /G /BPC 8 ID a EI Q EI Q'),
  'a stamp on a layer that nothing names': drawn(`/OC /L BDC ${DRAWING} EMC`),
  'a stamp that is packed in two ways': stamped({
    field: (writer) => `/AP << /N ${form(writer, '/DP << /Predictor 12 /Columns 4 >>')} >>`,
  }),
  'a stamp in a superfluous filter': stamped({
    field: (writer) => `/AP << /N ${form(writer, '/Filter /ASCIIHexDecode', '51 51 51>')} >>`,
  }),
};

/** Stamps that draw elsewhere, only sometimes, only on paper, or something else than they should. */
/** An honest stamp, and beside it what a signing program leaves behind. */
const leftBehind = (body: string, edit: (num: number, writer: RevisionWriter) => void = () => {}) =>
  stamped({ edit: (writer) => edit(writer.add(body).num, writer) });
const EMPTY = '/Type /XObject /Subtype /Form /BBox [0 30 200 0] /Resources << >>';

/** More than an empty form XObject that nothing refers to. */
const LEFT_BEHIND: Readonly<Record<string, Attack['make']>> = {
  'an unreached form that draws': leftBehind(
    `<< ${EMPTY} /Length ${EVERYWHERE.length} >>\nstream\n${EVERYWHERE}\nendstream`,
  ),
  'an unreached form of a space': leftBehind(`<< ${EMPTY} /Length 1 >>\nstream\n \nendstream`),
  'an unreached form that names the first page': (bases) =>
    leftBehind(`<< ${EMPTY} /Length 0 /Ref ${bases.table.roles.page.num} 0 R >>\nstream\n\nendstream`)(bases),
  'an unreached form with resources': leftBehind(
    `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /ExtGState << >> >> /Length 0 >>\nstream\n\nendstream`,
  ),
  'an unreached empty picture': leftBehind(
    '<< /Type /XObject /Subtype /Image /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream',
  ),
  'an unreached page': leftBehind('<< /Type /Page /MediaBox [0 0 595 842] >>'),
  'an unreached catalog': leftBehind('<< /Type /Catalog /Pages 2 0 R >>'),
  'an unreached text with the syntax of an object': leftBehind('(1 0 obj << /Type /Catalog >> endobj)'),
  'an empty form that another unreached one names': leftBehind(
    `<< ${EMPTY} /Length 0 >>\nstream\n\nendstream`,
    (num, writer) =>
      writer.add(
        `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${num} 0 R >> >> /Length 0 >>\nstream\n\nendstream`,
      ),
  ),
};

export const STAMPED_OTHERWISE: readonly Attack[] = attacks('sneaky signature', {
  ...UNBALANCED,
  ...LEFT_BEHIND,
  'a stamp with another appearance under the pointer': stamped({
    field: (writer) => `/AP << /N ${form(writer)} /R ${form(writer, '', '0 g 0 0 200 50 re f')} >>`,
  }),
  'a stamp with another appearance when pressed': stamped({
    field: (writer) => `/AP << /N ${form(writer)} /D ${form(writer, '', '0 g 0 0 200 50 re f')} >>`,
  }),
  'a stamp of two states': stamped({
    field: (writer) => `/AS /A1 /AP << /N << /A1 ${form(writer)} /A2 ${form(writer)} >> >>`,
  }),
  'a stamp on a layer of its own': stamped({
    field: (writer) => {
      const layer = writer.add('<< /Type /OCG /Name (x) >>');
      return `/AP << /N ${form(writer, `/OC ${layer.num} 0 R`)} >>`;
    },
  }),
  'a stamp with a layer inside': stamped({
    field: (writer) => {
      const layer = writer.add('<< /Type /OCG /Name (x) >>');
      const resources = `/Resources << /Properties << /L ${layer.num} 0 R >> >>`;
      return `/AP << /N ${form(writer, resources, '/OC /L BDC 0 0 200 50 re f EMC')} >>`;
    },
  }),
  'a stamp from another file': stamped(within('/Ref << /F (outro.pdf) /Page 0 >>')),
  'a stamp with another picture for print': stamped(
    within('/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Alternates []', 'Image'),
  ),
  'a stamp with a prepress substitute': stamped(within('/OPI << /2.0 << /Type /OPI >> >>')),
  'a stamp with PostScript': stamped(within('', 'PS')),
  'a stamp that is printed and not seen': stamped({ flags: 4 | 32 }),
  'a stamp that is seen and not printed': stamped({ flags: 128 }),
  'a stamp that comes and goes with the pointer': stamped({ flags: 4 | 256 }),
  'a stamp that keeps its size at every zoom': stamped({ flags: 4 | 8 }),
  'a stamp that does not turn with its page': stamped({ flags: 4 | 16 }),
  'a hidden stamp': stamped({ flags: 4 | 2 }),
  'a stamp that leaves the page': stamped({ rect: '500 60 700 110' }),
  'a stamp as large as most of the page': stamped({ rect: '10 10 590 830' }),
  'a stamp whose appearance is slanted': stamped({
    field: (writer) => `/AP << /N ${form(writer, '/Matrix [1 0.5 0 1 0 0]')} >>`,
  }),
  'a stamp whose appearance has no area': stamped({
    field: (writer) =>
      `/AP << /N ${form(writer, '', DRAWING, '/Type /XObject /Subtype /Form /BBox [0 0 0 50]')} >>`,
  }),
  'a stamp whose appearance is turned to nothing': stamped({
    field: (writer) => `/AP << /N ${form(writer, '/Matrix [0 0 0 0 0 0]')} >>`,
  }),
  'a stamp with a colour beside its appearance': stamped({
    field: (writer) => `/AP << /N ${form(writer)} >> /MK << /BG [1 1 1] >>`,
  }),
  'a stamp on two pages': stamped({
    edit: (writer, pdf) => {
      const page = pdf.pages[1];
      // The signature takes the first free number, its field the next.
      if (page) annotatePage(pdf, writer, page, new PdfRef(pdf.size + 1, 0));
    },
  }),
  'a stamp beside another signature in one revision': stamped({
    field: (writer) => {
      const twin = writer.add(
        `<< /Type /Annot /Subtype /Widget /FT /Sig /F 132 /Rect [300 60 400 110] /AP << /N ${form(writer)} >> >>`,
      );
      return `/AP << /N ${form(writer)} >> /Kids [${twin.num} 0 R]`;
    },
  }),
  'a stamp that draws the page it is on': ({ table }) =>
    signedLater(table.file, {
      ...STAMP,
      field: (writer) =>
        `/AP << /N ${form(writer, `/Resources << /XObject << /X ${table.roles.page.num} 0 R >> >>`)} >>`,
    }),
  'a stamp and a word more on the page': ({ table }) =>
    signedLater(table.file, {
      ...STAMP,
      edit: (writer) => {
        const text = 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 900.000,00.) Tj ET';
        writer.write(table.roles.content, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
      },
    }),
});
