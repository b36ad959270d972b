import type { RevisionWriter, StrictPdf } from '@lacre/pades';
import { PdfDict, type PdfRef } from '@lacre/pades/pdf';
import { editedDict } from '@lacre/pades/write';

import { signedLater } from '../fixtures/later-revision.ts';
import { attacks, type Attack } from './attack.ts';
import { RawUpdate } from './raw-update.ts';
import type { SealedFile } from './sealed-bases.ts';

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 400 60]';
const TEXT = 'BT /F1 18 Tf 0 20 Td (O valor e de R$ 900.000,00.) Tj ET';

/** An annotation put on the first page by an update, with its appearance. */
function annotated(base: SealedFile, subtype: string, keys = ''): Buffer {
  const update = new RawUpdate(base.file);
  const [annotation, appearance] = [update.fresh(), update.fresh()];
  update.stream(appearance, TEXT, FORM);
  update.object(
    annotation,
    `<< /Type /Annot /Subtype /${subtype} /Rect [60 680 460 740] /F 4 /AP << /N ${appearance} 0 R >> ${keys} >>`,
  );
  const { page, field, emptySignature } = base.roles;
  const annots = `[${field.num} 0 R ${emptySignature.num} 0 R ${annotation} 0 R]`;
  return update.edit(page, { Annots: annots }).finish();
}

/** The same, under the cover of a signature that is valid in itself. */
function annotatedAndSigned(base: SealedFile, subtype: string): Promise<Buffer> {
  return signedLater(base.file, {
    edit: (writer) => {
      const appearance = writer.add(`<< /Length ${TEXT.length} ${FORM} >>\nstream\n${TEXT}\nendstream`);
      writer.add(
        `<< /Type /Annot /Subtype /${subtype} /Rect [60 680 460 740] /AP << /N ${appearance.num} 0 R >> >>`,
      );
    },
  });
}

const SUBTYPES = [
  'FreeText',
  'Stamp',
  'Redact',
  'Square',
  'Ink',
  'Highlight',
  'Text',
  'Link',
  'FileAttachment',
];

export const EVIL_ANNOTATION: readonly Attack[] = [
  ...SUBTYPES.map((subtype): Attack => ({
    family: 'evil annotation',
    name: `${subtype} over the page`,
    make: ({ table }) => annotated(table, subtype),
  })),
  ...['FreeText', 'Stamp', 'Redact'].map((subtype): Attack => ({
    family: 'evil annotation',
    name: `${subtype} beside a stranger’s valid signature`,
    make: ({ table }) => annotatedAndSigned(table, subtype),
  })),
  ...attacks('evil annotation', {
    'after an archive time stamp': ({ archived }) => annotated(archived, 'FreeText'),
    'a text field with a value': ({ table }) => annotated(table, 'Widget', '/FT /Tx /T (Novo) /V (x)'),
    'a popup with JavaScript': ({ table }) =>
      annotated(table, 'Popup', '/AA << /O << /S /JavaScript /JS (1) >> >>'),
    'an annotation without appearance': ({ table }) =>
      new RawUpdate(table.file)
        .edit(table.roles.secondPage, { Annots: '[<< /Subtype /FreeText /Rect [0 0 9 9] /Contents (x) >>]' })
        .finish(),
    'an existing widget moved over the text': ({ table }) =>
      new RawUpdate(table.file).edit(table.roles.field, { Rect: '[60 680 460 740]' }).finish(),
    'an existing widget hidden': ({ table }) =>
      new RawUpdate(table.file).edit(table.roles.field, { F: '2' }).finish(),
    'the order of annotations changed': ({ table: { file, roles } }) =>
      new RawUpdate(file)
        .edit(roles.page, { Annots: `[${roles.emptySignature.num} 0 R ${roles.field.num} 0 R]` })
        .finish(),
  }),
];

type Signing = NonNullable<Parameters<typeof signedLater>[1]>;

const overlay =
  (keys = ''): NonNullable<Signing['field']> =>
  (writer) =>
    `/AP << /N ${writer.add(`<< /Length ${TEXT.length} ${FORM} >>\nstream\n${TEXT}\nendstream`).num} 0 R >> ${keys}`;

function change(ref: PdfRef, keys: Record<string, string>): NonNullable<Signing['edit']> {
  return (writer: RevisionWriter, pdf: StrictPdf) => {
    const dict = pdf.object(ref.num);
    if (!(dict instanceof PdfDict)) throw new Error('no dictionary');
    writer.write(ref, editedDict(dict, new Map(Object.entries(keys))));
  };
}

const sneaky = (options: Signing | ((base: SealedFile) => Signing)): Attack['make'] => {
  return ({ table }) => signedLater(table.file, typeof options === 'function' ? options(table) : options);
};

export const SNEAKY_SIGNATURE: readonly Attack[] = attacks('sneaky signature', {
  'a visible signature over the whole page': sneaky({ rect: '0 0 595 842', field: overlay() }),
  'a visible signature without appearance': sneaky({ rect: '60 680 460 740' }),
  'a signature without area that brings an appearance': sneaky({ field: overlay() }),
  'a signature of no width that brings an appearance': sneaky({ rect: '60 680 60 740', field: overlay() }),
  'a signature whose rectangle is an object of its own': sneaky({
    field: (writer) => `/Kids [${writer.add('<< /Subtype /Widget /Rect [60 680 460 740] >>').num} 0 R]`,
  }),
  'a signature with a border and background': sneaky({
    rect: '60 680 460 740',
    field: () => '/MK << /BG [1 1 1] /BC [0 0 0] >>',
  }),
  'a signature that is a note, shown by an icon of its own': sneaky({
    field: () => '/Contents (O valor e de R$ 900.000,00.) /Name /Note',
  }),
  'a signature whose widget is an annotation of another kind': sneaky({
    field: (writer) =>
      `/Kids [${writer.add('<< /Type /Annot /Subtype /Text /Rect [60 680 60 680] /Contents (x) >>').num} 0 R]`,
  }),
  'a signature that is a page': sneaky({ field: () => '/MediaBox [0 0 9 9]' }),
  'a signature under the name of another field': sneaky({ name: 'Valor' }),
  'a signature with an action': sneaky({ field: () => '/A << /S /URI /URI (http://example.org) >>' }),
  'a signature with actions of its field': sneaky({
    field: () => '/AA << /F << /S /JavaScript /JS (1) >> >>',
  }),
  'a signature and another page content': sneaky((base) => ({
    edit: (writer) => writer.write(base.roles.content, '<< /Length 3 >>\nstream\nq Q\nendstream'),
  })),
  'a signature and another value of a field': sneaky((base) => ({
    edit: change(base.roles.field, { V: '(900000)' }),
  })),
  'a signature and another font': sneaky((base) => ({
    edit: change(base.roles.font, { BaseFont: '/ZapfDingbats' }),
  })),
  'a signature and JavaScript in the catalog': sneaky((base) => ({
    bare: true,
    edit: change(base.roles.catalog, { OpenAction: '<< /S /JavaScript /JS (1) >>' }),
  })),
  'an empty field of the document signed, and moved over the text': async ({ table }) =>
    signedLater(table.file, {
      bare: true,
      edit: change(table.roles.emptySignature, { Rect: '[60 680 460 740]' }),
    }),
  'a signature that covers only part of its revision': async ({ table }) => {
    const signed = await signedLater(table.file);
    return new RawUpdate(signed).stream(table.roles.content.num, TEXT).finish();
  },
  'a broken signature': async ({ table }) => {
    const signed = await signedLater(table.file);
    const at = signed.lastIndexOf('/T (Outra)') + 4;
    signed[at] = 0x58;
    return signed;
  },
});
