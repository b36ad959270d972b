import { existsSync } from 'node:fs';
import { join } from 'node:path';

import {
  assertEngines,
  blobPlace,
  logPlace,
  openLog,
  openLogItself,
  rememberedLogAddress,
  type KeyRings,
  type SettingsOf,
  type LogAddress,
  type WholeLog,
} from '@lacre/adapters';
import type { ForeignEvent } from '@lacre/adapters/log-server';
import type { BlobStore } from '@lacre/blob-store';
import type { EventStore } from '@lacre/event-store';
import type { PersonalData, PersonalDataDamaged } from '@lacre/personal-data';
import { createPool, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import type { Pool } from 'pg';
import pino, { type Logger } from 'pino';

import { databaseAddress } from '../addresses.ts';
import { assertDatabaseThere } from '../assert-database.ts';
import { assertRestored } from '../backup/unfinished-restore.ts';
import { storesOf } from '../foundation.ts';
import { hasLived, loadSecrets, lostKeys, keyRingsOf, type Secrets } from '../secrets.ts';

/**
 * An installation as an auditor sees it: its log, its files, its read models. Running or not, opening it changes
 * nothing.
 */
export interface Installation {
  pool: Pool;
  eventStore: EventStore;
  personalData: PersonalData;
  blobs: BlobStore;
  /** Where they lie: a folder, a bucket. */
  blobsAt: string;
  keysFolder: string;
  /** Of the names of reservation streams. */
  digestKey: Buffer;
  /** All of its keys that are there: those that the environment gives may lack some. */
  rings: KeyRings;
  logger: Logger;
  /** Whose it is, and which history of its log; undefined before its first start with an identity. */
  identity: { installationId: string; epoch: string } | undefined;
  /** How many events of others the log's server holds; undefined where the log is in the database. */
  foreignEvents: (() => Promise<number>) | undefined;
  /** Events whose personal data cannot be read, by their place, met so far; only where damage is looked for. */
  damaged: ReadonlyMap<string, PersonalDataDamaged>;
  /** Foreign events in the installation's streams, by their place, met so far; absent for a log in Postgres. */
  foreign?: ReadonlyMap<string, ForeignEvent>;
  /** The log as it is stored, neither decrypted nor with epochs; the caller closes it. */
  openStoredLog(onForeign?: (event: ForeignEvent) => void): Promise<EventStore>;
  close(): Promise<void>;
}

/** There is nothing to audit at the named place. */
export class NoInstallation extends Error {
  override readonly name = 'NoInstallation';
}

type Keys = Pick<Secrets, 'blobMasterKey' | 'digestKey' | 'personalDataKeys'>;

/** What an installation whose services run apart gives each of them, instead of files of keys. */
const GIVEN = ['DATABASE_URL', 'BLOB_MASTER_KEY', 'DIGEST_KEY', 'PERSONAL_DATA_KEYS'] as const;

/**
 * Of the folder's files, which come first, or of the environment. No key is ever made here.
 *
 * @throws NoInstallation, StartRefused
 */
export async function keysOf(dataDir: string, environment: SettingsOf<'commands'>): Promise<Keys> {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return loadSecrets(dataDir);
  const {
    DATABASE_URL,
    BLOB_MASTER_KEY: blobMasterKey,
    DIGEST_KEY: digestKey,
    PERSONAL_DATA_KEYS: personalDataKeys,
  } = environment;
  if (DATABASE_URL && blobMasterKey && digestKey && personalDataKeys)
    return { blobMasterKey, digestKey: [digestKey], personalDataKeys };
  const absent = GIVEN.filter((name) => environment[name] === undefined);
  if (absent.length === GIVEN.length && hasLived(dataDir)) throw lostKeys(file);
  if (absent.length === GIVEN.length)
    throw new NoInstallation(`não há uma instalação do Lacre em ${dataDir} (indique a pasta com --data)`);
  throw new NoInstallation(
    `não há chaves em ${dataDir}, e para recebê-las do ambiente falta ${absent.join(', ')}`,
  );
}

/** Where an event stands, in one text. */
export const placeOf = ({ stream, revision }: { stream: string; revision: bigint }): string =>
  `${stream} ${revision}`;

/** None of them is an engine that one can do without. */
const noWarning = (): void => {};

/** What of an installation is there whatever its log is. */
interface Ground {
  pool: Pool;
  /** The log's server, as the environment says or as the installation remembers; undefined in the database. */
  logAddress: LogAddress | undefined;
  /** What a log in the database is opened with too. */
  prefix: string;
  secrets: Keys;
  logger: Logger;
  close: () => Promise<void>;
}

/**
 * @param options.asksLog whether the log's server is asked as at a start; `log copy` asks those that it uses itself
 * @param options.isRestoring whether it is what a restore fills
 * @throws NoInstallation, StartRefused, EnginesUnavailable
 */
export async function openGround(
  dataDir: string,
  environment: SettingsOf<'commands'>,
  { asksLog = true, isRestoring = false }: { asksLog?: boolean; isRestoring?: boolean } = {},
): Promise<Ground> {
  if (!isRestoring) assertRestored(dataDir);
  const secrets = await keysOf(dataDir, environment);
  const logger = pino({ level: 'silent' });
  const given = environment.DATABASE_URL ?? (await databaseAddress(dataDir));
  if (given === undefined) assertDatabaseThere(dataDir);
  await assertEngines(
    { ...environment, DATABASE_URL: given },
    ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'S3_URL'],
    noWarning,
  );
  // A server that the product runs is shared, and left running.
  const postgres =
    given === undefined ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') }) : undefined;
  const url = given ?? (await ensureDatabase(postgres?.connectionString() ?? '', 'lacre'));
  const { DATABASE_DIRECT_URL: directUrl } = environment;
  const pool = createPool(url, { max: 6, applicationName: 'lacre-audit', directUrl });
  const close = async () => {
    await pool.end();
    await postgres?.stop();
  };
  try {
    const { EVENT_STORE_URL: logUrl, EVENT_STORE_PREFIX: prefix } = environment;
    const logAddress =
      logUrl === undefined
        ? await rememberedLogAddress(pool, secrets.personalDataKeys)
        : { url: logUrl, prefix };
    if (logAddress !== undefined && asksLog) {
      const asked = { EVENT_STORE_URL: logAddress.url, EVENT_STORE_PREFIX: logAddress.prefix };
      await assertEngines({ ...environment, ...asked }, ['EVENT_STORE_URL'], noWarning);
    }
    return { pool, logAddress, prefix: logAddress?.prefix ?? prefix, secrets, logger, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param dataDir of an installation in one process; where services run apart, the `DATA_DIR` that they share
 * @param options.readsDamaged whether what cannot be read is noted and passed over, instead of ending the reading
 * @throws NoInstallation, EnginesUnavailable, InstallationRefused
 */
export async function openInstallation(
  dataDir: string,
  environment: SettingsOf<'commands'>,
  { readsDamaged = false }: { readsDamaged?: boolean } = {},
): Promise<Installation> {
  const damaged = new Map<string, PersonalDataDamaged>();
  const foreign = new Map<string, ForeignEvent>();
  const { pool, logAddress, prefix, secrets, logger, close } = await openGround(dataDir, environment);
  try {
    const log = await openLog(logAddress?.url, {
      pool,
      logger,
      prefix,
      masterKeys: secrets.personalDataKeys,
      ownKeys: { DIGEST_KEY: secrets.digestKey },
      stores: storesOf(environment, dataDir),
      access: 'look',
      onForeign: (event) => foreign.set(placeOf(event), event),
      // What the command does next fails with it.
      onRefused: () => {},
      onDamaged: readsDamaged ? (damage) => damaged.set(placeOf(damage), damage) : undefined,
    });
    const { verdict } = log;
    const files = blobPlace(environment, dataDir);
    return {
      pool,
      eventStore: log.eventStore,
      personalData: log.personalData,
      blobs: await files.open(secrets.blobMasterKey),
      blobsAt: `${files.mark.kind} ${files.mark.where}`,
      keysFolder: join(dataDir, 'seal-keys'),
      digestKey: secrets.digestKey[0],
      rings: await keyRingsOf(dataDir, environment),
      logger,
      damaged,
      foreign,
      identity:
        verdict.kind === 'ours'
          ? { installationId: verdict.installationId, epoch: verdict.epoch.name }
          : undefined,
      openStoredLog: (onForeign) => openLogItself(logAddress?.url, { pool, logger, prefix, onForeign }),
      foreignEvents:
        logAddress &&
        (async () => {
          const { countForeignEvents } = await import('@lacre/adapters/log-server');
          return countForeignEvents(logAddress.url, logAddress.prefix);
        }),
      close: async () => {
        await log.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An installation whose log has not been checked yet: input of adoption. */
export async function openWholeLog(
  dataDir: string,
  environment: SettingsOf<'commands'>,
): Promise<WholeLog & { close(): Promise<void> }> {
  const { pool, logAddress, prefix, logger, close } = await openGround(dataDir, environment);
  try {
    const store = await openLogItself(logAddress?.url, { pool, logger, prefix });
    return {
      pool,
      store,
      place: logPlace(logAddress?.url),
      stores: storesOf(environment, dataDir),
      close: async () => {
        await store.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
