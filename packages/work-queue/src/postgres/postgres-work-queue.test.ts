import { createPool, migrate } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import type { TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { describeWorkQueue } from '../testing/describe-work-queue.ts';
import { holdInChildProcess } from '../testing/hold-elsewhere.ts';
import { numbered, options, recorder } from '../testing/recorder.ts';
import { JobTable } from './job-table.ts';
import { openPostgresWorkQueue } from './postgres-work-queue.ts';
import { workQueueSchema } from './schema.ts';

let database: TestDatabase;
let admin: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = createPool(database.connectionString, { max: 2, applicationName: 'admin' });
  await migrate(admin, workQueueSchema);
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

const wipe = async () => void (await admin.query('truncate work_queue.job, work_queue.dead_letter'));

describeWorkQueue('Postgres', async () => {
  await wipe();
  const pools: Pool[] = [];
  return {
    open: async () => {
      const pool = createPool(database.connectionString, { max: 4, applicationName: 'queue' });
      pools.push(pool);
      return openPostgresWorkQueue({ pool });
    },
    holdElsewhere: (queue, consuming) => holdInChildProcess(database.connectionString, queue, consuming),
    wipe,
    cutConnections: async () => {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'queue'`,
      );
    },
    dispose: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
});

/** Looks for lost wake-ups too seldom to matter: what is heard in time is heard by them. */
function open(max = 4) {
  const pool = createPool(database.connectionString, { max, applicationName: 'queue' });
  return { pool, queue: openPostgresWorkQueue({ pool, lostAfterMs: 60_000 }) };
}

describe('a Postgres work queue', () => {
  test('is woken by another process, also after its connections were cut', async () => {
    await wipe();
    const consuming = open();
    const publishing = open();
    const seen = recorder();
    await consuming.queue.consume('seal', seen.handler, options);
    const listening = async () => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query = 'listen work_queue'`,
      );
      return rows.map((row) => row.pid);
    };
    await expect.poll(listening).toHaveLength(1);
    await publishing.queue.publish('seal', 1, { dedupeKey: 'a' });
    expect(await seen.take()).toMatchObject({ payload: 1 });

    const [pid] = await listening();
    await admin.query('select pg_terminate_backend($1)', [pid]);
    await expect.poll(async () => (await listening()).filter((other) => other !== pid)).toHaveLength(1);
    await publishing.queue.publish('seal', 2, { dedupeKey: 'b' });
    expect(await seen.take()).toMatchObject({ payload: 2 });
    for (const { pool, queue } of [consuming, publishing]) {
      await queue.close();
      await pool.end();
    }
  });

  test('finds a job that was published without a wake-up', async () => {
    await wipe();
    const pool = createPool(database.connectionString, { max: 4, applicationName: 'queue' });
    const queue = openPostgresWorkQueue({ pool, lostAfterMs: 100 });
    const seen = recorder();
    await queue.consume('seal', seen.handler, options);
    await queue.publish('seal', 1, { dedupeKey: 'a' });
    await seen.take();
    await admin.query(
      `insert into work_queue.job (queue, dedupe_key, payload, due_at) values ('seal', 'b', '2', now())`,
    );
    expect(await seen.take()).toMatchObject({ payload: 2 });
    await queue.close();
    await pool.end();
  });

  test('says when the next job is due that it did not take', async () => {
    await wipe();
    const table = new JobTable(admin);
    expect(await table.claim('seal', 10, 5000)).toEqual({ rows: [], nextDueMs: undefined });
    const row = { payload: 'null', delayMs: 0 };
    await table.insert('seal', [
      { ...row, dedupeKey: 'now' },
      { ...row, dedupeKey: 'later', delayMs: 600_000 },
    ]);
    await table.insert('mail', [{ ...row, dedupeKey: 'other' }]);
    const { rows, nextDueMs } = await table.claim('seal', 10, 5000);
    expect(rows).toMatchObject([{ dedupeKey: 'now', payload: null, attempts: 1 }]);
    expect(nextDueMs).toBeGreaterThan(500_000);
    expect(nextDueMs).toBeLessThanOrEqual(600_000);
    expect(await table.queuesDue(['seal', 'mail', 'none'])).toEqual(['mail']);
  });

  test('lives on a pool of two connections', async () => {
    await wipe();
    const { pool, queue } = open(2);
    const seen = recorder();
    await queue.consume('seal', seen.handler, { ...options, concurrency: 20 });
    await queue.consume('mail', seen.handler, { ...options, concurrency: 20 });
    await Promise.all([queue.publishMany('seal', numbered(100)), queue.publishMany('mail', numbered(100))]);
    await expect.poll(() => seen.jobs.length).toBe(200);
    await queue.close();
    await pool.end();
  });

  test('resumes when its tables were dropped and are made again', async () => {
    await wipe();
    const { pool, queue } = open();
    const seen = recorder();
    await queue.consume('seal', seen.handler, options);
    await queue.publish('seal', 1, { dedupeKey: 'a' });
    await seen.take();
    await admin.query('drop schema work_queue cascade');
    await expect(queue.publish('seal', 2, { dedupeKey: 'b' })).rejects.toThrow(/does not exist/);
    await migrate(admin, workQueueSchema);
    await queue.publish('seal', 3, { dedupeKey: 'c' });
    expect(await seen.take()).toMatchObject({ payload: 3 });
    await queue.close();
    await pool.end();
  });
});
