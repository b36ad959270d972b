import { createHash, randomUUID } from 'node:crypto';

import { AuthorityUnavailable } from '@lacre/authority-client';
import { derivedId } from '@lacre/event-store';
import { readAttachments, readPdf, validatePdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { completedProcess, rejectDocument, type TestProcess } from '../../testing/completed-process.ts';
import { samplePdf, signedByOthers } from '../../testing/pdfs/sample-pdfs.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../../testing/test-signer.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

/** One user in each tenant. */
const userOf = (tenantId: string): string => derivedId('user', tenantId);

async function ask(process: TestProcess, options: { key?: string; authorization?: string } = {}) {
  const { key, authorization = test.asUser(process.tenantId, userOf(process.tenantId)) } = options;
  const { processId, documentId } = process;
  const path = `/api/process/${processId}/document/${documentId}/partial-copy`;
  const reply = await test.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });
  const body = reply.json<{ copyId: string; missing: number; code?: string }>();
  const file = () => test.app.inject({ url: `${path}/${body.copyId}`, headers: { authorization } });
  return { status: reply.statusCode, body, file };
}

it('seals a copy with the signatures so far, marked as partial, which validates', async () => {
  const pdf = await samplePdf();
  const process = await completedProcess(test, pdf, { completed: false, signatures: 2 });
  const stored = new Set(await Array.fromAsync(test.signer.blobs.addresses()));
  const { status, body, file } = await ask(process);
  expect([status, body.missing]).toEqual([201, 1]);
  const reply = await file();
  expect(reply.headers['content-disposition']).toContain('-parcial.pdf');
  const copy = reply.rawPayload;
  expect(copy.subarray(0, pdf.length).equals(pdf)).toBe(true);
  // All that follows the source is one file, and nothing else is stored.
  const added = createHash('sha256').update(copy.subarray(pdf.length)).digest('hex');
  const storedNow = new Set(await Array.fromAsync(test.signer.blobs.addresses()));
  expect(storedNow.difference(stored)).toEqual(new Set([added]));
  const { verdict } = await validatePdf(copy, {
    trustedSealCertificates: test.signer.sealKeys.trusted,
    trustAnchors: test.signer.sealKeys.timeStampAnchors,
  });
  expect(verdict).toBe('intact');
  const json = readAttachments(readPdf(copy)).find(({ name }) => name === 'evidence.json');
  expect(JSON.parse(Buffer.from(json?.read() ?? []).toString())).toMatchObject({ partial: true });
  const { headers, payload } = multipartFile(copy);
  const checked = await test.app.inject({ method: 'POST', url: '/api/validate', headers, payload });
  expect(checked.json()).toMatchObject({ verdict: 'genuine', document: { missingSignatures: 1 } });
});

it('validates as of when it was made, with the document’s present status', async () => {
  const process = await completedProcess(test, await samplePdf(), { completed: false, signatures: 1 });
  const copy = (await (await ask(process)).file()).rawPayload;
  await rejectDocument(test, process);
  const { headers, payload } = multipartFile(copy);
  const checked = await test.app.inject({ method: 'POST', url: '/api/validate', headers, payload });
  const { verdict, document } = checked.json();
  expect(verdict).toBe('genuine');
  expect(document).toMatchObject({ madeAs: 'partial-copy', currentStatus: 'rejected' });
  expect(document.participants.map(({ status }: { status: string }) => status)).toEqual([
    'signed',
    'pending',
    'pending',
  ]);
  expect(document.timeline.map(({ action }: { action: string }) => action)).toEqual(['created', 'signed']);
});

it('makes one copy for one key, and another for another', async () => {
  const process = await completedProcess(test, await samplePdf(), { completed: false });
  const [first, again] = await Promise.all([ask(process, { key: 'a' }), ask(process, { key: 'a' })]);
  expect(again.body).toEqual(first.body);
  expect((await ask(process, { key: 'b' })).body.copyId).not.toBe(first.body.copyId);
});

it.each([
  ['of a document that is complete', () => ({}), 409, 'DOCUMENT_NOT_PENDING'],
  [
    'of a file that others signed before',
    () => ({ completed: false, alreadySigned: true }),
    409,
    'DOCUMENT_ALREADY_SIGNED_BY_OTHERS',
  ],
])('makes none %s', async (_what, options, status, code) => {
  const process = await completedProcess(test, await signedByOthers(), options());
  const reply = await ask(process);
  expect([reply.status, reply.body.code]).toEqual([status, code]);
});

it('makes none for another tenant, nor for a signer', async () => {
  const process = await completedProcess(test, await samplePdf(), { completed: false });
  const foreign = await ask(process, { authorization: test.asUser(randomUUID()) });
  expect(foreign.body.code).toBe('SIGNATURE_PROCESS_NOT_FOUND');
  const person = test.asPerson(process.tenantId, process.personIds[0] ?? '');
  expect((await ask(process, { authorization: person })).status).toBe(403);
  const { body } = await ask(process);
  const stolen = await test.app.inject({
    url: `/api/process/${process.processId}/document/${process.documentId}/partial-copy/${body.copyId}`,
    headers: { authorization: test.asUser(randomUUID()) },
  });
  expect(stolen.statusCode).toBe(404);
});

it('says that it could not while an authority is away, and leaves nothing behind', async () => {
  const process = await completedProcess(test, await samplePdf(), { completed: false });
  const { timeStamping } = test.signer;
  const stamping = vi.spyOn(timeStamping, 'stamp').mockRejectedValueOnce(new AuthorityUnavailable('away'));
  const refused = await ask(process, { key: 'later' });
  stamping.mockRestore();
  expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect((await ask(process, { key: 'later' })).status).toBe(201);
});
