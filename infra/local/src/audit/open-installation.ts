import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { openLog, type Environment } from '@lacre/adapters';
import { openFolderBlobStore, type BlobStore } from '@lacre/blob-store';
import type { EventStore } from '@lacre/event-store';
import type { PersonalData, PersonalDataDamaged } from '@lacre/personal-data';
import { createPool, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import type { Pool } from 'pg';
import pino, { type Logger } from 'pino';

import { assertDatabaseThere } from '../assert-database.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';

/**
 * An installation as an auditor sees it: its log, its files, its read models. Running or not, opening it changes
 * nothing.
 */
export interface Installation {
  pool: Pool;
  eventStore: EventStore;
  personalData: PersonalData;
  blobs: BlobStore;
  keysFolder: string;
  /** Of the names of reservation streams. */
  digestKey: Buffer;
  logger: Logger;
  /** Events whose personal data cannot be read, by their place, met so far; only where damage is looked for. */
  damaged: ReadonlyMap<string, PersonalDataDamaged>;
  close(): Promise<void>;
}

/** There is nothing to audit where one was told to look. */
export class NoInstallation extends Error {
  override readonly name = 'NoInstallation';
}

type Keys = Pick<Secrets, 'blobMasterKey' | 'digestKey' | 'personalDataKeys'>;

/** What an installation whose services run apart gives each of them, instead of files of keys. */
const GIVEN = ['DATABASE_URL', 'BLOB_MASTER_KEY', 'DIGEST_KEY', 'PERSONAL_DATA_KEYS'] as const;

/** Of the folder's files, which come first, or of the environment. No key is ever made here. @throws NoInstallation */
export async function keysOf(dataDir: string, environment: Environment): Promise<Keys> {
  if (existsSync(join(dataDir, 'secrets.json'))) return loadSecrets(dataDir);
  const {
    DATABASE_URL,
    BLOB_MASTER_KEY: blobMasterKey,
    DIGEST_KEY: digestKey,
    PERSONAL_DATA_KEYS: personalDataKeys,
  } = environment;
  if (DATABASE_URL && blobMasterKey && digestKey && personalDataKeys)
    return { blobMasterKey, digestKey, personalDataKeys };
  const absent = GIVEN.filter((name) => environment[name] === undefined);
  if (absent.length === GIVEN.length)
    throw new NoInstallation(`não há uma instalação do Lacre em ${dataDir} (indique a pasta com --data)`);
  throw new NoInstallation(
    `não há chaves em ${dataDir}, e para recebê-las do ambiente falta ${absent.join(', ')}`,
  );
}

/** Where an event stands, in one text. */
export const placeOf = ({ stream, revision }: { stream: string; revision: bigint }): string =>
  `${stream} ${revision}`;

/**
 * @param dataDir of an installation in one process; where services run apart, the `DATA_DIR` that they share
 * @param options.readsDamaged whether what cannot be read is noted and passed over, instead of ending the reading
 * @throws NoInstallation
 */
export async function openInstallation(
  dataDir: string,
  environment: Environment,
  { readsDamaged = false }: { readsDamaged?: boolean } = {},
): Promise<Installation> {
  const damaged = new Map<string, PersonalDataDamaged>();
  const secrets = await keysOf(dataDir, environment);
  const logger = pino({ level: 'silent' });
  if (environment.DATABASE_URL === undefined) assertDatabaseThere(dataDir);
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
    onDamaged: readsDamaged ? (damage) => damaged.set(placeOf(damage), damage) : undefined,
  });
  return {
    pool,
    eventStore: log.eventStore,
    personalData: log.personalData,
    blobs: await openFolderBlobStore({ folder: join(dataDir, 'blobs'), masterKey: secrets.blobMasterKey }),
    keysFolder: join(dataDir, 'seal-keys'),
    digestKey: secrets.digestKey,
    logger,
    damaged,
    close: async () => {
      await log.close();
      await pool.end();
      await postgres?.stop();
    },
  };
}
