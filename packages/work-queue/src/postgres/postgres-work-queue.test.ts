import { createPool, migrate } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import type { TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll } from 'vitest';

import { describeWorkQueue } from '../testing/describe-work-queue.ts';
import { holdInChildProcess } from '../testing/hold-elsewhere.ts';
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
    holdElsewhere: (queue, options) => holdInChildProcess(database.connectionString, queue, options),
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
