import { generateKeyPairSync, sign } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf, onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { evidenceDocument, pdfLibDocument, signedByLibpdf } from '@lacre/pades-lab/fixtures/honest-documents';
import { rewrittenByQpdf } from '@lacre/pades-lab/fixtures/outside-judges';
import { expect, test } from 'vitest';

import { sealPdf, type SealRequest } from './seal-pdf.ts';
import { createSigner } from './seal-signer.ts';

async function sealing(change: Partial<SealRequest>): Promise<unknown> {
  const { signer } = await authority();
  return sealPdf({ pdf: onePage().table('/Root 1 0 R').bytes, signer, signingTime: NOW, ...change });
}

function certified(permission: number): Buffer {
  const form = '/AcroForm << /SigFlags 3 /Fields [5 0 R] >>';
  return onePage(undefined, '/Annots [5 0 R]', form)
    .object(5, '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 6 0 R /Rect [0 0 0 0] >>')
    .object(
      6,
      `<< /Type /Sig /Contents <00> /Reference [<< /TransformMethod /DocMDP /TransformParams << /P ${permission} >> >>] >>`,
    )
    .table('/Root 1 0 R').bytes;
}

test('a document certified with no changes allowed is not sealed', async () => {
  await expect(sealing({ pdf: certified(1) })).rejects.toMatchObject({ code: 'certified-no-changes' });
});

test('a signature field locked with no changes allowed counts as much', async () => {
  const form = '/AcroForm << /SigFlags 3 /Fields [5 0 R] >>';
  const pdf = onePage(undefined, '/Annots [5 0 R]', form)
    .object(
      5,
      '<< /Subtype /Widget /FT /Sig /T (S) /V 6 0 R /Rect [0 0 0 0] /Lock << /Action /All /P 1 >> >>',
    )
    .object(6, '<< /Type /Sig /Contents <00> >>')
    .table('/Root 1 0 R').bytes;
  await expect(sealing({ pdf })).rejects.toMatchObject({ code: 'certified-no-changes' });
});

test('a document certified for forms and signatures takes an approval seal, but no pages', async () => {
  expect(await sealing({ pdf: certified(2) })).toMatchObject({ kind: 'approval' });
  const evidence = await evidenceDocument(1);
  await expect(sealing({ pdf: certified(2), evidence })).rejects.toMatchObject({
    code: 'certified-no-pages',
  });
});

test('a document that others signed takes the seal, but neither pages nor attachments', async () => {
  const pdf = await signedByLibpdf(await pdfLibDocument(false));
  expect(await sealing({ pdf })).toMatchObject({ pageCount: 2 });
  const evidence = await evidenceDocument(1);
  await expect(sealing({ pdf, evidence })).rejects.toMatchObject({ code: 'signed-no-pages' });
  const attachments = [{ name: 'a.txt', mediaType: 'text/plain', bytes: Buffer.from('a') }];
  await expect(sealing({ pdf, attachments })).rejects.toMatchObject({ code: 'signed-no-pages' });
});

test('an encrypted document is not sealed', async () => {
  const options = ['--encrypt', '', 'owner', '256', '--'];
  const pdf = await rewrittenByQpdf(await pdfLibDocument(false), ...options);
  await expect(sealing({ pdf })).rejects.toMatchObject({ code: 'encrypted' });
});

test('evidence that cannot be read is refused as evidence', async () => {
  await expect(sealing({ evidence: Buffer.from('%PDF-1.7 no') })).rejects.toMatchObject({
    code: 'evidence-unusable',
  });
});

test('a document without a page takes no seal', async () => {
  const pdf = new HandWrittenPdf()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [] /Count 0 >>')
    .table('/Root 1 0 R').bytes;
  await expect(sealing({ pdf })).rejects.toMatchObject({ code: 'no-pages' });
});

test('an expired or not yet valid certificate never signs', async () => {
  const { signer } = await authority();
  const { notAfter, notBefore } = signer.certificate;
  for (const moment of [notAfter.getTime() + 1, notBefore.getTime() - 1]) {
    await expect(sealing({ signingTime: new Date(moment) })).rejects.toMatchObject({
      code: 'certificate-not-valid-now',
    });
  }
});

test('a signature by another key than the certificate’s is noticed before it leaves', async () => {
  const { signer } = await authority();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const wrong = { ...signer, sign: async (data: Uint8Array) => sign('sha256', data, privateKey) };
  await expect(sealing({ signer: wrong })).rejects.toMatchObject({ code: 'key-does-not-match' });
});

test('a CMS that outgrows its room is refused, not cut', async () => {
  await expect(sealing({ reserveBytes: 1000 })).rejects.toMatchObject({ code: 'reserve-too-small' });
});

test('keys outside RSA 2048 to 4096, P-256 and P-384 are refused', async () => {
  const { signer } = await authority();
  const keys = [
    generateKeyPairSync('rsa', { modulusLength: 1024 }),
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
    generateKeyPairSync('ed25519'),
  ];
  for (const { privateKey } of keys) {
    expect(() => createSigner({ privateKey, certificate: signer.certificate.der })).toThrow(
      /key-unsupported/,
    );
  }
});

test.for([
  [
    'that has used up all object numbers',
    { pdf: onePage().reserve(8_388_607).table('/Root 1 0 R').bytes },
    'limit-objects',
  ],
  ['with as many objects as are read', { limits: { maxObjects: 5 } }, 'limit-objects'],
  ['with as many sections as are read', { limits: { maxSections: 1 } }, 'limit-revisions'],
] as const)('refuses to seal a document %s, since the result could not be read', async ([, change, code]) => {
  await expect(sealing(change)).rejects.toMatchObject({ code });
});

test('evidence that brings the document over the limit of pages is refused', async () => {
  const request = { evidence: await evidenceDocument(2), limits: { maxPages: 2 } };
  await expect(sealing(request)).rejects.toMatchObject({ code: 'limit-pages' });
  expect(await sealing({ ...request, limits: { maxPages: 3 } })).toMatchObject({ pageCount: 3 });
});
