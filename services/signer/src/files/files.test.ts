import { createHash, randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { appendToEnd } from '@lacre/event-store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { sealDocument } from '../seal/seal-document.ts';
import {
  appendToProcess,
  completedProcess,
  recordSealed,
  type TestProcess,
} from '../testing/completed-process.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { contentDisposition, rangeOf } from './send-pdf.ts';

let test: TestSigner;
let pdf: Buffer;
let process: TestProcess;
beforeAll(async () => {
  test = await openTestSigner();
  pdf = await samplePdf();
  process = await completedProcess(test, pdf);
});
afterAll(() => test.close());

function get(
  file: 'original' | 'sealed',
  authorization: string,
  options: Partial<TestProcess> & { etag?: string } = {},
) {
  const { processId = process.processId, documentId = process.documentId, etag } = options;
  return test.app.inject({
    url: `/api/process/${processId}/document/${documentId}/${file}`,
    headers: { authorization, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
  });
}

const code = async (...args: Parameters<typeof get>) => (await get(...args)).json().code as string;

const signerOf = ({ tenantId, personIds }: TestProcess) => test.asPerson(tenantId, personIds[0] ?? '');

/** What the command service writes when an administrator assigns companies to a common user. */
async function assign(userId: string, companyIds: string[]): Promise<void> {
  const { tenantId } = process;
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: 'assigned',
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  const data = { userId, tenantId, companyIds };
  const event = { id: randomUUID(), type: 'UserCompaniesAssigned', data, metadata };
  await appendToEnd(test.signer.eventStore, streams.user(userId), [event]);
}

it("shows the document to the tenant's users and to its signers", async () => {
  for (const authorization of [test.asUser(process.tenantId), signerOf(process)]) {
    const reply = await get('original', authorization);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload).toEqual(pdf);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="Contrato de prestacao.pdf"; filename*=UTF-8''Contrato%20de%20presta%C3%A7%C3%A3o.pdf`,
    });
    const again = await get('original', authorization, { etag: reply.headers.etag ?? '' });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
  }
});

it('shows parts of it to a reader who cannot wait for the whole', async () => {
  const { tenantId, processId, documentId } = process;
  const authorization = test.asUser(tenantId);
  const url = `/api/process/${processId}/document/${documentId}/original`;
  const part = await test.app.inject({ url, headers: { authorization, range: 'bytes=100-299' } });
  expect(part.statusCode).toBe(206);
  expect(part.headers).toMatchObject({
    'content-range': `bytes 100-299/${pdf.length}`,
    'content-length': '200',
    'accept-ranges': 'bytes',
  });
  expect(part.rawPayload).toEqual(pdf.subarray(100, 300));
  const beyond = await test.app.inject({ url, headers: { authorization, range: `bytes=${pdf.length}-` } });
  expect(beyond.statusCode).toBe(416);
  expect(beyond.headers['content-range']).toBe(`bytes */${pdf.length}`);
  const stranger = await test.app.inject({ url, headers: { range: 'bytes=0-1' } });
  expect(stranger.statusCode).toBe(401);
});

it.each([
  ['bytes=0-0', undefined, { start: 0, end: 1 }],
  ['bytes=10-', undefined, { start: 10, end: 100 }],
  ['bytes=90-1000', undefined, { start: 90, end: 100 }],
  ['bytes=-30', undefined, { start: 70, end: 100 }],
  ['bytes=-300', undefined, { start: 0, end: 100 }],
  ['bytes=-0', undefined, 'unsatisfiable'],
  ['bytes=100-', undefined, 'unsatisfiable'],
  ['bytes=20-10', undefined, undefined],
  ['bytes=-', undefined, undefined],
  ['bytes=0-1,4-5', undefined, undefined],
  ['lines=0-1', undefined, undefined],
  ['bytes=0-9', '"tag"', { start: 0, end: 10 }],
  ['bytes=0-9', '"another"', undefined],
] as const)('reads the range %s, if it is still %s, as %o', (range, ifRange, expected) => {
  expect(rangeOf({ range, ...(ifRange === undefined ? {} : { 'if-range': ifRange }) }, '"tag"', 100)).toEqual(
    expected,
  );
});

it.each(['original', 'sealed'] as const)(
  'refuses the %s file to other tenants and persons, and under unknown ids',
  async (file) => {
    const other = randomUUID();
    expect(await code(file, test.asUser(other))).toBe('SIGNATURE_PROCESS_NOT_FOUND');
    expect(await code(file, test.asPerson(other, process.personIds[0] ?? ''))).toBe(
      'SIGNATURE_PROCESS_NOT_FOUND',
    );
    expect(await code(file, test.asPerson(process.tenantId, randomUUID()))).toBe(
      'AUTH_PERSON_NO_AUTHORIZATION',
    );
    const user = test.asUser(process.tenantId);
    expect(await code(file, user, { processId: randomUUID() })).toBe('SIGNATURE_PROCESS_NOT_FOUND');
    expect(await code(file, user, { documentId: randomUUID() })).toBe('DOCUMENT_NOT_FOUND');
  },
);

it.each(['original', 'sealed'] as const)(
  'keeps the %s file from a common user until its company is assigned to them',
  async (file) => {
    const userId = randomUUID();
    const common = test.asUser(process.tenantId, userId, 'common');
    expect(await code(file, common)).toBe('SIGNATURE_PROCESS_NOT_FOUND');
    const { companyId } = process.created.company;
    await assign(userId, [randomUUID(), companyId]);
    expect((await get('original', common)).statusCode).toBe(200);
    await assign(userId, []);
    expect(await code(file, common)).toBe('SIGNATURE_PROCESS_NOT_FOUND');
  },
);

it('gives the sealed file once the process says it is sealed, and not before', async () => {
  const user = test.asUser(process.tenantId);
  const seal = await sealDocument(test.signer, process.processId, process.documentId);
  expect((await get('sealed', user)).json()).toMatchObject({ status: 409, code: 'DOCUMENT_NOT_SEALED' });
  await recordSealed(test, process, seal);
  const reply = await get('sealed', signerOf(process));
  expect(reply.headers).toMatchObject({ 'content-length': String(seal.sizeBytes), etag: `"${seal.sha256}"` });
  expect(reply.headers['content-disposition']).toContain('Contrato%20de%20presta%C3%A7%C3%A3o-assinado.pdf');
  expect(createHash('sha256').update(reply.rawPayload).digest('hex')).toBe(seal.sha256);
});

it('writes names that no header can be broken out of', () => {
  expect(contentDisposition('attachment', 'a"b\\c\r\nX: 1.pdf')).toBe(
    `attachment; filename="a_b_c__X: 1.pdf"; filename*=UTF-8''a%22b%5Cc%0D%0AX%3A%201.pdf`,
  );
});

it('keeps a document from those whose turn to sign has not come', async () => {
  const ordered = await completedProcess(test, pdf, { completed: false, ordered: true });
  const status = async (index: number) =>
    (await get('original', test.asPerson(ordered.tenantId, ordered.personIds[index] ?? ''), ordered))
      .statusCode;
  expect([await status(0), await status(1)]).toEqual([200, 403]);
  const { tenantId, processId, personIds } = ordered;
  const data = { tenantId, processId, group: 2, personIds: [personIds[1] ?? ''] };
  await appendToProcess(test, ordered, [{ type: 'GroupAsked', data }]);
  expect([await status(0), await status(1), await status(2)]).toEqual([200, 200, 403]);
});

it('hides a document from a replaced person, and shows it to the new one', async () => {
  const pending = await completedProcess(test, pdf, { completed: false });
  const { tenantId, processId, documentId, created } = pending;
  const [former] = created.participants;
  if (former === undefined) throw new Error('the process has no participant');
  const personId = randomUUID();
  const { name } = former;
  await appendToProcess(test, pending, [
    {
      type: 'ParticipantReplaced',
      data: {
        tenantId,
        processId,
        replaced: { personId: former.personId, name },
        participant: { ...former, personId },
        signatures: [{ signatureId: `${processId}:1`, documentId }],
      },
    },
  ]);
  const statusFor = async (id: string) =>
    (await get('original', test.asPerson(tenantId, id), pending)).statusCode;
  expect([await statusFor(former.personId), await statusFor(personId)]).toEqual([403, 200]);
});
