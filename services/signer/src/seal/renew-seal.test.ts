import { streams, type DataOf } from '@lacre/contracts';
import { readPdf, validatePdf } from '@lacre/pades';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { completedProcess, recordSealed, type TestProcess } from '../testing/completed-process.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { openFile } from './open-file.ts';
import { renewSeal } from './renew-seal.ts';
import { sealDocument } from './seal-document.ts';
import { readSealRecord, sealedFile } from './seal-record.ts';

const DAY_MS = 86_400_000;

let test: TestSigner;
let clock: Date;
// Each with keys of its own: those that a later clock made are not yet valid at an earlier one.
beforeEach(async () => {
  clock = new Date();
  test = await openTestSigner({ now: () => clock });
});
afterEach(() => test.close());

async function sealed(): Promise<TestProcess & { seal: DataOf<'SealProduced'> }> {
  const process = await completedProcess(test, await samplePdf());
  const seal = await sealDocument(test.signer, process.processId, process.documentId);
  await recordSealed(test, process, seal);
  return { ...process, seal };
}

const fileOf = async (documentId: string) => {
  const file = sealedFile(await readSealRecord(test.signer.log, documentId));
  return (await openFile(test.signer.blobs, file?.parts ?? [])).pdf;
};

const storedFiles = async () => new Set(await Array.fromAsync(test.signer.blobs.addresses()));

const judge = (bytes: Uint8Array) =>
  validatePdf(bytes, {
    trustedSealCertificates: test.signer.sealKeys.trusted,
    trustAnchors: test.signer.sealKeys.timeStampAnchors,
  });

it('adds a time stamp before the last one runs out, and changes no byte before it', async () => {
  const { documentId, seal, tenantId } = await sealed();
  const before = await fileOf(documentId);
  const stored = await storedFiles();
  const until = Date.parse(seal.provableUntil ?? '');
  clock = new Date(until - 80 * DAY_MS);
  await test.signer.sealKeys.refresh(clock);
  await renewSeal(test.signer, documentId);
  const after = await fileOf(documentId);
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  expect(readPdf(after).form.signatures).toHaveLength(readPdf(before).form.signatures.length + 1);
  expect((await judge(after)).verdict).toBe('intact');
  expect((await judge(before)).verdict).toBe('intact');
  const last = (await readSealRecord(test.signer.log, documentId)).renewals.at(-1);
  expect(last).toMatchObject({ tenantId, sizeBytes: after.length });
  // What is added, whatever its revisions, is one file, and nothing else is stored.
  const { parts } = sealedFile(await readSealRecord(test.signer.log, documentId))!;
  expect((await storedFiles()).difference(stored)).toEqual(new Set([parts.at(-1)]));
  expect(Date.parse(last?.provableUntil ?? '')).toBeGreaterThan(until);
});

it('reports when another time stamp of the same kind would not last longer, and adds none', async () => {
  const { documentId, seal } = await sealed();
  const before = test.signer.sealKeys.authority.timeStamping.certificate;
  clock = new Date(Date.parse(seal.provableUntil ?? '') - 80 * DAY_MS);
  await test.signer.sealKeys.refresh(clock);
  const { timeStamping } = test.signer;
  const old: SignerContext = {
    ...test.signer,
    timeStamping: {
      ...timeStamping,
      stamp: async (imprint) => ({ ...(await timeStamping.stamp(imprint)), certificate: before }),
    },
  };
  await expect(renewSeal(old, documentId)).rejects.toMatchObject({ name: 'RenewalFutile' });
  expect((await readSealRecord(test.signer.log, documentId)).renewals).toEqual([]);
});

it('does nothing when asked again, and once when asked by several', async () => {
  const { documentId, seal } = await sealed();
  await renewSeal(test.signer, documentId);
  expect((await readSealRecord(test.signer.log, documentId)).renewals).toEqual([]);
  clock = new Date(Date.parse(seal.provableUntil ?? '') - 80 * DAY_MS);
  await test.signer.sealKeys.refresh(clock);
  await Promise.all([1, 2, 3].map(() => renewSeal(test.signer, documentId)));
  await renewSeal(test.signer, documentId);
  const { renewals } = await readSealRecord(test.signer.log, documentId);
  expect(renewals).toHaveLength(1);
});

it('leaves the document unchanged while the authority is away, and renews later', async () => {
  const { documentId, seal } = await sealed();
  clock = new Date(Date.parse(seal.provableUntil ?? '') - 80 * DAY_MS);
  await test.signer.sealKeys.refresh(clock);
  const away: SignerContext = {
    ...test.signer,
    timeStamping: { ...test.signer.timeStamping, stamp: () => Promise.reject(new Error('away')) },
  };
  await expect(renewSeal(away, documentId)).rejects.toThrow('away');
  const events = [];
  for await (const { type } of test.signer.eventStore.readStream(streams.seal(documentId))) events.push(type);
  expect(events.at(-1)).toBe('SealProduced');
  await renewSeal(test.signer, documentId);
  expect((await readSealRecord(test.signer.log, documentId)).renewals).toHaveLength(1);
});

it('gives the renewed file at download, and validates both versions', async () => {
  const process = await sealed();
  const { processId, documentId, seal, tenantId } = process;
  clock = new Date(Date.parse(seal.provableUntil ?? '') - 80 * DAY_MS);
  await test.signer.sealKeys.refresh(clock);
  await renewSeal(test.signer, documentId);
  const reply = await test.app.inject({
    url: `/api/process/${processId}/document/${documentId}/sealed`,
    headers: { authorization: test.asUser(tenantId) },
  });
  const newest = await fileOf(documentId);
  expect(reply.rawPayload.equals(newest)).toBe(true);
  expect(reply.headers['content-length']).toBe(String(newest.length));
});
