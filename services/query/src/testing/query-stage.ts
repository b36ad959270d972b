import { randomBytes, randomUUID } from 'node:crypto';

import { introducingCallers } from '@lacre/access/testing';
import { withDefaultLimits, type LimitOverrides } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { startProjections } from '@lacre/projector';
import { projectedTables } from '@lacre/read-models';
import pino from 'pino';
import { expect, vi } from 'vitest';

import { buildQueryApp, migrateQuery } from '../index.ts';
import { jwk } from './bearer.ts';

export { asPerson, asUser } from './bearer.ts';

async function ownedDatabase() {
  const database = await createTestDatabase();
  const owner = `owner_${randomUUID().slice(0, 8)}`;
  const admin = createPool(database.connectionString, { max: 1, applicationName: 'query-test-admin' });
  const name = new URL(database.connectionString).pathname.slice(1);
  await admin.query(
    `create role ${owner} login createrole password 'x'; alter database "${name}" owner to ${owner}`,
  );
  // Roles belong to the server: another test's owner may have made it first, and then an operator grants it.
  await admin.query(`do $$ begin create role lacre_query nologin;
    exception when duplicate_object or unique_violation then null; end $$`);
  await admin.query(`grant lacre_query to ${owner} with admin option`);
  const connection = new URL(database.connectionString);
  connection.username = owner;
  connection.password = 'x';
  return {
    connectionString: connection.href,
    drop: async () => {
      await admin.end();
      await database.drop();
      const server = createPool(database.connectionString.replace(name, 'postgres'), {
        max: 1,
        applicationName: 'query-test-admin',
      });
      await server.query(`drop role ${owner}`);
      await server.end();
    },
  };
}

/**
 * The query service over a real log, a real projector and a real database, whose owner is as in production no
 * superuser: it may make roles, and is bound by row-level security like anyone.
 */
export async function queryStage({
  now = () => new Date(),
  limits,
  partitions = 1,
}: { now?: () => Date; limits?: LimitOverrides; partitions?: number } = {}) {
  const database = await ownedDatabase();
  const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  const pool = createPool(database.connectionString, {
    max: 12,
    applicationName: 'query-test',
    pipeline: true,
  });
  const log = await openTestLog(pool);
  const store = log.eventStore;
  await migrateQuery(pool);
  let projections = await startProjections({ pool, eventStore: store, logger }, { partitions });
  // Queries are refused until the read models are there.
  await projections.caughtUp;
  const app = await buildQueryApp({
    pool,
    eventStore: store,
    personalData: log.personalData,
    logger,
    now,
    digestKey: randomBytes(32),
    limits: withDefaultLimits(limits),
    keys: async () => ({ keys: [jwk] }),
    trustedProxies: 0,
    apiTokens: async () => undefined,
    callers: introducingCallers(store),
  });
  await app.ready();
  return {
    app,
    pool,
    store,
    personalData: log.personalData,
    get: (url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url: `/api${url}`, headers }),
    /** Resolves when every read model has seen the position. */
    projectedTo: (position: Position) =>
      vi.waitFor(
        async () => {
          const { rows } = await pool.query<{ projection: string; position: Position | null }>(
            'select projection, position from read.projection_position',
          );
          const behind = rows.filter(
            (row) => row.position === null || store.comparePositions(row.position, position) < 0,
          );
          expect(rows.length).toBeGreaterThanOrEqual(Object.keys(projectedTables).length);
          expect(behind.map(({ projection }) => projection)).toEqual([]);
        },
        { timeout: 30_000, interval: 50 },
      ),
    stopProjecting: () => projections.stop(),
    projectAgain: async () => {
      projections = await startProjections({ pool, eventStore: store, logger }, { partitions });
    },
    close: async () => {
      await projections.stop();
      await app.close();
      await log.close();
      await pool.end();
      await database.drop();
    },
  };
}
