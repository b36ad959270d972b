import { createHash, randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { readPdf, readAttachments, validatePdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { EVIDENCE_VERSION } from '../evidence/evidence-json.ts';
import { completedProcess, type TestProcess } from '../testing/completed-process.ts';
import { flattened, readStructure } from '../testing/pdfs/read-structure.ts';
import { certifiedByOthers, samplePdf, signedByOthers } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { openFile } from './open-file.ts';
import { decryptPayload } from './revisions/platform-payload.ts';
import { sealDocument } from './seal-document.ts';
import { readSealRecord, sealedFile } from './seal-record.ts';
import { handleSealJob, SEAL_QUEUE, startSealWorkers } from './seal-worker.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

const ALL_STEPS = [
  'SealRendered',
  'SealSigned',
  'SealTimeStamped',
  'SealValidationDataAdded',
  'SealArchived',
  'SealProduced',
];

const jobOf = ({ tenantId, processId, documentId }: TestProcess) => ({
  payload: { key: documentId, tenantId, processId, documentId },
  attempt: 1,
});

async function sealEvents(documentId: string) {
  const events = [];
  for await (const event of test.signer.eventStore.readStream(streams.seal(documentId))) events.push(event);
  return events;
}

const problems = async (documentId: string) =>
  (await test.signer.pool.query('select * from signer.job_problem where key = $1', [documentId])).rows;

/** The sealed file as it is downloaded. */
async function sealedBytes(documentId: string): Promise<Buffer> {
  const file = sealedFile(await readSealRecord(test.signer.log, documentId));
  return (await openFile(test.signer.blobs, file?.parts ?? [])).pdf;
}

const judge = (bytes: Uint8Array) =>
  validatePdf(bytes, { trustedSealCertificates: test.signer.sealKeys.trusted });

it.each([
  ['with a cross-reference table', () => samplePdf()],
  ['with cross-reference streams', () => samplePdf({ objectStreams: true })],
  ['with rotated pages', () => samplePdf({ rotation: 270 })],
])(
  'seals a document %s: evidence pages, evidence.json and payload under one signature',
  async (_what, make) => {
    const pdf = await make();
    const process = await completedProcess(test, pdf);
    const seal = await sealDocument(test.signer, process.processId, process.documentId);

    const sealed = await sealedBytes(process.documentId);
    expect(createHash('sha256').update(sealed).digest('hex')).toBe(seal.sha256);
    expect(sealed.subarray(0, pdf.length)).toEqual(pdf);
    expect(seal).toMatchObject({ sizeBytes: sealed.length, level: 'B-LTA', tenantId: process.tenantId });
    const { verdict, attachments, seal: found } = await judge(sealed);
    expect(verdict).toBe('intact');
    expect(found?.signingTime?.toISOString()).toBe(seal.sealedAt.replace(/\.\d{3}Z$/, '.000Z'));
    expect(readPdf(sealed).pageCount).toBeGreaterThan(2);
    const read = flattened(await readStructure(sealed)).map(({ type, text }) => `${type} ${text}`);
    expect(read).toContain('H1 Página de assinaturas');
    expect(read).toContain(`P Código ${seal.validationCode}`);

    const [evidence, payload] = ['evidence.json', 'lacre.bin'].map((name) =>
      Buffer.from(attachments.find((file) => file.name === name && file.addedWithSeal)?.read() ?? []),
    );
    const facts = JSON.parse(evidence?.toString() ?? '');
    expect(facts).toMatchObject({
      document: { documentId: process.documentId, sha256: createHash('sha256').update(pdf).digest('hex') },
      version: EVIDENCE_VERSION,
      partial: false,
      validation: { code: seal.validationCode },
      timeline: [
        {
          action: 'ProcessCreated',
          revision: 0,
          who: 'Carlos Menezes',
          position: expect.any(String) as string,
        },
        { action: 'SignatureSigned', revision: 1 },
        { action: 'SignatureSigned', revision: 2 },
        { action: 'SignatureSigned', revision: 3 },
        { action: 'DocumentCompleted', revision: 4 },
      ],
      seal: {
        level: 'B-LTA',
        authority: 'local',
        certificateSha256: seal.certificateSha256,
        timeStampAuthority: { local: true },
      },
      participants: [
        { name: 'Ana Beatriz Souza Lima', cpf: '***.982.247-**', part: 'signer', status: 'signed' },
        { part: 'signatory' },
        { part: 'attestant' },
      ],
    });
    // Addresses are masked: their owner's name stands nowhere.
    expect(evidence?.toString()).not.toMatch(/[^*]@exemplo\.com\.br/);
    const opened = decryptPayload(payload ?? Buffer.alloc(0), test.signer.payloadKey);
    expect(opened).toMatchObject({
      ok: true,
      payload: {
        documentId: process.documentId,
        evidenceSha256: createHash('sha256')
          .update(evidence ?? '')
          .digest('hex'),
      },
    });
  },
);

it('seals a document signed elsewhere without changing its bytes', async () => {
  const pdf = await signedByOthers();
  const { processId, documentId } = await completedProcess(test, pdf, { alreadySigned: true });
  await sealDocument(test.signer, processId, documentId);
  const sealed = await sealedBytes(documentId);
  expect(sealed.subarray(0, pdf.length)).toEqual(pdf);
  expect((await judge(sealed)).verdict).toBe('intact');
});

it.each([
  ['signed', signedByOthers],
  ['certified', certifiedByOthers],
])('adds neither pages nor attachments to a document that others have %s', async (_what, make) => {
  const { processId, documentId } = await completedProcess(test, await make(), { alreadySigned: true });
  await sealDocument(test.signer, processId, documentId);
  const sealed = await sealedBytes(documentId);
  expect(readPdf(sealed).pageCount).toBe(2);
  expect(readAttachments(readPdf(sealed))).toEqual([]);
  expect((await judge(sealed)).verdict).toBe('intact');
});

it('seals once, though several workers seal at once and again', async () => {
  const process = await completedProcess(test, await samplePdf());
  const { processId, documentId } = process;
  const seals = await Promise.all([1, 2, 3].map(() => sealDocument(test.signer, processId, documentId)));
  expect(new Set(seals.map(({ sha256 }) => sha256)).size).toBe(1);
  await handleSealJob(test.signer, SEAL_QUEUE, jobOf(process));
  expect((await sealEvents(documentId)).map(({ type }) => type)).toEqual(ALL_STEPS);
  expect(await sealDocument(test.signer, processId, documentId)).toEqual(seals[0]);
});

it('does not seal an incomplete or unknown document', async () => {
  const { processId, documentId } = await completedProcess(test, await samplePdf(), { completed: false });
  await expect(sealDocument(test.signer, processId, documentId)).rejects.toMatchObject({
    name: 'Unprocessable',
  });
  await expect(sealDocument(test.signer, randomUUID(), randomUUID())).rejects.toMatchObject({
    name: 'Unprocessable',
  });
});

it('never seals with a certificate that has expired', async () => {
  const process = await completedProcess(test, await samplePdf());
  const { notAfter } = test.signer.sealKeys.signer.certificate;
  const later: SignerContext = { ...test.signer, now: () => new Date(notAfter.getTime() + 1000) };
  await expect(handleSealJob(later, SEAL_QUEUE, jobOf(process))).rejects.toMatchObject({
    name: 'SealCertificateExpired',
  });
  expect(await problems(process.documentId)).toMatchObject([
    { problem: expect.stringContaining('O certificado do selo está fora da validade.') as string },
  ]);
  expect(await sealEvents(process.documentId)).toHaveLength(0);
});

it('gives the seal a moment to the millisecond, never before the last act, also when the clock steps back', async () => {
  const now = Date.now();
  const last = new Date(now + 90_123).toISOString();
  const process = await completedProcess(test, await samplePdf(), { at: last });
  const steps = [0, 60_000, 120_000, -30_000, 5_000, 200_000];
  const signer: SignerContext = { ...test.signer, now: () => new Date(now + (steps.shift() ?? 0)) };
  const seal = await sealDocument(signer, process.processId, process.documentId);
  expect(seal.sealedAt).toBe(new Date(Date.parse(last) + 1).toISOString());
  const moments = (await sealEvents(process.documentId)).map(({ metadata }) => metadata.occurredAt);
  expect(moments).toEqual(moments.toSorted());
  expect(new Set(moments).size).toBeGreaterThan(1);
});

it('takes its jobs from the queue', async () => {
  const process = await completedProcess(test, await samplePdf());
  const worker = await startSealWorkers(test.signer);
  try {
    const { payload } = jobOf(process);
    await test.signer.workQueue.publish(SEAL_QUEUE, payload, { dedupeKey: `${SEAL_QUEUE}:${payload.key}` });
    await expect.poll(() => sealEvents(process.documentId)).toHaveLength(ALL_STEPS.length);
  } finally {
    await worker.stop();
  }
});
