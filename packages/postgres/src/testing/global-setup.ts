import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { isAlive } from '../embedded/process-liveness.ts';
import { stopEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts';
import { testClusterFolderVariable, testDatabaseUrlVariable } from './test-server.ts';

const prefix = 'lacre-test-postgres-';

/**
 * vitest `globalSetup`: gives the run a folder for one embedded Postgres, started by the first test that asks for a
 * database (a run of pure unit tests starts none), and stops it afterwards. `TEST_DATABASE_URL` replaces it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[testDatabaseUrlVariable]) return undefined;
  await removeLeftovers();
  const folder = path.join(tmpdir(), `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.env[testClusterFolderVariable] = folder;
  return () => remove(folder);
}

/** A run that was killed leaves its server behind; the next run ends it. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) await remove(path.join(tmpdir(), name));
  }
}

async function remove(folder: string): Promise<void> {
  await stopEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
}
