import { createHash } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf, onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import {
  evidenceDocument,
  HONEST_DOCUMENTS,
  pdfLibDocument,
} from '@lacre/pades-lab/fixtures/honest-documents';
import { qpdf, verifyByOpenssl } from '@lacre/pades-lab/fixtures/outside-judges';
import { expect, test } from 'vitest';

import { readPdf } from '../pdf/strict-pdf.ts';
import { validatePdf } from '../validate/validate-pdf.ts';
import { sealPdf } from './seal-pdf.ts';

const PAYLOAD = {
  name: 'evidência.json',
  mediaType: 'application/json',
  bytes: Buffer.from(JSON.stringify({ participantes: Array.from({ length: 40 }, (_, index) => index) })),
  description: 'Dados da assinatura (lacre)',
  relationship: 'Data',
} as const;

async function qpdfStatus(bytes: Uint8Array): Promise<number> {
  return (await qpdf(bytes, (input) => ['--check', input])).status;
}

const SIGNED = Object.keys(HONEST_DOCUMENTS).filter((name) => name.startsWith('signed by'));
const UNSIGNED = Object.keys(HONEST_DOCUMENTS).filter((name) => !SIGNED.includes(name));
const TEXTS = { reason: 'Lacre (íntegro)', location: 'Olinda', name: 'Tabelionato' };

test.for(UNSIGNED)('seals a document from %s that every judge accepts', async (name) => {
  const original = await HONEST_DOCUMENTS[name]!();
  const { signer, root } = await authority();
  const evidence = await evidenceDocument(2);
  const before = readPdf(original);
  before.checkAllObjects();
  const request = { pdf: original, evidence, attachments: [PAYLOAD], signer, signingTime: NOW };
  const sealed = await sealPdf({ ...request, ...TEXTS });
  const file = Buffer.concat(sealed.pdf);

  expect(sealed.pdf[0]).toBe(original);
  expect(sealed.sizeBytes).toBe(file.length);
  expect(sealed.sha256).toBe(createHash('sha256').update(file).digest('hex'));
  expect(sealed.originalSha256).toBe(createHash('sha256').update(original).digest('hex'));

  const after = readPdf(file);
  after.checkAllObjects();
  expect(after.pageCount).toBe(before.pageCount + 2);
  expect(sealed.pageCount).toBe(after.pageCount);
  expect(after.revisions.at(-1)?.kind).toBe(before.revisions.at(-1)?.kind);
  expect(after.pages.at(-1)).toMatchObject({
    mediaBox: [0, 0, 595, 842],
    cropBox: [0, 0, 595, 842],
    rotate: 0,
  });
  for (const [index, page] of before.pages.entries()) {
    expect(after.pages[index]?.dict.end).toBe(page.dict.end);
  }

  const validation = await validatePdf(file, { trustedSealCertificates: [signer] });
  expect(validation).toMatchObject({
    verdict: 'intact',
    reasons: [],
    sealedBytes: file.length,
    sha256: sealed.sha256,
  });
  expect(validation.seal).toMatchObject({ signingTime: NOW, reason: TEXTS.reason, location: 'Olinda' });
  const payload = validation.attachments.find((attachment) => attachment.addedWithSeal);
  expect(payload).toMatchObject({ name: PAYLOAD.name, mediaType: 'application/json', relationship: 'Data' });
  expect(payload?.description).toBe(PAYLOAD.description);
  expect(Buffer.from(payload!.read())).toEqual(PAYLOAD.bytes);

  expect(await qpdfStatus(file)).toBe(0);
  expect(verifyByOpenssl(file, sealed.byteRange, root.certificate.x509.toString())).toBeDefined();
});

test.for(SIGNED)('seals a document %s, whose pages stay as they were', async (name) => {
  const original = await HONEST_DOCUMENTS[name]!();
  const { signer, root } = await authority();
  const before = readPdf(original);
  const sealed = await sealPdf({ pdf: original, signer, signingTime: NOW });
  const file = Buffer.concat(sealed.pdf);
  const after = readPdf(file);
  after.checkAllObjects();
  expect(after.pageCount).toBe(before.pageCount);
  expect(after.form.signatures.length).toBe(before.form.signatures.length + 1);
  expect(after.form.dict?.get('SigFlags')).toBe(before.form.dict?.get('SigFlags'));
  const validation = await validatePdf(file, { trustedSealCertificates: [signer] });
  expect(validation).toMatchObject({ verdict: 'intact', sealedBytes: file.length });
  // @signpdf leaves a line feed before its cross-reference, of which qpdf warns: we add nothing to that.
  expect(await qpdfStatus(file)).toBe(await qpdfStatus(original));
  expect(verifyByOpenssl(file, sealed.byteRange, root.certificate.x509.toString())).toBeDefined();
});

test.for(['rsa-2048', 'rsa-3072', 'rsa-4096', 'ec-p256', 'ec-p384'] as const)(
  'seals with %s',
  async (keyType) => {
    const { signer, root } = await authority(keyType);
    const sealed = await sealPdf({ pdf: await pdfLibDocument(true), signer, signingTime: NOW });
    const file = Buffer.concat(sealed.pdf);
    expect(verifyByOpenssl(file, sealed.byteRange, root.certificate.x509.toString())).toBeDefined();
    const validation = await validatePdf(file, { trustedSealCertificates: [signer] });
    expect(validation.verdict).toBe('intact');
  },
);

test('without evidence pages the widget is the only change to the first page', async () => {
  const { signer } = await authority();
  const sealed = await sealPdf({ pdf: await pdfLibDocument(false), signer, signingTime: NOW });
  const pdf = readPdf(Buffer.concat(sealed.pdf));
  const [field] = pdf.form.signatures;
  expect(pdf.pageCount).toBe(2);
  expect(pdf.pages[0]?.dict.get('Annots')).toMatchObject({ items: [field?.fieldRef] });
  expect(Buffer.from(field!.field.rawValue('Rect')!).toString()).toBe('[0 0 0 0]');
  expect(field?.field.get('F')).toBe(132);
});

test('the kept hash state stands in for the bytes, and is not used up', async () => {
  const { signer } = await authority();
  const pdf = await pdfLibDocument(false);
  const hashState = createHash('sha256').update(pdf);
  const request = { pdf, signer, signingTime: NOW };
  const [withState, again, without] = [
    await sealPdf({ ...request, hashState }),
    await sealPdf({ ...request, hashState }),
    await sealPdf(request),
  ];
  expect(Buffer.concat(withState.pdf)).toEqual(Buffer.concat(without.pdf));
  expect(again.sha256).toBe(without.sha256);
});

test('a hash state of other bytes is found out by the digest of the original it returns', async () => {
  const { signer } = await authority();
  const pdf = await pdfLibDocument(false);
  const sealed = await sealPdf({
    pdf,
    signer,
    signingTime: NOW,
    hashState: createHash('sha256').update('other'),
  });
  expect(sealed.originalSha256).not.toBe(createHash('sha256').update(pdf).digest('hex'));
});

test('a field name that is taken gets a number', async () => {
  const { signer } = await authority();
  const pdf = await HONEST_DOCUMENTS['indirect lists, a form and an attachment']!();
  expect((await sealPdf({ pdf, signer, signingTime: NOW })).fieldName).toBe('Signature12');
});

test('attachments that were there stay, and are distinguished from those added with the seal', async () => {
  const { signer } = await authority();
  const pdf = await HONEST_DOCUMENTS['indirect lists, a form and an attachment']!();
  const attachments = [{ ...PAYLOAD, name: 'nota.txt' }];
  const sealed = await sealPdf({ pdf, attachments, signer, signingTime: NOW });
  const validation = await validatePdf(Buffer.concat(sealed.pdf), { trustedSealCertificates: [signer] });
  expect(validation.attachments.map(({ name, addedWithSeal }) => ({ name, addedWithSeal }))).toEqual([
    { name: 'nota.txt', addedWithSeal: false },
    { name: 'nota.txt', addedWithSeal: true },
  ]);
});

test('a sealed document may be sealed again: the second seal approves, and both hold', async () => {
  const { signer, root } = await authority();
  const first = await sealPdf({ pdf: await pdfLibDocument(true), signer, signingTime: NOW });
  const second = await sealPdf({ pdf: Buffer.concat(first.pdf), signer, signingTime: NOW });
  const file = Buffer.concat(second.pdf);
  expect([first.kind, second.kind]).toEqual(['certification', 'approval']);
  expect(verifyByOpenssl(file, first.byteRange, root.certificate.x509.toString())).toBeDefined();
  expect(verifyByOpenssl(file, second.byteRange, root.certificate.x509.toString())).toBeDefined();
  expect(await validatePdf(file, { trustedSealCertificates: [signer] })).toMatchObject({ verdict: 'intact' });
});

test('no new object takes a number that the document refers to without having it', async () => {
  const { signer } = await authority();
  const pdf = onePage(undefined, '/Resources << /XObject << /A 5 0 R /B 7 0 R >> >>').table(
    '/Root 1 0 R',
  ).bytes;
  const sealed = await sealPdf({ pdf, evidence: await evidenceDocument(1), signer, signingTime: NOW });
  const after = readPdf(Buffer.concat(sealed.pdf));
  expect([5, 7].map((num) => after.object(num))).toEqual([null, null]);
  expect([6, 8].map((num) => after.object(num) !== null)).toEqual([true, true]);
});

test('one list for fields and annotations grows by the widget once', async () => {
  const { signer } = await authority();
  const pdf = await HONEST_DOCUMENTS['one list for fields and annotations']!();
  const sealed = await sealPdf({ pdf, signer, signingTime: NOW });
  const after = readPdf(Buffer.concat(sealed.pdf));
  expect(after.object(6)).toMatchObject({
    items: [{ num: 7 }, { num: after.form.signatures[0]?.fieldRef.num }],
  });
});

test('the use of ETSI’s extensions to PDF 1.7 is declared, unless it is already, or PDF 2.0 has it', async () => {
  const { signer } = await authority();
  const extensions = async (pdf: Uint8Array): Promise<string | undefined> => {
    const sealed = await sealPdf({ pdf, signer, signingTime: NOW });
    const raw = readPdf(Buffer.concat(sealed.pdf)).catalog.rawValue('Extensions');
    return raw && Buffer.from(raw).toString();
  };
  const esic = '/ESIC << /BaseVersion /1.7 /ExtensionLevel 1 >>';
  const page = (catalog: string, header?: string): Buffer => {
    return onePage(new HandWrittenPdf(header), '', catalog).table('/Root 1 0 R').bytes;
  };
  const declared = '<< /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>';
  const adobe = '/ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >>';
  expect(await extensions(page(''))).toBe(`<< ${esic} >>`);
  expect(await extensions(page(`/Extensions << ${adobe} >>`))).toBe(`<<\n${adobe}\n${esic}\n>>`);
  expect(await extensions(page(`/Extensions ${declared}`))).toBe(declared);
  expect(await extensions(page('', '%PDF-2.0\n'))).toBeUndefined();
  expect(await extensions(page('/Version /2.0'))).toBeUndefined();
});

test('a form that has signatures keeps its flags', async () => {
  const { signer } = await authority();
  const form = '/AcroForm << /SigFlags 1 /Fields [5 0 R] >>';
  const pdf = onePage(undefined, '/Annots [5 0 R]', form)
    .object(5, '<< /Subtype /Widget /FT /Sig /T (S) /V 6 0 R /Rect [0 0 0 0] >>')
    .object(6, '<< /Type /Sig /Contents <00> >>')
    .table('/Root 1 0 R').bytes;
  const after = readPdf(Buffer.concat((await sealPdf({ pdf, signer, signingTime: NOW })).pdf));
  expect(after.form.dict?.get('SigFlags')).toBe(1);
  expect(after.form.signatures.length).toBe(2);
});
