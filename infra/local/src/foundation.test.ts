import { existsSync, globSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { InstallationRefused, readEnvironment } from '@lacre/adapters';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';

import { openFoundation } from './foundation.ts';

const logger = pino({ level: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'lacre-foundation-'));
const server = new KurrentDbStandIn();
/** Where the embedded Postgres keeps its data: as root, elsewhere than in the folder. */
const clusters = (): string[] =>
  globSync(join(dataDir, 'postgres', '*', 'cluster')).map((link) => realpathSync(link));
const isDatabaseRunning = () => clusters().some((cluster) => existsSync(join(cluster, 'postmaster.pid')));

afterEach(async () => {
  server.close();
  for (const folder of [...clusters().flatMap((each) => [each, `${each}.origin`]), dataDir])
    await rm(folder, { recursive: true, force: true });
});

test('a start that is refused ends the database that it started', { timeout: 120_000 }, async () => {
  const first = await openFoundation({ dataDir, environment: readEnvironment('start', {}), logger });
  expect(isDatabaseRunning()).toBe(true);
  await first.close();
  expect(isDatabaseRunning()).toBe(false);
  await server.start();
  const environment = readEnvironment('start', { EVENT_STORE_URL: server.connectionString });
  await expect(openFoundation({ dataDir, environment, logger })).rejects.toThrow(InstallationRefused);
  expect(isDatabaseRunning()).toBe(false);
});
