import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { readZip } from '../testing/read-zip.ts';
import { askedDownload, sealedProcess, type AskedDownload } from '../testing/sealed-process.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { prepareDownload } from './prepare-download.ts';

const NOW = new Date('2026-11-22T12:00:30.000Z');

let now = NOW;
let test: TestSigner;
let download: AskedDownload;
const tenantId = randomUUID();
const never = new AbortController().signal;

beforeAll(async () => {
  test = await openTestSigner({ now: () => now });
});
afterAll(() => test.close());
beforeEach(async () => {
  now = NOW;
  const documents = [{ name: 'a.pdf', bytes: randomBytes(300_000) }];
  const process = await sealedProcess(test, { tenantId, summary: 'Contrato', documents });
  download = await askedDownload(test, tenantId, [process], 'Locação / março');
});

const get = (authorization: string, downloadId = download.downloadId) =>
  test.app.inject({ url: `/api/download/${downloadId}/file`, headers: { authorization } });
const told = async (...args: Parameters<typeof get>) => {
  const { status, code } = (await get(...args)).json() as { status: number; code: string };
  return [status, code];
};
const requester = () => test.asUser(tenantId, download.userId);
const prepared = () => prepareDownload(test.signer, download.downloadId, never);

it('gives the zip to its requester, under the name they gave it, not to be cached', async () => {
  const { sha256, sizeBytes } = await prepared();
  const reply = await get(requester());
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(sizeBytes),
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="Locacao _ marco.zip"; filename*=UTF-8''Loca%C3%A7%C3%A3o%20_%20mar%C3%A7o.zip`,
  });
  expect(reply.rawPayload.equals(await test.signer.blobs.read(sha256))).toBe(true);
  expect(readZip(reply.rawPayload)).toHaveLength(2);
});

it('is not ready before it is prepared', async () => {
  expect(await told(requester())).toEqual([409, 'DOWNLOAD_NOT_READY']);
});

it('is answered as expired once its time is over, whether or not the file was removed', async () => {
  await prepared();
  now = new Date('2026-11-29T12:00:29.999Z');
  expect((await get(requester())).statusCode).toBe(200);
  now = new Date('2026-11-29T12:00:30.000Z');
  expect(await told(requester())).toEqual([410, 'DOWNLOAD_EXPIRATION_AUTO_DELETE']);
});

it('answers 404 to another user of the tenant, to another tenant, and for an unknown id', async () => {
  await prepared();
  const unknown = [404, 'DOWNLOAD_NOT_FOUND'];
  expect(await told(test.asUser(tenantId))).toEqual(unknown);
  expect(await told(test.asUser(randomUUID()))).toEqual(unknown);
  expect(await told(requester(), randomUUID())).toEqual(unknown);
});

it('is not for persons, nor for a totem', async () => {
  await prepared();
  expect(await told(test.asPerson(tenantId, download.userId))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
  expect(await told(test.asUser(tenantId, undefined, 'totem'))).toEqual([
    403,
    'AUTH_USER_WITHOUT_PERMISSION',
  ]);
});

it('answers 502 while the store lacks the archive', async () => {
  const { sha256 } = await prepared();
  await test.signer.blobs.remove(sha256);
  expect(await told(requester())).toEqual([502, 'GET_DOWNLOAD_URL_ERROR']);
});
