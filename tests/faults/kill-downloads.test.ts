import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { readZip } from '@lacre/signer/testing/read-zip';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
} from '../support/scenario.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';

const CYCLES = process.env['LACRE_LONG'] === '1' ? 25 : 4;
const DOCUMENTS = 3;
/** Together large enough that a kill finds the zip half made. */
const BALLAST_BYTES = 12 * 1024 * 1024;

const random = seededRandom(Number(process.env['LACRE_SEED'] ?? Date.now() % 1_000_000));

let lacre: Lacre;
let account: Account;
let processId: string;

beforeAll(async () => {
  lacre = await Lacre.create();
  await lacre.start();
  account = await openAccount(lacre.origin);
  const ana = await addPerson(account.api, 'Ana Souza');
  const documents = [];
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const pdf = await samplePdf({ pages: 1, ballastBytes: BALLAST_BYTES });
    documents.push(await uploadProof(account.api, pdf, `${number}.pdf`));
  }
  ({ processId } = await openProcess(account, documents, [{ person: ana, part: 'signer' }]));
  await signAll(await personSession(lacre.origin, processId, ana), processId);
  await processWhen(account.api, processId, ({ status }) => status === 'finished');
}, 180_000);
afterAll(() => lacre.dispose());

/** How many files the embedded default keeps. */
async function countBlobs(): Promise<number> {
  const entries = await readdir(join(lacre.dataDir, 'blobs', 'blobs'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
}

it(`prepares each download once through ${CYCLES} kills (seed ${random.seed})`, async () => {
  const before = await countBlobs();
  const asked: string[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const idempotencyKey = randomUUID();
    const request = { idempotencyKey, body: { processIds: [processId], description: `Vez ${cycle}` } };
    const { downloadId } = await account.api.call('requestDownload', request);
    await new Promise((resolve) => setTimeout(resolve, random.next() * 600));
    await lacre.kill();
    await lacre.start();
    // The answer was lost with the process, as far as a careful client knows.
    expect((await account.api.call('requestDownload', request)).downloadId).toBe(downloadId);
    asked.push(downloadId);
  }
  for (const downloadId of asked) {
    await until(
      'the download to be ready',
      async () => {
        const { state } = await account.api.call('getDownload', { params: { downloadId } });
        return state === 'ready' ? state : undefined;
      },
      60_000,
    );
    const zip = await account.api.bytes('downloadArchive', { downloadId });
    expect(readZip(Buffer.from(zip))).toHaveLength(DOCUMENTS + 1);
  }
  expect((await account.api.call('listDownloads')).total).toBe(CYCLES);
  // What a kill left half made was made again as the same file: nothing lies there that no download names.
  expect(await countBlobs()).toBe(before + CYCLES);
}, 600_000);
