import { randomUUID } from 'node:crypto';

import { dropDatabase, ensureDatabase } from '../database.ts';
import { clusterConnectionString } from '../embedded/cluster.ts';
import { embeddedServer, ensureRunning } from '../embedded/run-server.ts';
import { testClusterFolderVariable, testDatabaseUrlVariable } from './test-server.ts';

export { byTcp } from './by-tcp.ts';
export { databaseCpuSeconds, processCpuSeconds } from './cpu-seconds.ts';
export { startSilentServer, type SilentServer } from './silent-server.ts';
export { startStandby, takeBaseBackup, type Standby } from './standby.ts';

/** A database of one test file. */
export interface TestDatabase {
  connectionString: string;
  /** Drops it, cutting the sessions that still use it. */
  drop: () => Promise<void>;
}

/** Nothing of a run outlives the machine: what is not synced to disk survives every process that a test kills. */
const UNSYNCED = { fsync: 'off', full_page_writes: 'off' };

let server: Promise<string> | undefined;

/**
 * Makes an empty database of its own for the caller, on the server of `TEST_DATABASE_URL` or on the run's embedded
 * Postgres.
 *
 * @throws when neither is there: the caller runs outside vitest without `TEST_DATABASE_URL`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  server ??= testServer();
  const admin = await server;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { connectionString: await ensureDatabase(admin, name), drop: () => dropDatabase(admin, name) };
}

async function testServer(): Promise<string> {
  const url = process.env[testDatabaseUrlVariable];
  if (url) return url;
  const dataDir = process.env[testClusterFolderVariable];
  if (!dataDir)
    throw new Error(`set ${testDatabaseUrlVariable}, or run under vitest with the postgres globalSetup`);
  const cluster = embeddedServer({ dataDir, port: undefined, maxConnections: 300, settings: UNSYNCED });
  const { port } = await ensureRunning(cluster);
  return clusterConnectionString(cluster.layout, port, 'postgres');
}
