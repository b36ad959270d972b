import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readEnvironment } from '@lacre/adapters';
import { startLocal } from '@lacre/local';
import { freePort } from '@lacre/test-support';
import pino from 'pino';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The whole product in this process, so that a test may turn its clock on. */
export interface ClockedLacre {
  origin: string;
  dataDir: string;
  /** What is to happen later happens when its time comes by this clock, within a second or two. */
  advance(days: number): void;
  dispose(): Promise<void>;
}

const DAY_MS = 24 * 3600 * 1000;

export async function startClockedLacre(
  variablesFor: (port: number) => Record<string, string> = () => ({}),
  webRoot = WEB_ROOT,
): Promise<ClockedLacre> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lacre-clocked-'));
  // Postgres does not run as root: the account it runs as must be able to come in.
  await chmod(dataDir, 0o755);
  let aheadMs = 0;
  const port = await freePort();
  const running = await startLocal({
    dataDir,
    host: 'localhost',
    port,
    environment: readEnvironment('start', variablesFor(port)),
    logger: pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
    webRoot,
    now: () => new Date(Date.now() + aheadMs),
  });
  return {
    origin: running.origin,
    dataDir,
    advance: (days) => {
      aheadMs += days * DAY_MS;
    },
    dispose: async () => {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
