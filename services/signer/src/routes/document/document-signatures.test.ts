import { afterAll, beforeAll, expect, it } from 'vitest';

import { completedProcess, type TestProcess } from '../../testing/completed-process.ts';
import { samplePdf, signedByOthers } from '../../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';

let test: TestSigner;
let signed: TestProcess;
let ordered: TestProcess;
beforeAll(async () => {
  test = await openTestSigner();
  signed = await completedProcess(test, await signedByOthers(), { alreadySigned: true });
  ordered = await completedProcess(test, await signedByOthers(), {
    alreadySigned: true,
    completed: false,
    ordered: true,
  });
});
afterAll(() => test.close());

async function ask({ processId, documentId }: TestProcess, authorization: string) {
  const url = `/api/process/${processId}/document/${documentId}/signatures`;
  const reply = await test.app.inject({ method: 'GET', url, headers: { authorization } });
  return { status: reply.statusCode, body: reply.json() };
}

it('names the signatures that a document came with, to users and to signers', async () => {
  const { tenantId, personIds } = signed;
  for (const caller of [test.asUser(tenantId), test.asPerson(tenantId, personIds[0] ?? '')]) {
    const { status, body } = await ask(signed, caller);
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { signer: 'Fulano de Tal', issuer: 'Fulano de Tal', trust: 'unknown', kind: 'signature', sealed: null },
    ]);
  }
});

it('has nothing to name of a document that came unsigned', async () => {
  const plain = await completedProcess(test, await samplePdf());
  expect((await ask(plain, test.asUser(plain.tenantId))).body).toEqual({ items: [] });
});

it('keeps them from other tenants, and from signers who are not asked yet', async () => {
  const other = await completedProcess(test, await samplePdf());
  expect((await ask(signed, test.asUser(other.tenantId))).body.code).toBe('SIGNATURE_PROCESS_NOT_FOUND');
  const later = test.asPerson(ordered.tenantId, ordered.personIds[1] ?? '');
  expect((await ask(ordered, later)).body.code).toBe('AUTH_PERSON_NO_AUTHORIZATION');
});
