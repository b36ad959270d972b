import { readPdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { armedWith, onePage, type RawObject } from '../../testing/pdfs/raw-pdf.ts';
import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';
import { REFUSALS } from '../intake-refusal.ts';

let test: TestSigner;
let intake: TestSigner['signer']['intake'];
beforeAll(async () => {
  test = await openTestSigner();
  ({ intake } = test.signer);
});
afterAll(() => test.close());

const CONTENT = 'BT 40 300 Td (1.000) Tj ET';
const OTHER = 'BT 40 300 Td (999.999) Tj ET';
/** The page's content once more, as a reader that rebuilds the file would find it. */
const HIDDEN = `\nendstream\nendobj\n4 0 obj\n<< /Length ${OTHER.length} >>\nstream\n${OTHER}\nendstream\nendobj\n`;

const content = { dict: '', data: Buffer.from(CONTENT) };
const FILES: Readonly<Record<string, () => Buffer>> = {
  'an unused stream': () => onePage(content, { dict: '', data: Buffer.from(HIDDEN) }),
  'a comment of the page’s content': () =>
    onePage({ dict: '', data: Buffer.from(`${CONTENT}\n%${HIDDEN.replaceAll('\n', ' ')}`) }),
  'lines of the page’s content': () => onePage({ dict: '', data: Buffer.from(`${CONTENT}${HIDDEN}`) }),
  'a string of the page': () => onePage(content, `<< /Title (\n4 0 obj\n<< >>\nendobj\n) >>`),
};

/** A document with a signature field that is filled, and more objects from number 7 on. */
const signed = (...objects: RawObject[]): Buffer =>
  armedWith({
    catalog: '/AcroForm << /Fields [5 0 R] /SigFlags 3 >>',
    page: '/Annots [5 0 R]',
    objects: [
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Assinatura) /Rect [0 0 0 0] /F 132 /P 3 0 R /V 6 0 R >>',
      '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 30] /Contents <00> >>',
      ...objects,
    ],
  });

it.each(Object.entries(FILES))('writes an unsigned file anew that hides objects in %s', async (_, make) => {
  const taken = await intake.takeIn(make());
  if (!taken.ok) throw new Error(taken.refusal.detail);
  expect(() => readPdf(taken.pdf).checkAllObjects()).not.toThrow();
  expect(taken).toMatchObject({ pages: 1, normalised: true });
});

it.each<[string, RawObject]>([
  ['a stream', { dict: '', data: Buffer.from(HIDDEN) }],
  ['a string', '<< /Title (\n4 0 obj\n<< >>\nendobj\n) >>'],
  ['a string that holds a trailer', '<< /Title (\ntrailer << /Root 9 0 R >>\n) >>'],
])('refuses a signed file that hides objects in %s', async (_, object) => {
  expect(await intake.takeIn(signed(object))).toEqual({ ok: false, refusal: REFUSALS.signedHiddenSyntax });
});
