import { randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';
import { lifeOfDownload, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asPerson, asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
let now = new Date('2026-03-02T13:00:00.000Z');
const tenantId = randomUUID();
const userId = randomUUID();
const processIds = [randomUUID(), randomUUID()];
const documents = [0, 0, 1].map((index) => ({
  processId: processIds[index] ?? '',
  documentId: randomUUID(),
}));
const march = lifeOfDownload({ tenantId, userId, documents, sizeBytes: 3_000_000_000 });
const april = lifeOfDownload({ tenantId, userId, description: 'Abril' });
const colleagues = lifeOfDownload({ tenantId });
let position: string;

beforeAll(async () => {
  stage = await queryStage({ now: () => now });
  await record(stage.store, march.stream, march.requested());
  await record(stage.store, colleagues.stream, colleagues.requested());
  position = await record(stage.store, april.stream, april.requested('2026-04-01T12:00:00.000Z'));
});
afterAll(() => stage.close());

const me = () => asUser(tenantId, 'administrator', userId);
async function mine(downloadId = march.downloadId): Promise<AnswerOf<'getDownload'>> {
  return (await stage.get(`/download/${downloadId}?min-position=${position}`, me())).json();
}
const note = (text: string, ...values: unknown[]) =>
  stage.pool.query(text, [march.downloadId, tenantId, ...values]);

it('lists the downloads of the requester alone, the newest first', async () => {
  const reply = await stage.get(`/download?min-position=${position}`, me());
  const { items, total } = reply.json<AnswerOf<'listDownloads'>>();
  expect(items.map(({ downloadId }) => downloadId)).toEqual([april.downloadId, march.downloadId]);
  expect(total).toBe(2);
  const second = await stage.get('/download?page=2&pageSize=1', me());
  expect(second.json()).toMatchObject({ items: [{ downloadId: march.downloadId }], total: 2, page: 2 });
});

it('answers 404 to any other user', async () => {
  const unknown = { status: 404, code: 'DOWNLOAD_NOT_FOUND' };
  const url = `/download/${march.downloadId}`;
  expect((await stage.get(url, asUser(tenantId))).json()).toMatchObject(unknown);
  expect((await stage.get(url, asUser(randomUUID()))).json()).toMatchObject(unknown);
  expect((await stage.get(`/download/${randomUUID()}`, me())).json()).toMatchObject(unknown);
  for (const headers of [asUser(tenantId, 'totem'), asPerson(tenantId, userId)])
    for (const path of ['/download', url]) expect((await stage.get(path, headers)).statusCode).toBe(403);
});

it('follows a download from queued over its failures to ready', async () => {
  expect(await mine()).toEqual({
    downloadId: march.downloadId,
    description: 'Contratos de março',
    state: 'queued',
    progress: 0,
    problem: null,
    processIds,
    fileCount: 3,
    sizeBytes: 3_000_000_000,
    requestedAt: '2026-03-02T12:00:00.000Z',
    readyAt: null,
    expiresAt: null,
  });
  await note(`insert into signer.download_progress values ($1, $2, 40, now())`);
  expect(await mine()).toMatchObject({ state: 'preparing', progress: 40 });
  await note('delete from signer.download_progress where download_id = $1 and tenant_id = $2');
  await note(`insert into signer.job_problem values ('prepare-download', $1, $2, 3, 'Sem espaço', now())`);
  expect(await mine()).toMatchObject({ state: 'retrying', progress: 0, problem: 'Sem espaço' });
  // The next attempt has begun.
  await note(`insert into signer.download_progress values ($1, $2, 10, now() + interval '1 second')`);
  expect(await mine()).toMatchObject({ state: 'preparing', progress: 10, problem: null });
  position = await record(stage.store, march.stream, march.prepared());
  expect(await mine()).toMatchObject({
    state: 'ready',
    progress: 100,
    problem: null,
    sizeBytes: 3_000_001_000,
    readyAt: '2026-03-02T12:00:30.000Z',
    expiresAt: '2026-03-09T12:00:30.000Z',
  });
});

it('shows a download past its time as expired, removed already or not', async () => {
  now = new Date('2026-03-09T12:00:29.000Z');
  expect(await mine()).toMatchObject({ state: 'ready' });
  now = new Date('2026-03-09T12:00:30.000Z');
  expect(await mine()).toMatchObject({ state: 'expired' });
  now = new Date('2026-03-02T13:00:00.000Z');
  position = await record(stage.store, march.stream, march.expired());
  expect(await mine()).toMatchObject({ state: 'expired', expiresAt: '2026-03-09T12:00:30.000Z' });
});
