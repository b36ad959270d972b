import { randomUUID } from 'node:crypto';

import { createLocalAuthority, readPdf, sealPdf } from '@lacre/pades';
import { verifyProof } from '@lacre/proofs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readSealRecord } from '../seal/seal-record.ts';
import { handleSealJob, SEAL_QUEUE } from '../seal/seal-worker.ts';
import { completedProcess } from '../testing/completed-process.ts';
import { HONEST, type HonestPage } from '../testing/pdfs/honest-pdfs.ts';
import { OTHERWISE, otherwisePdf, UNTOLD, type OtherwisePage } from '../testing/pdfs/otherwise-pdfs.ts';
import { armedWith, onePage } from '../testing/pdfs/raw-pdf.ts';
import { restrictedPdf, samplePdf, signedByOthers, encryptedPdf } from '../testing/pdfs/sample-pdfs.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { runQpdf } from './pdf/qpdf.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

const tenantId = randomUUID();

async function upload(file: Buffer, options: Parameters<typeof multipartFile>[1] = {}) {
  const { headers, payload } = multipartFile(file, options);
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/upload',
    payload,
    headers: { ...headers, authorization: test.asUser(tenantId, randomUUID()) },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const claims = async (proof: string) => {
  const verified = await verifyProof('upload', proof, { secret: test.signer.proofSecret, now: new Date() });
  return verified.ok ? verified.claims : undefined;
};

async function inObjectStreams(pdf: Buffer): Promise<Buffer> {
  const { read } = await runQpdf(['--object-streams=generate', '/in.pdf', '/out.pdf'], { '/in.pdf': pdf });
  return Buffer.from(read('/out.pdf'));
}

it('disarms a form whose scripts are in object streams', async () => {
  const form = armedWith({
    catalog: '/AcroForm << /Fields [5 0 R] >>',
    page: '/Annots [5 0 R]',
    objects: [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (valor) /Rect [9 9 99 29] /F 4 /AA 6 0 R >>',
      '<< /K << /S /JavaScript /JS (app.alert\\(1\\)) >> /F 7 0 R >>',
      '<< /S /JavaScript /JS (app.alert\\(2\\)) >>',
    ],
  });
  const { status, body } = await upload(await inObjectStreams(form));
  expect({ status, removed: body.removed }).toEqual({ status: 201, removed: ['actions'] });
  const shown = readPdf(await test.signer.blobs.read(body.sha256));
  expect(Object.values(shown.activeContent)).not.toContain(true);
});

it('takes numbers in every form that the standard and readers know', async () => {
  const page = '/AA << /O << /S /JavaScript /JS (a) >> >> /Rotate +0 /PZ +.123 /Dur -.5 /Lacre [4. -0.0 +17]';
  const { status, body } = await upload(armedWith({ page }));
  expect({ status, detail: body.detail }).toEqual({ status: 201, detail: undefined });
});

it('removes usage rights from an unsigned file', async () => {
  const right =
    '<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /Reference [<< /Type /SigRef ' +
    '/TransformMethod /UR3 /TransformParams << /Document [/FullSave] /V /2.2 >> /Data 1 0 R >>] >>';
  const { status, body } = await upload(armedWith({ catalog: '/Perms << /UR3 5 0 R >>', objects: [right] }));
  expect({ status, removed: body.removed }).toEqual({ status: 201, removed: ['usage-rights'] });
});

it('refuses a file that could never be sealed, and says what to do', async () => {
  // The list of annotations is the content of the page as well: the seal would change what is drawn.
  const pdf = armedWith({
    catalog:
      '/AcroForm << /Fields 5 0 R >> /PieceInfo << /A << /Private 2 0 R /LastModified (D:2026) >> >> /Lacre 1 0 R',
    objects: ['[]'],
  });
  const { status, body } = await upload(pdf);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'UPLOAD_HANDLE_FILES_ERROR' });
  expect(body.detail).toContain('imprimir em PDF');
});

it('reports a signed file that prints otherwise than it shows', async () => {
  const plain = await signedByOthers();
  expect(await claims((await upload(plain)).body.proof)).not.toHaveProperty('printsOtherwise');
  const source = armedWith({ page: '/Annots [<< /Type /Annot /Subtype /Square /Rect [9 9 99 99] /F 36 >>]' });
  const { signer } = await createLocalAuthority({
    organization: 'Outra Empresa',
    now: new Date(),
    keyType: 'ec-p256',
  });
  const signed = Buffer.concat((await sealPdf({ pdf: source, signer, signingTime: new Date() })).pdf);
  const { status, body } = await upload(signed);
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { printsOtherwise: true, alreadySigned: true },
  });
  expect(await claims(body.proof)).toMatchObject({ printsOtherwise: true });
});

it('names layers and print differences among the parts removed', async () => {
  const { status, body } = await upload(otherwisePdf(HONEST['a drawing in layers'] as HonestPage));
  expect({ status, removed: body.removed }).toEqual({
    status: 201,
    removed: ['print-differences', 'layers'],
  });
});

it('refuses a page whose drawing is undecidable, and says what to do', async () => {
  const { status, body } = await upload(otherwisePdf(UNTOLD['a colour of two parts'] as OtherwisePage));
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'UPLOAD_HANDLE_FILES_ERROR' });
  expect(body.detail).toContain('imprimir em PDF');
});

it.each(['white ink that overprints', 'black ink whose alternate is white', 'a layer by an expression'])(
  'reports a signed file with %s',
  async (name) => {
    const { signer } = await createLocalAuthority({
      organization: 'Outra Empresa',
      now: new Date(),
      keyType: 'ec-p256',
    });
    const pdf = otherwisePdf(OTHERWISE[name] as OtherwisePage);
    const signed = Buffer.concat((await sealPdf({ pdf, signer, signingTime: new Date() })).pdf);
    const { status, body } = await upload(signed);
    expect({ status, body }).toMatchObject({ status: 201, body: { printsOtherwise: true } });
    expect(await claims(body.proof)).toMatchObject({ printsOtherwise: true });
  },
);

it('takes a file with an owner password whose author allows printing and assembling', async () => {
  const { status, body } = await upload(await encryptedPdf(''));
  expect({ status, lifted: body.restrictionsLifted }).toEqual({ status: 201, lifted: 'allowed' });
  expect(readPdf(await test.signer.blobs.read(body.sha256)).encrypted).toBe(false);
});

it('takes a restricted file by the statement of the right to it, which is recorded', async () => {
  const restricted = await restrictedPdf();
  expect((await upload(restricted)).body).toMatchObject({ status: 422, code: 'PDF_RESTRICTED' });
  const { status, body } = await upload(restricted, { mayLiftRestrictions: true });
  expect({ status, lifted: body.restrictionsLifted }).toEqual({ status: 201, lifted: 'stated' });
  expect(await claims(body.proof)).toMatchObject({ restrictionsLifted: 'stated' });
  const byPassword = await upload(restricted, { password: 'dono' });
  expect(byPassword.body).not.toHaveProperty('restrictionsLifted');
});

it('does not take the statement in place of a password that opens the file', async () => {
  const { body } = await upload(await encryptedPdf('segredo'), { mayLiftRestrictions: true });
  expect(body).toMatchObject({ status: 422, code: 'PDF_ENCRYPTED' });
});

it('ends a document whose file can never be sealed, and tries no more', async () => {
  const pdf = onePage({ dict: '', data: Buffer.from('0 0 m') });
  const broken = Buffer.from(pdf.toString('latin1').replace('/Root 1 0 R', '/Root 9 0 R'), 'latin1');
  const process = await completedProcess(test, broken);
  const job = { key: process.documentId, ...process };
  await handleSealJob(test.signer, SEAL_QUEUE, { payload: job as never, attempt: 1 });
  const record = await readSealRecord(test.signer.log, process.documentId);
  expect(record.failed).toMatchObject({ reason: 'document-unreadable', processId: process.processId });
  // What its one step left is read by no one.
  expect(await Promise.all(record.stepFiles.map((sha256) => test.signer.blobs.has(sha256)))).toEqual([false]);
  await expect(handleSealJob(test.signer, SEAL_QUEUE, { payload: job as never, attempt: 2 })).rejects.toThrow(
    /never be sealed/,
  );
  expect((await readSealRecord(test.signer.log, process.documentId)).revision).toBe(record.revision);
});

it('keeps trying while an authority is slow', async () => {
  const process = await completedProcess(test, await samplePdf());
  const away = {
    ...test.signer,
    timeStamping: {
      ...test.signer.timeStamping,
      stamp: () => Promise.reject(Object.assign(new Error('away'), { name: 'AuthorityUnavailable' })),
    },
  };
  const job = { payload: { key: process.documentId, ...process } as never, attempt: 1 };
  await expect(handleSealJob(away, SEAL_QUEUE, job)).rejects.toThrow('away');
  const record = await readSealRecord(test.signer.log, process.documentId);
  expect(record.failed).toBeUndefined();
});

it.each([
  ['opens by hiding a layer', '/OpenAction << /S /SetOCGState /State [] >>'],
  [
    'opens another file after turning to a page',
    '/OpenAction << /S /GoTo /Next << /S /GoToR /F (x.pdf) >> >>',
  ],
  ['is a portfolio, shown by a file inside', '/Collection << /View /T >>'],
])('refuses a signed file that %s', async (_what, catalog) => {
  const { signer } = await createLocalAuthority({
    organization: 'Outra Empresa',
    now: new Date(),
    keyType: 'ec-p256',
  });
  const pdf = armedWith({ catalog });
  const signed = Buffer.concat((await sealPdf({ pdf, signer, signingTime: new Date() })).pdf);
  const { status, body } = await upload(signed);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'UPLOAD_HANDLE_FILES_ERROR' });
  expect(body.detail).toContain('conteúdo ativo');
  // It is unsigned: it is taken without that.
  expect((await upload(pdf)).status).toBe(201);
});
