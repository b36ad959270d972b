import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { openLog, type Environment } from '@lacre/adapters';
import { openFolderBlobStore, type BlobStore } from '@lacre/blob-store';
import type { EventStore } from '@lacre/event-store';
import { createPool, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import type { Pool } from 'pg';
import pino, { type Logger } from 'pino';

import { loadSecrets } from '../secrets.ts';

/**
 * An installation as an auditor sees it: its log, its files, its read models. Running or not, opening it changes
 * nothing.
 */
export interface Installation {
  pool: Pool;
  eventStore: EventStore;
  blobs: BlobStore;
  keysFolder: string;
  /** Of the names of reservation streams. */
  digestKey: Buffer;
  logger: Logger;
  close(): Promise<void>;
}

/** There is nothing to audit where one was told to look. */
export class NoInstallation extends Error {
  override readonly name = 'NoInstallation';
}

/** @throws NoInstallation */
export async function openInstallation(dataDir: string, environment: Environment): Promise<Installation> {
  if (!existsSync(join(dataDir, 'secrets.json')))
    throw new NoInstallation(`não há uma instalação do Lacre em ${dataDir} (indique a pasta com --data)`);
  const secrets = await loadSecrets(dataDir);
  const logger = pino({ level: 'silent' });
  // A server that the product runs is shared, and left running.
  const postgres =
    environment.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
      : undefined;
  const url = environment.DATABASE_URL ?? (await ensureDatabase(postgres?.connectionString() ?? '', 'lacre'));
  const pool = createPool(url, { max: 6, applicationName: 'lacre-audit' });
  const log = await openLog(environment.EVENT_STORE_URL, {
    pool,
    logger,
    masterKeys: secrets.personalDataKeys,
  });
  return {
    pool,
    eventStore: log.eventStore,
    blobs: await openFolderBlobStore({ folder: join(dataDir, 'blobs'), masterKey: secrets.blobMasterKey }),
    keysFolder: join(dataDir, 'seal-keys'),
    digestKey: secrets.digestKey,
    logger,
    close: async () => {
      await log.close();
      await pool.end();
      await postgres?.stop();
    },
  };
}
