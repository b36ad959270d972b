import { verifyProof } from '@lacre/proofs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { sealDocument } from './seal/seal-document.ts';
import { completedProcess, recordSealed } from './testing/completed-process.ts';
import { samplePdf } from './testing/sample-pdfs.ts';
import { multipartFile, openTestSigner, type TestSigner } from './testing/test-signer.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

const tenantId = '0b0f1f6c-9a52-4a54-9d4c-1b7f6a3f2c11';

async function post(url: string, file: Buffer, authorization?: string) {
  const { headers, payload } = multipartFile(file);
  const reply = await test.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...(authorization ? { authorization } : {}) },
  });
  return { status: reply.statusCode, body: reply.json() };
}

it('carries a document from upload to a seal that the validator calls genuine', async () => {
  const upload = await post('/api/upload', await samplePdf({ objectStreams: true }), test.asUser(tenantId));
  expect(upload).toMatchObject({ status: 201, body: { name: 'contrato.pdf', pages: 2, normalised: true } });
  const proof = await verifyProof('upload', upload.body.proof, {
    secret: test.signer.proofSecret,
    now: new Date(),
  });
  expect(proof).toMatchObject({ ok: true, claims: { tenantId, sha256: upload.body.sha256 } });

  const shown = await test.signer.blobs.read(upload.body.sha256);
  const process = await completedProcess(test, shown);
  const seal = await sealDocument(test.signer, process.processId, process.documentId);
  await recordSealed(test, process, seal);
  const url = `/api/process/${process.processId}/document/${process.documentId}`;
  const authorization = test.asUser(process.tenantId);
  const download = await test.app.inject({ url: `${url}/sealed`, headers: { authorization } });
  expect(download.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(seal.sizeBytes),
    etag: `"${seal.sha256}"`,
  });
  const validated = await post('/api/validate', download.rawPayload);
  expect(validated).toMatchObject({
    status: 200,
    body: {
      verdict: 'genuine',
      document: { sealedSha256: seal.sha256, validationCode: seal.validationCode },
    },
  });
});
