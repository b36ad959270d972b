import { sealPdf } from '@lacre/pades';

import { NOW } from '../fixtures/authorities.ts';
import { HandWrittenPdf } from '../fixtures/hand-written-pdf.ts';
import { attacks, type Attack } from './attack.ts';
import { contract, rolesOf, type Roles } from './contract.ts';
import { forcedSeal } from './forced-seal.ts';
import { RawUpdate } from './raw-update.ts';
import type { Bases, SealedFile } from './sealed-bases.ts';

const SHOWN = 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 100,00.) Tj ET';
const HIDDEN = 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 900.000,00.) Tj ET';

/** Seals a document that was prepared for what will be done to it afterwards. */
async function sealed({ owner }: Bases, pdf: Buffer): Promise<Buffer> {
  const request = { pdf, signer: owner.signer, signingTime: NOW, reserveBytes: 4200 };
  return Buffer.concat((await sealPdf(request)).pdf);
}

const TRAILER = '/Root 1 0 R /Info 14 0 R /ID [<c0ffee> <c0ffee>]';

/** Prepared, sealed, then updated. */
function prepared(
  document: HandWrittenPdf,
  edit: (update: RawUpdate, roles: Roles) => unknown,
  trailer: Record<string, string> = {},
): Attack['make'] {
  const bytes = document.table(TRAILER).bytes;
  return async (bases) => {
    const update = new RawUpdate(await sealed(bases, bytes));
    edit(update, rolesOf(update.pdf));
    return update.finish(trailer);
  };
}

/** Hides another object 4, which our writer refuses to seal: sealed by one that does not look, then listed. */
function forcedAndListed(document: HandWrittenPdf, hidden: string): Attack['make'] {
  const bytes = document.table(TRAILER).bytes;
  const seal = { previous: document.lastSection ?? 0, firstNumber: 60 };
  return async ({ owner }) => {
    const update = new RawUpdate(await forcedSeal(bytes, owner.signer, seal));
    const offset = Buffer.from(update.pdf.bytes).indexOf(hidden);
    return update.list(4, { offset, gen: 0 }).finish();
  };
}

/** One more content stream, so that the prepared part can be distinguished from what the reader shows. */
function withHidden(page = '', catalog = ''): HandWrittenPdf {
  return contract(page, catalog).stream(30, HIDDEN);
}

const offsetOf = (update: RawUpdate, num: number): number => update.pdf.indirectObject(num)?.start ?? 0;

export const SHADOW_HIDE: readonly Attack[] = attacks('shadow hide', {
  'the covering form emptied': prepared(contract(), (update, { cover }) =>
    update.stream(cover.num, ' ', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]'),
  ),
  'the covering form freed': prepared(contract(), (update, { cover }) =>
    update.list(cover.num, { free: true, gen: 1 }),
  ),
  'the covering form made an image of nothing': prepared(contract(), (update, { cover }) =>
    update.edit(cover, { Subtype: '/Image' }),
  ),
  'the covering form moved by its Matrix': prepared(contract(), (update, { cover }) =>
    update.edit(cover, { Matrix: '[1 0 0 1 9000 9000]' }),
  ),
  'the covering form clipped by its BBox': prepared(contract(), (update, { cover }) =>
    update.edit(cover, { BBox: '[0 0 0 0]' }),
  ),
  'the covering form put on a layer that is off': prepared(
    contract('', '/OCProperties << /OCGs [30 0 R] /D << /OFF [30 0 R] >> >>').object(
      30,
      '<< /Type /OCG /Name (x) >>',
    ),
    (update, { cover }) => update.edit(cover, { OC: '30 0 R' }),
  ),
  'the layer of the covering form turned off': prepared(
    contract('', '/OCProperties << /OCGs [30 0 R] /D 31 0 R >>')
      .object(30, '<< /Type /OCG /Name (x) >>')
      .object(31, '<< /ON [30 0 R] >>'),
    (update) => update.edit({ num: 31, gen: 0 }, { ON: undefined, OFF: '[30 0 R]' }),
  ),
  'the covering annotation hidden': prepared(
    contract().object(30, '<< /Type /Annot /Subtype /Square /Rect [60 600 260 640] /F 4 >>'),
    (update, { page }) => update.edit({ num: 30, gen: 0 }, { F: '2' }).edit(page, { Annots: '[30 0 R]' }),
  ),
  'the reference to the covering form taken out of the resources': prepared(
    contract(),
    (update, { page, font }) => update.edit(page, { Resources: `<< /Font << /F1 ${font.num} 0 R >> >>` }),
  ),
  'the graphics state of the cover made transparent': prepared(
    contract().object(30, '<< /Type /ExtGState /ca 1 >>'),
    (update) => update.edit({ num: 30, gen: 0 }, { ca: '0' }),
  ),
});

export const SHADOW_REPLACE: readonly Attack[] = attacks('shadow replace', {
  'the font drawn anew': prepared(contract(), (update, { font }) =>
    update.edit(font, { Encoding: '<< /Differences [49 /nine 48 /nine] >>' }),
  ),
  'the font put in place of another': prepared(contract(), (update, { font }) =>
    update.edit(font, { BaseFont: '/ZapfDingbats' }),
  ),
  'the value of a field changed': prepared(contract(), (update, { field }) =>
    update.edit(field, { V: '(900000)' }),
  ),
  'the appearance of a field changed': prepared(contract(), (update, { appearance }) =>
    update.stream(
      appearance.num,
      'BT /F1 10 Tf (900000) Tj ET',
      '/Type /XObject /Subtype /Form /BBox [0 0 140 20]',
    ),
  ),
  'another appearance named': prepared(withHidden(), (update, { field }) =>
    update.edit(field, { AP: '<< /N 30 0 R >>' }),
  ),
  'the default appearance of the form': prepared(contract(), (update, { form }) =>
    update.edit(form, { DA: '(/ZaDb 0 Tf 1 g)' }),
  ),
  'the default value of a field': prepared(contract(), (update, { field }) =>
    update.edit(field, { DV: '(9)' }),
  ),
  'the length of the content, an object of its own': prepared(
    contract('/Group 30 0 R').object(31, '10').raw('').object(30, '<< /Type /Group /Length 31 0 R >>'),
    (update) => update.object(31, '20'),
  ),
  'an indirect MediaBox moved': prepared(contract('/MediaBox 30 0 R').object(30, '[0 0 595 842]'), (update) =>
    update.object(30, '[0 0 595 650]'),
  ),
  'an indirect Rotate turned': prepared(contract('/Rotate 30 0 R').object(30, '0'), (update) =>
    update.object(30, '180'),
  ),
  'an image XObject replaced': prepared(
    contract().stream(
      30,
      '\0',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    ),
    (update) => update.edit({ num: 30, gen: 0 }, { Decode: '[1 0]' }),
  ),
  'the text behind the glyphs': prepared(contract(), (update, { font }) => {
    const map = update.fresh();
    update.stream(map, 'begincmap').edit(font, { ToUnicode: `${map} 0 R` });
  }),
  'a field name that changes what is submitted': prepared(contract(), (update, { field }) =>
    update.edit(field, { TU: '(Outro valor)' }),
  ),
});

const otherTree = (): HandWrittenPdf =>
  withHidden()
    .object(
      31,
      '<< /Type /Page /Parent 32 0 R /MediaBox [0 0 595 842] /Contents 30 0 R /Resources << /Font << /F1 6 0 R >> >> >>',
    )
    .object(32, '<< /Type /Pages /Kids [31 0 R] /Count 1 >>')
    .object(33, '<< /Type /Catalog /Pages 32 0 R /AcroForm 10 0 R >>');

export const SHADOW_HIDE_AND_REPLACE: readonly Attack[] = attacks('shadow hide and replace', {
  'the catalog moved to a hidden one by the cross-reference alone': prepared(
    otherTree(),
    (update, { catalog }) => update.list(catalog.num, { offset: offsetOf(update, 33), gen: 0 }),
  ),
  'a hidden catalog named in the trailer': prepared(otherTree(), () => undefined, { Root: '33 0 R' }),
  'a hidden page tree named in the catalog': prepared(otherTree(), (update, { catalog }) =>
    update.edit(catalog, { Pages: '32 0 R' }),
  ),
  'the page tree moved to a hidden one by the cross-reference alone': prepared(
    otherTree(),
    (update, { pages }) => update.list(pages.num, { offset: offsetOf(update, 32), gen: 0 }),
  ),
  'hidden content named in the page': prepared(withHidden(), (update, { page }) =>
    update.edit(page, { Contents: '30 0 R' }),
  ),
  'the content moved to hidden content by the cross-reference alone': prepared(
    withHidden(),
    (update, { content }) => update.list(content.num, { offset: offsetOf(update, 30), gen: 0 }),
  ),
  'the content moved back to an older revision by the cross-reference alone': async (bases) => {
    const first = contract().stream(30, SHOWN).table(TRAILER);
    const old = first.bytes.indexOf('30 0 obj');
    const second = first.stream(30, HIDDEN).table(TRAILER).bytes;
    return new RawUpdate(await sealed(bases, second)).list(30, { offset: old, gen: 0 }).finish();
  },
  'a hidden object inside a stream, named by the cross-reference': forcedAndListed(
    contract().stream(30, '4 0 obj\n<< /Length 3 >>\nstream\nq Q\nendstream\nendobj'),
    '4 0 obj\n<< /Length 3 >>',
  ),
  'a hidden object inside a string, named by the cross-reference': forcedAndListed(
    contract().object(30, '(4 0 obj\n<< /Kids 1 >>\nendobj\n)'),
    '4 0 obj\n<< /Kids 1',
  ),
  'a reference to nothing, filled': prepared(contract('/Thumb 31 0 R'), (update) =>
    update.object(31, '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >> >>'),
  ),
  'an empty field of the page, filled': prepared(contract('/AA 30 0 R'), (update) =>
    update.object(30, '<< /O << /S /JavaScript /JS (1) >> >>'),
  ),
  'members of a new object stream in the place of pages': prepared(withHidden(), (update, { page }) => {
    const [container] = [update.fresh()];
    const body = `<< /Type /Page /Parent 2 0 R /Contents 30 0 R >>`;
    update.stream(container, `${page.num} 0 ${body}`, `/Type /ObjStm /N 1 /First ${`${page.num} 0 `.length}`);
    update.list(page.num, { container, index: 0 });
  }),
});

/** A seal taken, by update, onto a document that never was sealed. */
export const SHADOW_OTHERS: readonly Attack[] = attacks('shadow replace', {
  'the whole seal revision put after another document': async ({ table }: Bases) => afterAnother(table),
});

/** The seal revision byte for byte, after a document of the same length. */
function afterAnother({ file, pdf }: SealedFile): Buffer {
  const end = pdf.revisions[0]?.end ?? 0;
  const other = Buffer.from(file);
  other.write('900.000', other.indexOf('100,00'), 'latin1');
  return Buffer.concat([other.subarray(0, end), file.subarray(end)]);
}
