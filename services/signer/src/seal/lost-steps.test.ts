import { BlobCorrupted, BlobStoreUnavailable, MemoryBlobStore, type BlobStore } from '@lacre/blob-store';
import { streams } from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';
import { readAttachments, readPdf, validatePdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { completedProcess, type TestProcess } from '../testing/completed-process.ts';
import { Died, failing, over } from '../testing/failing-signer.ts';
import { samplePdf, signedByOthers } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { openFile } from './open-file.ts';
import { readSealRecord, sealedFile } from './seal-record.ts';
import { handleSealJob, SEAL_QUEUE } from './seal-worker.ts';

let test: TestSigner;
let pdf: Buffer;
beforeAll(async () => {
  test = await openTestSigner();
  pdf = await samplePdf();
});
afterAll(() => test.close());

const STEPS = [
  'SealRendered',
  'SealSigned',
  'SealTimeStamped',
  'SealValidationDataAdded',
  'SealArchived',
] as const;
const ALL = [...STEPS, 'SealProduced'];

const job = ({ tenantId, processId, documentId }: TestProcess) => ({
  payload: { key: documentId, tenantId, processId, documentId },
  attempt: 1,
});
const seal = (process: TestProcess, signer: SignerContext = test.signer) =>
  handleSealJob(signer, SEAL_QUEUE, job(process));

async function sealEvents({ documentId }: TestProcess): Promise<RecordedEvent[]> {
  return Array.fromAsync(test.signer.eventStore.readStream(streams.seal(documentId)));
}
const types = async (process: TestProcess) => (await sealEvents(process)).map(({ type }) => type);

/** What each step but the last is followed by, which is away. */
const ASKED_AFTER = {
  SealRendered: ['sign', 1],
  SealSigned: ['stamp', 1],
  SealTimeStamped: ['proofs', 1],
  SealValidationDataAdded: ['stamp', 2],
} as const;
type Waiting = keyof typeof ASKED_AFTER;
const WAITING = Object.keys(ASKED_AFTER) as Waiting[];

async function endAfter(step: Waiting, process: TestProcess): Promise<void> {
  const [operation, nth] = ASKED_AFTER[step];
  const dying = failing(test.signer, operation, nth, 'failed and not done', new Died('here'));
  await expect(seal(process, dying)).rejects.toBeInstanceOf(Died);
}

/** A process whose seal ended after the step, as an authority that is away or the end of a backup's log ends it. */
async function sealedUpTo(step: Waiting, given: { alreadySigned?: boolean } = {}): Promise<TestProcess> {
  const process = await completedProcess(test, given.alreadySigned ? await signedByOthers() : pdf, given);
  await endAfter(step, process);
  expect((await types(process)).at(-1)).toBe(step);
  return process;
}

/** The files that the steps left, and no other. */
async function stepFiles(process: TestProcess): Promise<string[]> {
  const [document] = process.created.documents;
  const named = JSON.stringify((await sealEvents(process)).map(({ data }) => data)).match(/[\da-f]{64}/g);
  const files = [...new Set(named)].filter((sha256) => sha256 !== document?.sha256);
  const there = await Promise.all(files.map((sha256) => test.signer.blobs.has(sha256)));
  return files.filter((_, index) => there[index]);
}

async function loseSteps(process: TestProcess): Promise<void> {
  const files = await stepFiles(process);
  expect(files.length).toBeGreaterThan(0);
  for (const sha256 of files) await test.signer.blobs.remove(sha256);
}

async function expectSealed({ documentId, created }: TestProcess): Promise<void> {
  const record = await readSealRecord(test.signer.log, documentId);
  const file = sealedFile(record);
  const opened = await openFile(test.signer.blobs, file?.parts ?? []);
  expect([opened.sha256, opened.sizeBytes]).toEqual([file?.sha256, file?.sizeBytes]);
  const { verdict, reasons, report } = await validatePdf(opened.pdf, {
    trustedSealCertificates: test.signer.sealKeys.trusted,
    trustAnchors: test.signer.sealKeys.timeStampAnchors,
  });
  expect([verdict, reasons, report.level]).toEqual(['intact', [], 'B-LTA']);
  if (created.documents[0]?.alreadySigned) return;
  const facts = readAttachments(readPdf(opened.pdf)).find(({ name }) => name === 'evidence.json');
  expect(JSON.parse(Buffer.from(facts?.read() ?? []).toString())).toMatchObject({
    document: { documentId, sha256: created.documents[0]?.sha256 },
    seal: { sealedAt: record.produced?.sealedAt },
  });
}

it.each(WAITING)('begins anew where the blobs of %s are lost', async (step) => {
  const process = await sealedUpTo(step);
  const before = await sealEvents(process);
  await loseSteps(process);
  await seal(process);
  expect((await sealEvents(process)).slice(0, before.length)).toEqual(before);
  expect((await types(process)).slice(before.length)).toEqual(ALL);
  await expectSealed(process);
});

it('begins anew the seal of a document that takes no pages', async () => {
  const process = await sealedUpTo('SealTimeStamped', { alreadySigned: true });
  await loseSteps(process);
  await seal(process);
  expect((await types(process)).slice(3)).toEqual(ALL);
  await expectSealed(process);
});

it('begins anew again where it was lost again', async () => {
  const process = await sealedUpTo('SealSigned');
  await loseSteps(process);
  await endAfter('SealSigned', process);
  await loseSteps(process);
  await seal(process);
  expect(await types(process)).toEqual([...STEPS.slice(0, 2), ...STEPS.slice(0, 2), ...ALL]);
  await expectSealed(process);
});

it('begins anew where a step’s blob is damaged', async () => {
  const process = await sealedUpTo('SealTimeStamped');
  const files = await stepFiles(process);
  const { blobs } = test.signer;
  const read: BlobStore['read'] = (sha256) =>
    files.includes(sha256) ? Promise.reject(new BlobCorrupted(sha256, 'rotted')) : blobs.read(sha256);
  await seal(process, { ...test.signer, blobs: over(blobs, { read }) });
  expect((await types(process)).slice(3)).toEqual(ALL);
  await expectSealed(process);
});

it('resumes where only blobs are lost that no later step reads', async () => {
  const process = await sealedUpTo('SealSigned');
  const { rendered } = await readSealRecord(test.signer.log, process.documentId);
  await test.signer.blobs.remove(rendered?.evidence?.pack?.sha256 ?? '');
  await seal(process);
  expect(await types(process)).toEqual(ALL);
  await expectSealed(process);
});

it.each(WAITING)('waits after %s for a store that is away or empty, and resumes', async (step) => {
  const process = await sealedUpTo(step);
  const before = await types(process);
  const { blobs } = test.signer;
  const away = () => Promise.reject(new BlobStoreUnavailable(new Error('away')));
  const unreachable = over(blobs, { get: away, read: away, size: away, has: away });
  await expect(seal(process, { ...test.signer, blobs: unreachable })).rejects.toThrow(BlobStoreUnavailable);
  const none = new MemoryBlobStore();
  await expect(seal(process, { ...test.signer, blobs: none })).rejects.toMatchObject({
    name: 'BlobNotFound',
  });
  // Read at first, away when it is asked whether the rest is there.
  const fading = over(blobs, { read: none.read.bind(none), get: away });
  await expect(seal(process, { ...test.signer, blobs: fading })).rejects.toThrow(BlobStoreUnavailable);
  expect(await types(process)).toEqual(before);
  await seal(process);
  expect(await types(process)).toEqual(ALL);
});

it.each(WAITING)('ends with one seal when six workers miss the blobs of %s', async (step) => {
  const process = await sealedUpTo(step);
  const before = await sealEvents(process);
  await loseSteps(process);
  await Promise.all(Array.from({ length: 6 }, () => seal(process)));
  expect((await types(process)).slice(before.length)).toEqual(ALL);
  await expectSealed(process);
});

it('has a worker under way continue the seal that another began anew', async () => {
  const process = await sealedUpTo('SealSigned');
  const { timeStamping } = test.signer;
  const held = Promise.withResolvers<undefined>();
  const arrived = Promise.withResolvers<undefined>();
  const stamp: typeof timeStamping.stamp = async (imprint) => {
    arrived.resolve(undefined);
    await held.promise;
    return timeStamping.stamp(imprint);
  };
  const slow = seal(process, { ...test.signer, timeStamping: { ...timeStamping, stamp } });
  await arrived.promise;
  await loseSteps(process);
  await endAfter('SealSigned', process);
  held.resolve(undefined);
  await slow;
  expect(await types(process)).toEqual([...STEPS.slice(0, 2), ...ALL]);
  await expectSealed(process);
});
