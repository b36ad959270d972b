import { createHash, randomUUID } from 'node:crypto';

import { AuthorityUnavailable } from '@lacre/authority-client';
import { derivedId } from '@lacre/event-store';
import { readAttachments, readPdf, validatePdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { completedProcess, recordSealed, type TestProcess } from '../../testing/completed-process.ts';
import { samplePdf, signedByOthers } from '../../testing/pdfs/sample-pdfs.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../../testing/test-signer.ts';
import { sealDocument } from '../seal-document.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

/** One user in each tenant. */
const userOf = (tenantId: string): string => derivedId('user', tenantId);

async function sealedProcess(alreadySigned: boolean): Promise<TestProcess> {
  const pdf = await (alreadySigned ? signedByOthers() : samplePdf());
  const process = await completedProcess(test, pdf, { alreadySigned });
  const seal = await sealDocument(test.signer, process.processId, process.documentId);
  await recordSealed(test, process, seal);
  return process;
}

async function get({ processId, documentId, tenantId }: TestProcess, what: string, authorization?: string) {
  return test.app.inject({
    url: `/api/process/${processId}/document/${documentId}/${what}`,
    headers: { authorization: authorization ?? test.asUser(tenantId, userOf(tenantId)) },
  });
}

async function validated(file: Buffer) {
  const { headers, payload } = multipartFile(file);
  return (await test.app.inject({ method: 'POST', url: '/api/validate', headers, payload })).json();
}

it('gives a document that came signed its evidence in a separate file, which validates', async () => {
  const process = await sealedProcess(true);
  const reply = await get(process, 'evidence');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-disposition']).toContain('-assinaturas.pdf');
  const file = reply.rawPayload;
  const { verdict, report } = await validatePdf(file, {
    trustedSealCertificates: test.signer.sealKeys.trusted,
    trustAnchors: test.signer.sealKeys.timeStampAnchors,
  });
  expect([verdict, report.level]).toEqual(['intact', 'B-LTA']);
  const json = readAttachments(readPdf(file)).find(({ name }) => name === 'evidence.json');
  const sealed = (await get(process, 'sealed')).rawPayload;
  const sealedSha256 = createHash('sha256').update(sealed).digest('hex');
  expect(JSON.parse(Buffer.from(json?.read() ?? []).toString())).toMatchObject({
    document: { alreadySigned: true, sealedSha256 },
    participants: [{ status: 'signed' }, { status: 'signed' }, { status: 'signed' }],
  });
  const checked = await validated(file);
  expect(checked).toMatchObject({
    verdict: 'genuine',
    document: { madeAs: 'evidence', missingSignatures: null },
  });
  expect(await validated(sealed)).toMatchObject({ verdict: 'genuine', document: { madeAs: 'document' } });
  const byCode = await test.app.inject({ url: `/api/validate/${checked.document.validationCode}` });
  expect(byCode.json()).toMatchObject({ document: { madeAs: 'evidence', sealedSha256: checked.sha256 } });
});

it('is one file, for several requests and callers at once', async () => {
  const process = await sealedProcess(true);
  const person = test.asPerson(process.tenantId, process.personIds[0] ?? '');
  const replies = await Promise.all([
    ...Array.from({ length: 4 }, async () => get(process, 'evidence')),
    get(process, 'evidence', person),
  ]);
  const files = replies.map(({ rawPayload }) => createHash('sha256').update(rawPayload).digest('hex'));
  expect(new Set(files).size).toBe(1);
});

it('is refused for a document that has the pages within, before the seal, and to strangers', async () => {
  const within = await get(await sealedProcess(false), 'evidence');
  expect([within.statusCode, within.json().code]).toEqual([409, 'EVIDENCE_WITHIN_DOCUMENT']);
  const unsealed = await completedProcess(test, await signedByOthers(), { alreadySigned: true });
  expect((await get(unsealed, 'evidence')).json().code).toBe('DOCUMENT_NOT_SEALED');
  const foreign = await get(await sealedProcess(true), 'evidence', test.asUser(randomUUID()));
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'SIGNATURE_PROCESS_NOT_FOUND']);
});

it('says that it could not while an authority is away, and is made the next time', async () => {
  const process = await sealedProcess(true);
  const stamping = vi
    .spyOn(test.signer.timeStamping, 'stamp')
    .mockRejectedValueOnce(new AuthorityUnavailable('away'));
  const refused = await get(process, 'evidence');
  stamping.mockRestore();
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect((await get(process, 'evidence')).statusCode).toBe(200);
});
