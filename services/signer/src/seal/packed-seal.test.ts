import { eventFault, streams } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { completedProcess, recordSealed, type TestProcess } from '../testing/completed-process.ts';
import { Died, failing, over, stampedOutside } from '../testing/failing-signer.ts';
import { samplePdf, signedByOthers } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { openFile } from './open-file.ts';
import { readSealRecord, sealedFile } from './seal-record.ts';
import { handleSealJob, SEAL_QUEUE } from './seal-worker.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

const seal = ({ tenantId, processId, documentId }: TestProcess, signer: SignerContext = test.signer) =>
  handleSealJob(signer, SEAL_QUEUE, {
    payload: { key: documentId, tenantId, processId, documentId },
    attempt: 1,
  });
const recordOf = ({ documentId }: TestProcess) => readSealRecord(test.signer.log, documentId);
const storedFiles = async () => new Set(await Array.fromAsync(test.signer.blobs.addresses()));

async function fileOf(process: TestProcess): Promise<Buffer> {
  const file = sealedFile(await recordOf(process));
  const opened = await openFile(test.signer.blobs, file?.parts ?? []);
  expect(opened.sha256).toBe(file?.sha256);
  return opened.pdf;
}

it.each(['B-B', 'B-T', 'B-LT', 'B-LTA'] as const)(
  'leaves one file beside the document at %s',
  async (sealLevel) => {
    const process = await completedProcess(test, await samplePdf());
    const before = await storedFiles();
    await seal(process, { ...test.signer, sealLevel });
    const { produced } = await recordOf(process);
    expect((await storedFiles()).difference(before)).toEqual(new Set([produced?.pack?.sha256]));
    expect((await fileOf(process)).length).toBe(produced?.sizeBytes);
  },
);

it('keeps the signature of a document without pages, which may be another document’s too', async () => {
  const process = await completedProcess(test, await signedByOthers(), { alreadySigned: true });
  const before = await storedFiles();
  await seal(process, stampedOutside(test.signer));
  const { produced, signed } = await recordOf(process);
  expect((await storedFiles()).difference(before)).toEqual(
    new Set([produced?.pack?.sha256, signed?.tail.sha256]),
  );
});

it.each([
  ['one file, where the time stamps are its own', 0, (signer: SignerContext) => signer],
  ['three files for its steps and one for good, where they are not', 3, stampedOutside],
])('writes %s', async (_what, ofSteps, by) => {
  const process = await completedProcess(test, await samplePdf());
  const { blobs } = test.signer;
  const [put, removed]: [string[], string[]] = [[], []];
  const counted = over(blobs, {
    put: async (content) => {
      const stored = await blobs.put(content);
      put.push(stored.sha256);
      return stored;
    },
    remove: async (sha256) => {
      removed.push(sha256);
      await blobs.remove(sha256);
    },
  });
  await seal(process, { ...by(test.signer), blobs: counted });
  expect([new Set(put).size, put.length]).toEqual([ofSteps + 1, ofSteps + 1]);
  expect(new Set(put.slice(0, -1)).difference(new Set(removed)).size).toBe(0);
  expect(removed).not.toContain(put.at(-1));
});

it('gives the same bytes before, while and after the files of the steps are removed', async () => {
  const process = await completedProcess(test, await samplePdf());
  const { processId, documentId, tenantId } = process;
  const { blobs } = test.signer;
  const outside = stampedOutside(test.signer);
  const dying = failing(outside, 'remove', 1, 'failed and not done', new Died('here'));
  await expect(seal(process, dying)).rejects.toBeInstanceOf(Died);
  const record = await recordOf(process);
  if (!record.produced) throw new Error('it is produced before anything is removed');
  await recordSealed(test, process, record.produced);
  const before = await fileOf(process);
  const download = async () =>
    (
      await test.app.inject({
        url: `/api/process/${processId}/document/${documentId}/sealed`,
        headers: { authorization: test.asUser(tenantId) },
      })
    ).rawPayload;
  const slowly = over(blobs, {
    remove: async (sha256) => {
      expect((await download()).equals(before)).toBe(true);
      await blobs.remove(sha256);
      expect((await download()).equals(before)).toBe(true);
    },
  });
  const files = await Promise.all([download(), seal(process, { ...test.signer, blobs: slowly }), download()]);
  expect(files.filter((file) => file !== undefined).every((file) => file.equals(before))).toBe(true);
  expect((await fileOf(process)).equals(before)).toBe(true);
  expect(await Promise.all(record.stepFiles.map((sha256) => blobs.has(sha256)))).not.toContain(true);
});

it('has a slow worker find the seal that another made and cleaned up', async () => {
  const process = await completedProcess(test, await samplePdf());
  // It reads the stream after the second step, and the file only when all is over.
  const dying = failing(test.signer, 'stamp', 1, 'failed and not done', new Died('here'));
  await expect(seal(process, dying)).rejects.toBeInstanceOf(Died);
  const { blobs } = test.signer;
  const read: typeof blobs.read = async (sha256) => {
    await seal(process);
    return blobs.read(sha256);
  };
  await seal(process, { ...test.signer, blobs: over(blobs, { read }) });
  const events = await Array.fromAsync(test.signer.eventStore.readStream(streams.seal(process.documentId)));
  expect(
    events.map(({ type }) => type).filter((type) => type === 'SealRendered' || type === 'SealProduced'),
  ).toEqual(['SealRendered', 'SealProduced']);
  await fileOf(process);
});

/** What the release before packs wrote of the seal's step, in place of what this one did. */
async function writtenBefore(
  { documentId }: TestProcess,
  type: 'SealRendered' | 'SealProduced',
  change: (data: Record<string, unknown>) => object,
): Promise<void> {
  const { pool } = test.signer;
  const where = 'stream = $1 and type = $2';
  const place = [streams.seal(documentId), type];
  const { rows } = await pool.query<{ data: Record<string, unknown> }>(
    `select data from event_store.events where ${where}`,
    place,
  );
  const data = change(rows[0]?.data ?? {});
  await pool.query(
    `update event_store.events
       set data = $3::json, metadata = jsonb_set(metadata::jsonb, '{schemaVersion}', '1')::json
     where ${where}`,
    [...place, JSON.stringify(data)],
  );
  for await (const event of test.signer.eventStore.readStream(streams.seal(documentId)))
    expect(eventFault(event)).toBeUndefined();
}

it('reads and clears up after a seal from before packs, whose revisions are files', async () => {
  const process = await completedProcess(test, await samplePdf());
  const outside = stampedOutside(test.signer);
  const dying = failing(outside, 'remove', 1, 'failed and not done', new Died('here'));
  await expect(seal(process, dying)).rejects.toBeInstanceOf(Died);
  const before = await fileOf(process);
  const { produced } = await recordOf(process);
  let end = before.length;
  for (const { sha256, sizeBytes } of produced?.revisions?.toReversed() ?? []) {
    const stored = await test.signer.blobs.put(before.subarray(end - sizeBytes, end));
    expect(stored.sha256).toBe(sha256);
    end -= sizeBytes;
  }
  await test.signer.blobs.remove(produced?.pack?.sha256 ?? '');
  await writtenBefore(process, 'SealProduced', ({ pack: _pack, ...data }) => data);
  expect((await recordOf(process)).produced).toMatchObject({ pack: null });
  expect((await fileOf(process)).equals(before)).toBe(true);
  // The repeat of the job takes what nothing reads, and leaves the revisions.
  await seal(process);
  expect((await fileOf(process)).equals(before)).toBe(true);
  const { stepFiles } = await recordOf(process);
  expect(await Promise.all(stepFiles.map((sha256) => test.signer.blobs.has(sha256)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('begins a seal anew whose evidence an earlier release drew', async () => {
  const process = await completedProcess(test, await samplePdf());
  const dying = failing(test.signer, 'sign', 1, 'failed and not done', new Died('here'));
  await expect(seal(process, dying)).rejects.toBeInstanceOf(Died);
  const files = ['pages', 'facts', 'payload'].map((name) => [`${name}Sha256`, 'a'.repeat(64)]);
  await writtenBefore(process, 'SealRendered', (data) => ({ ...data, evidence: Object.fromEntries(files) }));
  await seal(process);
  const events = await Array.fromAsync(test.signer.eventStore.readStream(streams.seal(process.documentId)));
  expect(events.slice(0, 2).map(({ type, metadata }) => [type, metadata.schemaVersion])).toEqual([
    ['SealRendered', 1],
    ['SealRendered', 2],
  ]);
  expect(events.at(-1)?.type).toBe('SealProduced');
  await fileOf(process);
});
