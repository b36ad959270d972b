import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { streams } from '@lacre/contracts';
import { migrate } from '@lacre/postgres';
import type { Job, NewJob, WorkQueue } from '@lacre/work-queue';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import { openPostgresWorkQueue, workQueueSchema } from '@lacre/work-queue/postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { startFollowUps } from '../start-projector.ts';
import { lifeOf, lifeOfDownload, newEvent, plannedProcess, record } from '../testing/index.ts';
import { sharesOf } from '../testing/instances.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { until } from '../testing/until.ts';
import type { PublisherOptions } from './publisher.ts';

let stage: ProjectorStage;
beforeEach(async () => {
  stage = await projectorStage('postgres');
});
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
  await stage.close();
});

/** Follow-ups that have caught up, stopped at the end of the test however it ends. */
const following = async (queue: WorkQueue, options: PublisherOptions = {}, now = () => new Date()) => {
  const running = await startFollowUps({ ...stage, queue, now }, options);
  ending.push(
    () => queue.close(),
    () => running.stop(),
  );
  await running.caughtUp;
};

const completedDocument = async () => {
  const created = plannedProcess();
  const life = lifeOf(created);
  await record(stage.eventStore, life.stream, life.created(), life.completed(0));
  return { created, life };
};
const work = () =>
  stage.rows<{ attempts: number; last_problem: string | null }>(
    `select attempts, last_problem from projector.open_work where kind = 'seal-document'`,
  );
const consumeAll = { concurrency: 4, visibilityMs: 5000, maxDeliveries: 3 };

it('publishes work at once when it opens', async () => {
  const queue = new MemoryWorkQueue();
  const jobs: Job[] = [];
  await queue.consume('seal-document', async (job) => void jobs.push(job), consumeAll);
  // Longer than a test: what waited for that would not come.
  await following(queue, { firstAgainMs: 600_000 });
  const { created } = await completedDocument();
  await until(async () => jobs.length === 1);
  const documentId = created.documents[0]?.documentId;
  expect(jobs[0]?.dedupeKey).toBe(`seal-document:${documentId}`);
  expect(jobs[0]?.payload).toMatchObject({
    processId: created.processId,
    documentId,
    tenantId: created.tenantId,
  });
});

it('publishes at once work recorded by a machine whose clock is ahead', async () => {
  const queue = new MemoryWorkQueue();
  const jobs: Job[] = [];
  await queue.consume('seal-document', async (job) => void jobs.push(job), consumeAll);
  const recordedAt = Date.parse('2026-03-02T12:00:00.000Z');
  await following(queue, {}, () => new Date(recordedAt - 90_000));
  await completedDocument();
  await until(async () => jobs.length > 0);
  expect(jobs).toHaveLength(1);
});

it('publishes work that stays open again, after growing waits', async () => {
  const queue = new MemoryWorkQueue();
  const jobs: Job[] = [];
  await queue.consume('seal-document', async (job) => void jobs.push(job), consumeAll);
  await following(queue, { firstAgainMs: 300 });
  const from = Date.now();
  await completedDocument();
  await until(async () => jobs.length === 3);
  // 300 ms after the first, 600 ms after the second.
  expect(Date.now() - from).toBeGreaterThan(850);
});

it('publishes no work that history opened and closed', async () => {
  const queue = new MemoryWorkQueue();
  const { created, life } = await completedDocument();
  const documentId = created.documents[0]?.documentId ?? '';
  const { tenantId, processId } = created;
  await record(stage.eventStore, life.stream, life.canceled(0));
  const refunded = newEvent('CreditsRefunded', { tenantId, processId, amount: 1, documentId });
  await record(stage.eventStore, streams.credits(tenantId), refunded);
  const seen: string[] = [];
  for (const kind of ['seal-document', 'refund-credit', 'send-notification'])
    await queue.consume(kind, async (job) => void seen.push(job.queue), consumeAll);
  await following(queue);
  await until(async () => seen.length === 3);
  // One invitation, one word of the cancellation; the refund is done. The seal was never made.
  expect(seen.toSorted()).toEqual(['seal-document', 'send-notification', 'send-notification']);
});

it('publishes scheduled work at its time, and not before', async () => {
  const queue = new MemoryWorkQueue();
  const seen: string[] = [];
  await queue.consume('expire-download', async (job) => void seen.push(job.queue), consumeAll);
  await queue.consume('send-notification', async (job) => void seen.push(job.queue), consumeAll);
  let now = new Date('2026-03-02T13:00:00.000Z');
  await following(queue, {}, () => now);
  const download = lifeOfDownload({ tenantId: randomUUID() });
  await record(stage.eventStore, download.stream, download.prepared('2026-03-09T12:00:00.000Z'));
  await until(async () => seen.length === 1);
  expect(seen).toEqual(['send-notification']);
  now = new Date('2026-03-09T11:59:59.000Z');
  // Longer than the publisher sleeps.
  await sleep(1200);
  expect(seen).not.toContain('expire-download');
  now = new Date('2026-03-09T12:00:00.000Z');
  await until(async () => seen.includes('expire-download'));
});

it('loses nothing when the queue’s storage is emptied in mid-run', async () => {
  await migrate(stage.pool, workQueueSchema);
  const queue = openPostgresWorkQueue({ pool: stage.pool });
  await following(queue, { firstAgainMs: 200 });
  const documents = new Set<string>();
  for (let number = 0; number < 20; number++) {
    const { created } = await completedDocument();
    documents.add(created.documents[0]?.documentId ?? '');
  }
  await until(async () => {
    const [row] = await stage.rows<{ total: bigint }>(
      `select count(*) as total from work_queue.job where queue = 'seal-document'`,
    );
    return Number(row?.total) === documents.size;
  });
  await stage.pool.query('truncate work_queue.job');
  const sealed = new Set<string>();
  await queue.consume(
    'seal-document',
    async (job) => void sealed.add((job.payload as { documentId: string }).documentId),
    consumeAll,
  );
  await until(async () => sealed.size === documents.size);
  expect(sealed).toEqual(documents);
});

it('marks no work as published before the queue accepted it, reports the fault, and tries again', async () => {
  const inner = new MemoryWorkQueue();
  let away = true;
  const queue = Object.assign(Object.create(inner) as WorkQueue, {
    publishMany: async (name: string, jobs: readonly NewJob[]) => {
      if (away) throw new Error('the queue is away');
      await inner.publishMany(name, jobs);
    },
    close: () => inner.close(),
  });
  const jobs: Job[] = [];
  await inner.consume('seal-document', async (job) => void jobs.push(job), consumeAll);
  await following(queue);
  await completedDocument();
  await until(async () => (await work())[0]?.last_problem != null);
  expect(await work()).toEqual([{ attempts: 0, last_problem: 'Error: the queue is away' }]);
  away = false;
  await until(async () => jobs.length === 1);
  await until(async () => (await work())[0]?.attempts === 1);
  expect(await work()).toEqual([{ attempts: 1, last_problem: null }]);
});

it('of one of several instances publishes the work of its partitions, and no other’s', async () => {
  const queues = [new MemoryWorkQueue(), new MemoryWorkQueue()];
  const published = queues.map((queue) => {
    const keys: string[] = [];
    const publish = queue.publishMany.bind(queue);
    queue.publishMany = async (name, jobs) => {
      if (name === 'seal-document') keys.push(...jobs.map(({ dedupeKey }) => dedupeKey ?? ''));
      return publish(name, jobs);
    };
    return keys;
  });
  const instances = [];
  for (const queue of queues) {
    const running = await startFollowUps({ ...stage, queue }, { partitions: 4, firstAgainMs: 600_000 });
    instances.push(running);
    ending.push(
      () => queue.close(),
      () => running.stop(),
    );
  }
  await until(async () => String(await sharesOf(stage, 4)) === '2,2');
  const keyOf = async () => {
    const { created } = await completedDocument();
    return `seal-document:${created.documents[0]?.documentId}`;
  };
  const asked: string[] = [];
  for (let count = 0; count < 24; count += 1) asked.push(await keyOf());
  await until(async () => published.flat().length === asked.length);
  expect(published.flat().toSorted()).toEqual(asked.toSorted());
  expect(published.map((keys) => keys.length > 0)).toEqual([true, true]);
  // What the one left is published by the other, which has all of it then.
  await instances[0]?.stop();
  await until(async () => String(await sharesOf(stage, 4)) === '4');
  const before = published[1]?.length ?? 0;
  for (let count = 0; count < 12; count += 1) await completedDocument();
  await until(async () => published[1]?.length === before + 12);
});
