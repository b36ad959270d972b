import { createHash } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import {
  evidenceDocument,
  HONEST_DOCUMENTS,
  pdfLibDocument,
  signedByLibpdf,
  signedBySignpdf,
} from '@lacre/pades-lab/fixtures/honest-documents';
import { signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { rewrittenByQpdf } from '@lacre/pades-lab/fixtures/outside-judges';
import { expect, test } from 'vitest';

import { sealPdf, type SealRequest } from '../seal/seal-pdf.ts';
import type { RevisionWriter } from '../write/revision-writer.ts';
import { containsSealTrace } from './seal-trace.ts';
import { validatePdf } from './validate-pdf.ts';
import type { Validation } from './verdict.ts';

async function sealed(change: Partial<SealRequest> = {}): Promise<Buffer> {
  const { signer } = await authority();
  const pdf = onePage().table('/Root 1 0 R').bytes;
  const attachments = [{ name: 'payload.json', mediaType: 'application/json', bytes: Buffer.from('{}') }];
  return Buffer.concat((await sealPdf({ pdf, signer, signingTime: NOW, attachments, ...change })).pdf);
}

async function judged(file: Uint8Array): Promise<Validation> {
  const { signer } = await authority();
  return validatePdf(file, { trustedSealCertificates: [signer] });
}

test('a sealed document is intact, with its signer, time and attachments', async () => {
  const { signer } = await authority();
  const file = await sealed();
  const validation = await judged(file);
  expect(validation).toMatchObject({
    verdict: 'intact',
    reasons: [],
    sealedBytes: file.length,
    sealTrace: true,
    laterSignatures: [],
    seal: { certificate: signer.certificate, algorithm: 'rsa-sha256', signingTime: NOW, revision: 1 },
  });
  expect(validation.sha256).toBe(createHash('sha256').update(file).digest('hex'));
  expect(validation.sealedSha256).toBe(validation.sha256);
  expect(validation.revisionEnds.at(-1)).toBe(file.length);
  expect(validation.attachments).toMatchObject([{ name: 'payload.json', addedWithSeal: true }]);
});

test.for(['\n', '\r', '\r\n'])('one more %j after the end is named and alters nothing', async (extra) => {
  const file = await sealed();
  const validation = await judged(Buffer.concat([file, Buffer.from(extra)]));
  expect(validation).toMatchObject({ verdict: 'augmented-by-others', sealedBytes: file.length });
  expect(validation.reasons.map(({ code }) => code)).toEqual(['end-of-line-added']);
});

test.for(['\n\n', '\n\r', '\r\r', ' ', '\0', '%%EOF\n', 'x', ' '.repeat(1101), ' '.repeat(4096)])(
  'one more %j after the end is an alteration of a genuine part',
  async (extra) => {
    const file = await sealed();
    const validation = await judged(Buffer.concat([file, Buffer.from(extra)]));
    expect(validation).toMatchObject({
      verdict: 'altered-after-sealing',
      sealedBytes: file.length,
      sealTrace: true,
    });
    expect(validation.reasons.map(({ code }) => code)).toContain('bytes-after-seal');
    expect(validation.attachments).toMatchObject([{ name: 'payload.json', addedWithSeal: true }]);
    expect(validation.sealedSha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(validation.sha256).not.toBe(validation.sealedSha256);
  },
);

test('a changed byte of the document makes the seal invalid', async () => {
  const file = await sealed();
  file[file.indexOf('0 0 100 100 re')] = 0x31;
  const validation = await judged(file);
  expect(validation).toMatchObject({ verdict: 'signature-invalid', sealTrace: true, sealedBytes: undefined });
  expect(validation.reasons.map(({ code }) => code)).toEqual(['digest-mismatch']);
  expect(validation.attachments).toEqual([]);
});

test('a file cut short is unreadable but shows that it was sealed', async () => {
  const file = await sealed();
  const validation = await judged(file.subarray(0, file.length - 200));
  expect(validation).toMatchObject({ verdict: 'unreadable', sealTrace: true });
});

test('a seal by another authority of the very same names is not ours', async () => {
  const { createLocalAuthority } = await import('../keys/local-authority.ts');
  const impostor = await createLocalAuthority({ organization: 'Tabelionato Açaí', now: NOW });
  const validation = await judged(await sealed({ signer: impostor.signer }));
  expect(validation).toMatchObject({ verdict: 'not-sealed-by-us', sealTrace: false });
  expect(validation.reasons.map(({ code }) => code)).toEqual(['no-seal-of-ours']);
});

test.for(Object.keys(HONEST_DOCUMENTS))(
  'an honest document (%s) without our seal is not ours',
  async (name) => {
    const validation = await judged(await HONEST_DOCUMENTS[name]!());
    expect(validation).toMatchObject({
      verdict: 'not-sealed-by-us',
      sealTrace: false,
      sealedBytes: undefined,
    });
  },
);

test('a file that is no PDF is unreadable', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.from('%PDF-1.7\n')]) {
    expect(await judged(bytes)).toMatchObject({ verdict: 'unreadable', sealTrace: false });
  }
});

test('an encrypted document is unreadable', async () => {
  const encrypted = await rewrittenByQpdf(await pdfLibDocument(true), '--encrypt', '', 'owner', '256', '--');
  const validation = await judged(encrypted);
  expect(validation).toMatchObject({ verdict: 'unreadable' });
  expect(validation.reasons[0]?.detail).toContain('encrypted');
});

test('a sealed document rewritten by another program no longer holds', async () => {
  const rewritten = await rewrittenByQpdf(await sealed(), '--object-streams=generate');
  const validation = await judged(rewritten);
  expect(validation.verdict).toBe('signature-invalid');
  expect(validation.seal).toBeDefined();
});

test.for([
  ['@libpdf/core', 'table', signedByLibpdf],
  ['@libpdf/core', 'object streams', signedByLibpdf],
  ['our own writer', 'table', signedLater],
  ['our own writer', 'object streams', signedLater],
] as const)(
  'a later signature by %s on a document with %s leaves our part intact',
  async ([, kind, sign]) => {
    const evidence = await evidenceDocument(1);
    const file = await sealed({ pdf: await pdfLibDocument(kind !== 'table'), evidence });
    const validation = await judged(await sign(file));
    expect(validation.reasons.map(({ code, detail }) => [code, detail])).toEqual([
      ['later-signature-present', 'Selo local - Outra Empresa'],
    ]);
    expect(validation).toMatchObject({
      verdict: 'later-signature',
      sealedBytes: file.length,
      attachments: [{ addedWithSeal: true }],
      laterSignatures: [{ signerName: 'Selo local - Outra Empresa', visible: false }],
    });
    expect(validation.revisionEnds).toHaveLength(3);
  },
);

test('several later signatures are reported one by one', async () => {
  const validation = await judged(await signedLater(await signedByLibpdf(await sealed())));
  expect(validation).toMatchObject({ verdict: 'later-signature', laterSignatures: [{}, {}] });
  expect(validation.revisionEnds).toHaveLength(4);
});

test('a later signature that draws on a page counts as an alteration', async () => {
  const appearance = {
    field: (writer: RevisionWriter): string => `/AP << /N ${writer.add('<< >>').num} 0 R >>`,
  };
  const file = await sealed();
  const validation = await judged(await signedLater(file, { rect: '10 10 200 60', ...appearance }));
  expect(validation).toMatchObject({
    verdict: 'altered-after-sealing',
    sealedBytes: file.length,
    laterSignatures: [{ visible: true, signerName: 'Selo local - Outra Empresa' }],
  });
  expect(validation.reasons.map(({ code }) => code)).toEqual(['later-signature-visible']);
});

test('an empty appearance, as some writers give every signature, draws nothing', async () => {
  const blank = {
    field: (writer: RevisionWriter): string => {
      const form = '/Type /XObject /Subtype /Form /BBox [0 0 0 0] /Length 9';
      return `/AP << /N ${writer.add(`<< ${form} >>\nstream\n% DSBlank\nendstream`).num} 0 R >>`;
    },
  };
  expect(await judged(await signedLater(await sealed(), blank))).toMatchObject({
    verdict: 'later-signature',
  });
});

test('a later signature broken in its own part counts as an alteration', async () => {
  const file = await sealed();
  const signed = await signedLater(file);
  signed[signed.lastIndexOf('/T (Outra)') + 4] = 0x58;
  const validation = await judged(signed);
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: file.length });
  expect(validation.reasons.map(({ code }) => code)).toContain('later-signature-invalid');
});

test('a later signature by @signpdf gives the catalog two forms, so it counts as an alteration', async () => {
  const file = await sealed({ pdf: await pdfLibDocument(false) });
  const validation = await judged(await signedBySignpdf(file));
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: file.length });
  expect(validation.reasons.at(-1)?.detail).toContain('duplicate-key');
});

test('the newest of several seals is judged', async () => {
  const { signer } = await authority('ec-p256');
  const rsa = await authority();
  const file = await sealed({ pdf: await sealed(), signer, attachments: undefined });
  const validation = await validatePdf(file, { trustedSealCertificates: [rsa.signer, signer] });
  expect(validation).toMatchObject({ verdict: 'intact', seal: { algorithm: 'ecdsa-sha256', revision: 2 } });
});

test('reports whether a file is identical to the issued version, continues it or differs', async () => {
  const { signer } = await authority();
  const file = await sealed();
  const sha256 = createHash('sha256').update(file).digest('hex');
  const compare = (bytes: Buffer, known: { sha256: string; sizeBytes: number }): Promise<Validation> =>
    validatePdf(bytes, { trustedSealCertificates: [signer], knownVersion: known });
  const known = { sha256, sizeBytes: file.length };
  expect(await compare(file, known)).toMatchObject({ verdict: 'intact', knownVersion: 'identical' });
  expect(await compare(Buffer.concat([file, file]), known)).toMatchObject({ knownVersion: 'continued' });
  const other = await compare(file, { sha256: '00'.repeat(32), sizeBytes: file.length });
  expect(other).toMatchObject({
    verdict: 'intact',
    knownVersion: 'different',
    reasons: [{ code: 'known-version-differs' }],
  });
});

test('a trace of the seal is found in the rest of a damaged file, and in no other file', async () => {
  const { signer } = await authority();
  const file = await sealed();
  const start = file.indexOf('/Contents <');
  const certificates = [signer.certificate];
  expect(containsSealTrace(file.subarray(start, start + 6000), certificates)).toBe(true);
  const upperCase = Buffer.from(file.toString('latin1').toUpperCase(), 'latin1');
  expect(containsSealTrace(upperCase, certificates)).toBe(true);
  expect(containsSealTrace(await pdfLibDocument(false), certificates)).toBe(false);
});

test('PDF keywords in a seal’s texts do not hide objects in the sealed file', async () => {
  const pdf = await pdfLibDocument(false);
  const words = '4 0 obj << >> endobj trailer << /Root 1 0 R >> xref endstream';
  const file = await sealed({ pdf, name: words, reason: words, fieldName: words });
  expect(await judged(file)).toMatchObject({ verdict: 'intact', seal: { name: words } });
});
