import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf, onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { expect, test } from 'vitest';

import { validatePdf } from '../validate/validate-pdf.ts';
import { sealPdf } from './seal-pdf.ts';

/** A signature reference dictionary (ISO 32000-2, Table 256) that names the object it is about. */
const reference = (method: string, params: string, data: string): string =>
  `<< /Type /SigRef /TransformMethod /${method} /TransformParams << /Type /TransformParams ${params} >> /Data ${data} >>`;

const FORM = '/AcroForm << /SigFlags 3 /Fields [5 0 R] >>';

function signedWith(references: string, catalog = '', others = new Map<number, string>()): Buffer {
  const pdf = onePage(new HandWrittenPdf(), '/Annots [5 0 R]', `${FORM} ${catalog}`)
    .object(5, '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 6 0 R /Rect [0 0 0 0] /P 3 0 R >>')
    .object(6, `<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /Reference ${references} >>`);
  for (const [num, body] of others) pdf.object(num, body);
  return pdf.table('/Root 1 0 R').bytes;
}

const DOC_MDP = reference('DocMDP', '/P 2 /V /1.2', '1 0 R');
const FIELD_MDP = reference('FieldMDP', '/Action /All /V /1.2', '1 0 R');
const UR3 = reference('UR3', '/Document [/FullSave] /V /2.2', '1 0 R');

const FILES: Readonly<Record<string, () => Buffer>> = {
  'certified, the catalog named by the reference': () =>
    signedWith(`[${DOC_MDP}]`, '/Perms << /DocMDP 6 0 R >>'),
  'fields locked, the catalog named by the reference': () => signedWith(`[${FIELD_MDP}]`),
  'fields locked, the form named by the reference': () =>
    signedWith(`[${reference('FieldMDP', '/Action /All /V /1.2', '5 0 R')}]`),
  'usage rights beside a signature': () =>
    signedWith(
      '[]',
      '/Perms << /UR3 7 0 R >>',
      new Map([[7, `<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /Reference [${UR3}] >>`]]),
    ),
  'a reference dictionary of its own': () => signedWith('[7 0 R]', '', new Map([[7, DOC_MDP]])),
  'a list of references of its own': () =>
    signedWith('7 0 R', '', new Map([[7, `[${DOC_MDP} ${FIELD_MDP}]`]])),
};

test.each(Object.entries(FILES))('seals a file with %s', async (_, make) => {
  const { signer } = await authority();
  const pdf = make();
  const sealed = await sealPdf({ pdf, signer, signingTime: NOW });
  const certificate = (await authority()).seal.certificate;
  const verdict = await validatePdf(Buffer.concat(sealed.pdf), {
    trustedSealCertificates: [{ certificate, chain: [] }],
  });
  // The signature inside is made up and does not hold; the seal over it does.
  expect(verdict).toMatchObject({ verdict: 'unsound-inside' });
});

test('refuses a catalog that a key named Data outside a signature reference leads to', async () => {
  const { signer } = await authority();
  const pdf = onePage(new HandWrittenPdf(), '/PieceInfo << /Data 1 0 R >>').table('/Root 1 0 R').bytes;
  await expect(sealPdf({ pdf, signer, signingTime: NOW, attachments: [] })).rejects.toMatchObject({
    code: 'role-conflict',
  });
});
