import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type BodyOf, type DataOf } from '@lacre/contracts';
import { appendToEnd } from '@lacre/event-store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness, sha256Of } from '../testing/harness.ts';

/** Requests that one user may make: more than the other tests make together. */
const LIMIT = 20;

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: typeof own;
beforeAll(async () => {
  harness = await Harness.start({ limits: { downloadPerUser: { tries: LIMIT, windowSeconds: 60 } } });
  own = await harness.tenant();
  other = await harness.tenant();
});
afterAll(() => harness.stop());

const ask = (body: BodyOf<'requestDownload'>, options: { key?: string; token?: string } = {}) =>
  harness.send<AnswerOf<'requestDownload'>>('POST', '/download', body, { token: own.token, ...options });

/** What the follow-ups do once every participant has signed. */
async function seal(
  processId: string,
  documentId: string,
  sizeBytes: number,
  tenantId = own.tenantId,
): Promise<void> {
  const event = {
    id: randomUUID(),
    type: 'DocumentSealed',
    data: {
      processId,
      tenantId,
      documentId,
      sha256: sha256Of(documentId),
      sizeBytes,
      validationCode: 'ABCD-1234',
      sealedAt: '2026-03-02T12:00:00.000Z',
    },
    metadata: {
      occurredAt: '2026-03-02T12:00:00.000Z',
      correlationId: 'seal',
      schemaVersion: 1,
      tenantId,
      actor: { kind: 'system', name: 'teste' },
    },
  };
  await appendToEnd(harness.eventStore, streams.process(processId), [event]);
}

async function sealedProcess(sizeBytes = 100) {
  const process = await harness.process(own);
  await seal(process.processId, process.documentId, sizeBytes);
  return process;
}

it('asks for the sealed documents of the processes, each once, and names it after the only one', async () => {
  const { processId, documentId } = await sealedProcess();
  const { status, body } = await ask({ processIds: [processId, processId] });
  expect(status).toBe(202);
  expect(body).toMatchObject({ fileCount: 1, sizeBytes: 100 });
  const [event] = await harness.stream(streams.download(body.downloadId));
  expect(event).toMatchObject({
    type: 'DownloadRequested',
    data: {
      tenantId: own.tenantId,
      requestedBy: { userId: own.userId, name: own.registration.administrator.name },
      description: 'Contrato',
      documents: [{ processId, documentId }],
    },
  });
});

it('calls it by its number of processes, or as the requester does', async () => {
  const [one, two] = [await sealedProcess(1), await sealedProcess(2)];
  const processIds = [two.processId, one.processId];
  const { downloadId } = (await ask({ processIds })).body;
  const named = (await ask({ processIds, description: '  Março ' })).body.downloadId;
  const dataOf = async (id: string) => (await harness.stream(streams.download(id)))[0]?.data;
  expect(await dataOf(downloadId)).toMatchObject({
    description: 'Documentos de 2 processos',
    documents: [{ documentId: two.documentId }, { documentId: one.documentId }],
    sizeBytes: 3,
  });
  expect(await dataOf(named)).toMatchObject({ description: 'Março' });
});

it('answers the same key the same, also from the log, and refuses it for something else', async () => {
  const { processId } = await sealedProcess();
  const first = await ask({ processIds: [processId] }, { key: 'download-1' });
  expect((await ask({ processIds: [processId] }, { key: 'download-1' })).body).toEqual(first.body);
  await harness.service.answers.settled();
  await harness.pool.query('truncate command.idempotency');
  expect((await ask({ processIds: [processId] }, { key: 'download-1' })).body).toEqual(first.body);
  expect(await harness.types(streams.download(first.body.downloadId))).toEqual(['DownloadRequested']);
  const another = await ask({ processIds: [processId], description: 'Outra' }, { key: 'download-1' });
  expect(another).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

it('answers alike to another tenant’s process and to an unknown one', async () => {
  const { processId } = await sealedProcess();
  const foreign = await ask({ processIds: [processId] }, { token: other.token });
  const unknown = await ask({ processIds: [randomUUID()] }, { token: other.token });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'SIGNATURE_PROCESS_NOT_FOUND' } });
  const told = ({ body }: typeof foreign) => ({ ...body, instance: '' });
  expect(told(foreign)).toEqual(told(unknown));
});

it('refuses unsealed documents, blank names, and too many processes', async () => {
  const { processId } = await sealedProcess();
  const waiting = await harness.process(own);
  expect((await ask({ processIds: [waiting.processId] })).body.code).toBe('DOCUMENT_NOT_SEALED');
  expect((await ask({ processIds: [processId, waiting.processId] })).body.code).toBe('DOCUMENT_NOT_SEALED');
  expect((await ask({ processIds: [processId], description: ' ' })).body.code).toBe('EMPTY_DESCRIPTION');
  for (const processIds of [[], Array.from({ length: 101 }, () => randomUUID()), ['x']])
    expect((await ask({ processIds })).body.code).toBe('CLASS_VALIDATION_ERROR');
});

it('refuses more than a zip may hold', async () => {
  const heavy = await sealedProcess(2 * 1024 ** 3);
  const light = await sealedProcess(1);
  const { status, body } = await ask({ processIds: [heavy.processId, light.processId] });
  expect([status, body.code]).toEqual([413, 'DOWNLOAD_TOO_LARGE']);
  expect(body).toMatchObject({ detail: 'Um download leva no máximo 2 GB.' });
});

it('is limited by rate, and a repeat of a request does not count', async () => {
  const busy = await harness.tenant();
  const mine = { token: busy.token };
  const process = await harness.process(busy);
  await seal(process.processId, process.documentId, 1, busy.tenantId);
  const processIds = [process.processId];
  for (let time = 0; time < LIMIT - 1; time += 1) await ask({ processIds }, mine);
  const last = await ask({ processIds }, { ...mine, key: 'last' });
  expect(last.status).toBe(202);
  const over = await ask({ processIds }, mine);
  expect([over.status, over.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await ask({ processIds }, { ...mine, key: 'last' })).body).toEqual(last.body);
});

it('is for users who reach the company of every process', async () => {
  const { processId, ana } = await sealedProcess();
  const [created] = await harness.stream(streams.process(processId));
  const { companyId } = (created!.data as unknown as DataOf<'ProcessCreated'>).company;
  const stranger = await harness.member(own.tenantId, 'common');
  expect((await ask({ processIds: [processId] }, { token: stranger.token })).body).toMatchObject({
    code: 'SIGNATURE_PROCESS_NOT_FOUND',
    errors: [{ field: 'processIds.0' }],
  });
  const assigned = await harness.member(own.tenantId, 'common', { companyIds: [companyId] });
  expect((await ask({ processIds: [processId] }, { token: assigned.token })).status).toBe(202);
  const person = await harness.signingToken(processId, ana);
  expect((await ask({ processIds: [processId] }, { token: person })).status).toBe(403);
});
