import { randomUUID } from 'node:crypto';

import { AuthorityUnavailable } from '@lacre/authority-client';
import { streams } from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';
import { validatePdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { completedProcess, type TestProcess } from '../testing/completed-process.ts';
import { Died, failing, stampedOutside, type Operation } from '../testing/failing-signer.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
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

const job = ({ tenantId, processId, documentId }: TestProcess) => ({
  payload: { key: documentId, tenantId, processId, documentId },
  attempt: 1,
});

async function sealEvents(documentId: string): Promise<RecordedEvent[]> {
  const events = [];
  for await (const event of test.signer.eventStore.readStream(streams.seal(documentId))) events.push(event);
  return events;
}

async function expectWhole({ documentId }: TestProcess, before: RecordedEvent[]): Promise<void> {
  const events = await sealEvents(documentId);
  expect(events.slice(0, before.length)).toEqual(before);
  expect(events.map(({ type }) => type)).toEqual([
    'SealRendered',
    'SealSigned',
    'SealTimeStamped',
    'SealValidationDataAdded',
    'SealArchived',
    'SealProduced',
  ]);
  const record = await readSealRecord(test.signer.log, documentId);
  const file = sealedFile(record);
  const left = await Promise.all(record.stepFiles.map((sha256) => test.signer.blobs.has(sha256)));
  expect(left).toEqual([false, false, false, false]);
  const opened = await openFile(test.signer.blobs, file?.parts ?? []);
  expect(opened.sha256).toBe(file?.sha256);
  expect(opened.pdf.subarray(0, pdf.length).equals(pdf)).toBe(true);
  const { verdict, reasons } = await validatePdf(opened.pdf, {
    trustedSealCertificates: test.signer.sealKeys.trusted,
    trustAnchors: test.signer.sealKeys.timeStampAnchors,
  });
  expect([verdict, reasons]).toEqual(['intact', []]);
}

const ASKED: readonly [Operation, number][] = [
  ['sign', 1],
  ['stamp', 2],
  ['proofs', 2],
];
/** By whose time stamps, what a seal does and how often. */
const OPERATIONS: Readonly<Record<'here' | 'outside', readonly [Operation, number][]>> = {
  here: [['append', 1], ['put', 1], ...ASKED],
  outside: [['append', 2], ['put', 4], ['remove', 4], ...ASKED],
};
const EACH = (['here', 'outside'] as const).flatMap((where) =>
  OPERATIONS[where].flatMap(([operation, times]) =>
    Array.from({ length: times }, (_, index) => index + 1).flatMap((nth) =>
      (['failed and not done', 'failed but done'] as const).map(
        (outcome) => [operation, nth, outcome, where] as const,
      ),
    ),
  ),
);

it.each(EACH)(
  'ends with one archived seal when %s number %i %s, stamped %s',
  async (operation, nth, outcome, where) => {
    const process = await completedProcess(test, pdf);
    const signer = where === 'here' ? test.signer : stampedOutside(test.signer);
    const broken = failing(signer, operation, nth, outcome, new Died('here'));
    await expect(handleSealJob(broken, SEAL_QUEUE, job(process))).rejects.toBeInstanceOf(Died);
    const before = await sealEvents(process.documentId);
    await handleSealJob(test.signer, SEAL_QUEUE, job(process));
    await expectWhole(process, before);
  },
);

it('asks log, store and authorities for no operation beyond those that fail above', async () => {
  for (const [where, operations] of Object.entries(OPERATIONS)) {
    for (const [operation, times] of operations) {
      const process = await completedProcess(test, pdf);
      const signer = where === 'here' ? test.signer : stampedOutside(test.signer);
      const unbroken = failing(signer, operation, times + 1, 'failed and not done', new Died('here'));
      await handleSealJob(unbroken, SEAL_QUEUE, job(process));
      await expectWhole(process, []);
    }
  }
});

it.each([
  ['sign', 1, ['SealRendered']],
  ['stamp', 1, ['SealRendered', 'SealSigned']],
  ['proofs', 1, ['SealRendered', 'SealSigned', 'SealTimeStamped']],
  ['stamp', 2, ['SealRendered', 'SealSigned', 'SealTimeStamped', 'SealValidationDataAdded']],
] as const)('keeps the steps done when %s number %i has to wait', async (operation, nth, kept) => {
  const process = await completedProcess(test, pdf);
  const away = failing(test.signer, operation, nth, 'failed and not done', new AuthorityUnavailable('fora'));
  await expect(handleSealJob(away, SEAL_QUEUE, job(process))).rejects.toBeInstanceOf(AuthorityUnavailable);
  const before = await sealEvents(process.documentId);
  expect(before.map(({ type }) => type)).toEqual(kept);
  await handleSealJob(test.signer, SEAL_QUEUE, job(process));
  await expectWhole(process, before);
});

it('says why it waits where another worker committed the step meanwhile', async () => {
  const process = await completedProcess(test, pdf);
  const { timeStamping } = test.signer;
  const stamp = async () => {
    await handleSealJob(test.signer, SEAL_QUEUE, job(process));
    throw new AuthorityUnavailable('fora');
  };
  const slow = { ...test.signer, timeStamping: { ...timeStamping, stamp } };
  await expect(handleSealJob(slow, SEAL_QUEUE, job(process))).rejects.toBeInstanceOf(AuthorityUnavailable);
  await handleSealJob(test.signer, SEAL_QUEUE, job(process));
  await expectWhole(process, []);
});

it('seals once when eight take every step at the same time', async () => {
  const process = await completedProcess(test, pdf);
  await Promise.all(Array.from({ length: 8 }, () => handleSealJob(test.signer, SEAL_QUEUE, job(process))));
  await expectWhole(process, []);
});

it('waits visibly for a time-stamp authority that is away, hands out nothing meanwhile, and resumes by itself', async () => {
  const process = await completedProcess(test, pdf);
  const away: SignerContext = {
    ...test.signer,
    timeStamping: {
      ...test.signer.timeStamping,
      stamp: () => Promise.reject(new AuthorityUnavailable('carimbo.exemplo.com.br')),
    },
  };
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(handleSealJob(away, SEAL_QUEUE, job(process))).rejects.toBeInstanceOf(AuthorityUnavailable);
  }
  const before = await sealEvents(process.documentId);
  expect(before.map(({ type }) => type)).toEqual(['SealRendered', 'SealSigned']);
  expect(sealedFile(await readSealRecord(test.signer.log, process.documentId))).toBeUndefined();
  const { rows } = await test.signer.pool.query('select problem from signer.job_problem where key = $1', [
    process.documentId,
  ]);
  expect(rows).toEqual([
    {
      problem: expect.stringContaining(
        'A autoridade de carimbo do tempo ou de certificação não respondeu.',
      ) as string,
    },
  ]);
  await handleSealJob(test.signer, SEAL_QUEUE, job(process));
  await expectWhole(process, before);
});

it('stops at the level that is wanted, and at no lower', async () => {
  const last = { 'B-B': 'SealSigned', 'B-T': 'SealTimeStamped', 'B-LT': 'SealValidationDataAdded' } as const;
  for (const [level, step] of Object.entries(last)) {
    const process = await completedProcess(test, pdf);
    const signer: SignerContext = { ...test.signer, sealLevel: level as keyof typeof last };
    await handleSealJob(signer, SEAL_QUEUE, job(process));
    const events = await sealEvents(process.documentId);
    expect(events.slice(-2).map(({ type }) => type)).toEqual([step, 'SealProduced']);
    expect(events.at(-1)?.data).toMatchObject({ level });
  }
});

it('refuses a malformed job', async () => {
  await expect(
    handleSealJob(test.signer, SEAL_QUEUE, { payload: { key: randomUUID() }, attempt: 1 }),
  ).rejects.toMatchObject({ name: 'Unprocessable' });
});
