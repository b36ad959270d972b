import { sealPdf } from '@lacre/pades';

import { NOW } from '../fixtures/authorities.ts';
import { HandWrittenPdf, onePage } from '../fixtures/hand-written-pdf.ts';
import { type LaterSigning, signedLater } from '../fixtures/later-revision.ts';
import { attacks, type Attack } from './attack.ts';

const FIELD = { num: 31, gen: 0 };
const EMPTY = '/Type /Annot /Subtype /Widget /FT /Sig /T (Testemunha) /F 4 /P 3 0 R';
const POINT = '/Rect [0 0 0 0]';
const COVERING = '/Rect [30 180 290 240]';

/** A document with one field that waits for a signature. */
function withEmptyField(keys: string): HandWrittenPdf {
  return onePage(new HandWrittenPdf(), '/Annots [31 0 R]', '/AcroForm 30 0 R')
    .object(30, '<< /Fields [31 0 R] >>')
    .object(31, `<< ${EMPTY} ${keys} >>`);
}

/** A document with a text that has no appearance yet. */
function withText(form: string, text: string, annots = '31 0 R', fields = '31 0 R'): HandWrittenPdf {
  return onePage(new HandWrittenPdf(), `/Annots [${annots}]`, '/AcroForm 30 0 R')
    .object(30, `<< /Fields [${fields}] ${form} >>`)
    .object(31, `<< /Type /Annot /Rect [40 100 290 130] /F 4 /P 3 0 R ${text} >>`)
    .object(6, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
}

const RESOURCES = '<< /Font << /Helv 6 0 R >> >>';
const APPEARANCE = '(/Helv 12 Tf 1 0 0 rg)';
const TEXT = '/Subtype /Widget /FT /Tx /T (Valor) /V (R$ 1.000.000,00)';

/** A text that the form does not know of, though it is on the page. */
const ORPHAN = `${TEXT} /DA ${APPEARANCE}`;

/** Sealed, then signed by a stranger. */
function signed(document: HandWrittenPdf, signing: LaterSigning): Attack['make'] {
  const pdf = document.table('/Root 1 0 R /ID [<c0ffee> <c0ffee>]').bytes;
  return async ({ owner }) => {
    const request = { pdf, signer: owner.signer, signingTime: NOW, reserveBytes: 4200 };
    return signedLater(Buffer.concat((await sealPdf(request)).pdf), signing);
  };
}

const filled = (keys: string, changed: Record<string, string>): Attack['make'] =>
  signed(withEmptyField(keys), { into: { field: FIELD, keys: changed } });

/** What a form is given, and what a field no longer has, that some readers draw by. */
export const DRAWN_OTHERWISE: readonly Attack[] = attacks('sneaky signature', {
  'a default appearance for a text field that had none': signed(withText(`/DR ${RESOURCES}`, TEXT), {
    form: { DA: APPEARANCE },
  }),
  'a default appearance where appearances are to be made': signed(
    withText(`/NeedAppearances true /DR ${RESOURCES}`, TEXT),
    { form: { DA: APPEARANCE } },
  ),
  'resources for a text field that had none': signed(withText(`/DA ${APPEARANCE}`, TEXT), {
    form: { DR: RESOURCES },
  }),
  'a default appearance for a text that is no field of the form': signed(
    withText(`/DR ${RESOURCES}`, TEXT, '31 0 R', ''),
    { form: { DA: APPEARANCE } },
  ),
  'a default appearance for a field whose type is its parent’s': signed(
    withText(`/DR ${RESOURCES}`, '/Subtype /Widget /Parent 32 0 R', '31 0 R', '32 0 R').object(
      32,
      '<< /FT /Tx /T (Valor) /V (R$ 1.000.000,00) /Kids [31 0 R] >>',
    ),
    { form: { DA: APPEARANCE } },
  ),
  'a default appearance for a field that is on no page': signed(withText(`/DR ${RESOURCES}`, TEXT, ''), {
    form: { DA: APPEARANCE },
  }),
  'resources for a free text that has none': signed(
    withText('', `/Subtype /FreeText /Contents (R$ 1.000.000,00) /DA ${APPEARANCE}`, '31 0 R', ''),
    { form: { DR: RESOURCES } },
  ),
  'a signature that takes a text of the page for its own': signed(
    withText(`/DR ${RESOURCES}`, ORPHAN, '31 0 R', ''),
    {
      field: () => '/Kids [31 0 R]',
    },
  ),
  'a signature that takes a text of the page for one below it': signed(
    withText(`/DR ${RESOURCES}`, ORPHAN, '31 0 R', ''),
    { field: (writer) => `/Kids [${writer.add('<< /Kids [31 0 R] >>').num} 0 R]` },
  ),
  'a signature that takes a text of the page for a field below it': signed(
    withText(`/DR ${RESOURCES}`, ORPHAN, '31 0 R', ''),
    { field: (writer) => `/Kids [${writer.add('<< /FT /Tx /T (x) /Kids [31 0 R] >>').num} 0 R]` },
  ),
  'a signature below a field of the document': signed(withText(`/DR ${RESOURCES}`, TEXT), {
    field: () => '/Parent 31 0 R',
  }),
  'resources for a free text whose appearance is none': signed(
    withText('', `/Subtype /FreeText /Contents (R$ 1.000.000,00) /DA ${APPEARANCE} /AP << >>`, '31 0 R', ''),
    { form: { DR: RESOURCES } },
  ),
  'a covering field signed and made a point': filled(`${COVERING} /MK << /BG [1 1 1] >>`, {
    Rect: '[0 0 0 0]',
  }),
  'a covering field without background signed and made a point': filled(COVERING, { Rect: '[0 0 0 0]' }),
  'a covering field with a border signed and made a point': filled(`${COVERING} /BS << /W 9 >>`, {
    Rect: '[30 180 30 180]',
  }),
  'a covering field signed and hidden': filled(`${COVERING} /MK << /BG [1 1 1] >>`, { F: '2' }),
  'a covering field signed, its appearance made empty': filled(`${COVERING} /MK << /BG [1 1 1] >>`, {
    AP: '<< /N null >>',
  }),
  'a covering field signed and nothing else': filled(COVERING, {}),
  'a field of no numbers signed, and made a point': filled('/Rect [/A /A /A /A]', { Rect: '[0 0 0 0]' }),
  'a field without area signed, and given a background': filled(POINT, { MK: '<< /BG [1 1 1] >>' }),
  'a field without area signed, its time a drawing': signed(withEmptyField(POINT), {
    into: { field: FIELD, keys: { M: '4 0 R' } },
  }),
  'a field without area signed, its flags a drawing': signed(withEmptyField(POINT), {
    into: { field: FIELD, keys: { F: '4 0 R' } },
  }),
  'a signature whose corners are nothing': signed(withEmptyField(POINT), {
    rect: 'null null null null',
    field: () => '/MK << /BG [1 1 1] >>',
  }),
  'a signature whose corners are one object': signed(withEmptyField(POINT), {
    rect: '3 0 R 3 0 R 3 0 R 3 0 R',
  }),
  'a signature whose corners are numbers of other readers': signed(withEmptyField(POINT), {
    rect: '9007199254740992 9007199254740992 9007199254740993 9007199254740993',
  }),
});
