import { readPdf, RevisionWriter } from '@lacre/pades';
import { expect, it } from 'vitest';

import { openFile } from '../seal/open-file.ts';
import { sealDocument } from '../seal/seal-document.ts';
import { readSealRecord, sealedFile } from '../seal/seal-record.ts';
import { completedProcess } from '../testing/completed-process.ts';
import { certifiedByOthers, samplePdf, signedByOthers } from '../testing/pdfs/sample-pdfs.ts';
import { sha256, useUploads } from '../testing/use-uploads.ts';

const { cast, upload } = useUploads();

it.each([
  ['signed', signedByOthers],
  ['certified', certifiedByOthers],
])('keeps every byte of a PDF that others have %s', async (_what, make) => {
  const source = await make();
  const { status, body } = await upload(source);
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { sha256: sha256(source), sourceSha256: sha256(source), alreadySigned: true, normalised: false },
  });
});

it('does not mend a signed PDF that is not sound', async () => {
  const source = await signedByOthers();
  const { body } = await upload(Buffer.concat([source, Buffer.from('lixo\n%%EOF\n')]));
  expect(body).toMatchObject({ code: 'UPLOAD_HANDLE_FILES_ERROR', status: 422 });
  expect(body.detail).toContain('assinaturas');
});

/** The first page a point taller, which every reader takes for a sound file. */
function withAnotherSize(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.write('843', copy.indexOf('595 842') + 4, 'latin1');
  return copy;
}

/** A file sealed here, for another tenant. */
async function sealedHere(): Promise<Buffer> {
  const process = await completedProcess(cast.test, await samplePdf({ text: 'Valor de 1.000 reais' }));
  await sealDocument(cast.test.signer, process.processId, process.documentId);
  const file = sealedFile(await readSealRecord(cast.test.signer.log, process.documentId));
  return (await openFile(cast.test.signer.blobs, file?.parts ?? [])).pdf;
}

it('refuses a sealed file of which a byte was changed, and says whose seal is broken', async () => {
  const sealed = await sealedHere();
  const forged = withAnotherSize(sealed);
  const { status, body } = await upload(forged);
  expect([status, body.code]).toEqual([422, 'UPLOAD_HANDLE_FILES_ERROR']);
  expect(body.detail).toContain('Selo local - Lacre Teste');
  expect(body.detail).toContain('o conteúdo mudou depois que ela foi feita');
});

it('names the seal of an earlier process, and a stranger as unknown', async () => {
  const earlier = await upload(await sealedHere());
  expect(earlier.body).toMatchObject({
    alreadySigned: true,
    signatures: [
      { trust: 'platform', state: 'sound', sealed: { documentName: 'Contrato de prestação.pdf' } },
      { kind: 'document-time-stamp', trust: 'trusted', state: 'sound' },
    ],
  });
  const { body } = await upload(await signedByOthers());
  expect(body.signatures).toMatchObject([
    {
      signer: 'Fulano de Tal',
      trust: 'unknown',
      state: 'reserved',
      indication: 'INDETERMINATE',
      notes: [{ code: 'time-outside-certificate' }],
      sealed: null,
    },
  ]);
});

it.each([
  [
    'a page edited after the signature',
    (file: Buffer) => {
      const writer = new RevisionWriter(readPdf(file));
      const [page] = readPdf(file).pages;
      if (!page) throw new Error('no page');
      const { source, start, end } = page.dict;
      const raw = Buffer.from(source.subarray(start, end)).toString('latin1');
      writer.write(page.ref, raw.replace(/>>\s*$/, '/UserUnit 2 >>'));
      return Buffer.concat([file, writer.finish(Buffer.alloc(32))]);
    },
    'mudou depois dela',
  ],
  ['a byte of the signed part changed', withAnotherSize, 'o conteúdo mudou'],
  [
    'blank space behind its end',
    (file: Buffer) => Buffer.concat([file, Buffer.alloc(900, ' ')]),
    'mudou depois dela',
  ],
])('refuses a PDF that others have signed with %s, and names the signer', async (_what, forge, why) => {
  const { status, body } = await upload(forge(await signedByOthers()));
  expect([status, body.code]).toEqual([422, 'UPLOAD_HANDLE_FILES_ERROR']);
  expect(body.detail).toContain('Fulano de Tal');
  expect(body.detail).toContain(why);
});
