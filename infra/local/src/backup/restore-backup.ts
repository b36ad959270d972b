import { existsSync } from 'node:fs';
import { join } from 'node:path';

import {
  adoptLog,
  announceRestored,
  assertEngines,
  blobPlace,
  logPlace,
  notePublicUrl,
  openLogItself,
  type SettingsOf,
} from '@lacre/adapters';
import { holdsEvents, withCopyTarget } from '@lacre/adapters/log-server';
import { soundEvent } from '@lacre/domain-log';
import { eventsAfter, type EventStore } from '@lacre/event-store';
import { CopyDiffers, copyLog } from '@lacre/event-store/copy';
import { assertMasterKeys } from '@lacre/personal-data/postgres';
import { createPool } from '@lacre/postgres';
import pino from 'pino';

import { NamedFiles } from '../audit/named-files.ts';
import { openGround } from '../audit/open-installation.ts';
import { storesOf } from '../foundation.ts';
import { migrateSchemas } from '../operate/migrate-command.ts';
import { hasLived } from '../secrets.ts';
import type { WholeBackup } from './backup-folder.ts';
import { BackupLog } from './backup-log.ts';
import { BackupRefused } from './backup-refused.ts';
import { erasuresIn } from './erasure-journal.ts';
import { TABLES_AFTER_LOG, TABLES_BEFORE_LOG } from './kept-tables.ts';
import { isSealKey, keyFilesOf, writeKeyFiles, type KeyFile } from './key-files.ts';
import { carryWebhooks, dropWhatIsAhead, filledTable, loadTables, type InLog } from './restore-tables.ts';
import { assertSameLedger, ledgerOf } from './table-rows.ts';
import { assertRestored, beginRestore, endRestore } from './unfinished-restore.ts';
import { keyLines } from './verify-backup.ts';

export interface RestoreRequest {
  folder: WholeBackup;
  dataDir: string;
  environment: SettingsOf<'commands'>;
}

export interface RestoredInstallation {
  events: number;
  files: number;
  /** Who was erased after the backup's moment, and is again. */
  erasedAgain: number;
  /** The epoch that the log began. */
  epoch: string;
}

type Ground = Awaited<ReturnType<typeof openGround>>;

/**
 * Puts a backup that was verified into an installation that is empty: keys, the log, files, then checks.
 *
 * Commit point: the removal of the mark that a restore is at work, after the adoption of the log, which begins another
 * epoch, so that whatever remembers a place in the log that was lost stops loudly. Before it nothing starts on what is
 * there; it is to be emptied, and put back again.
 *
 * @param say prints a line for the operator as each step ends
 * @throws BackupRefused, StartRefused when one was begun there and did not end, EnginesUnavailable
 */
export async function restoreBackup(
  { folder, dataDir, environment }: RestoreRequest,
  say: (line: string) => void,
): Promise<RestoredInstallation> {
  const keyFiles = await keyFilesOf(keyLines(folder));
  await assertEmpty(dataDir, environment);
  assertKeysGiven(keyFiles, environment);
  await beginRestore(dataDir);
  await writeKeyFiles(
    dataDir,
    keyFiles.filter((file) => !isSealKey(file)),
  );
  const ground = await openGround(dataDir, environment, { isRestoring: true });
  try {
    const store = await openLogItself(ground.logAddress?.url, ground);
    try {
      return await fill({ folder, dataDir, environment, ground, store, keyFiles }, say);
    } finally {
      await store.close();
    }
  } finally {
    await ground.close();
  }
}

interface Filling extends RestoreRequest {
  ground: Ground;
  store: EventStore;
  keyFiles: readonly KeyFile[];
}

async function fill(filling: Filling, say: (line: string) => void): Promise<RestoredInstallation> {
  const { folder, dataDir, environment, ground, store, keyFiles } = filling;
  const { manifest } = folder;
  const { pool, logAddress, secrets, logger, prefix } = ground;
  const place = logPlace(logAddress?.url);
  await migrateSchemas(pool);
  const tables = [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG];
  assertSameLedger(manifest.tables.ledger, await ledgerOf(pool, tables), manifest.release);
  await announceRestored(pool, { installationId: manifest.installationId, place });
  const erasures = await erasuresIn(folder, manifest);
  const { erasedAgain } = await loadTables(pool, folder, erasures);
  await assertMasterKeys(pool, secrets.personalDataKeys);
  say('✓ identidade, chaves e credenciais');
  const log = new BackupLog(folder, manifest.log.segments, erasures.events);
  await withCopyTarget(logAddress?.url, { store, pool, prefix, logger }, (target) => copyLog(log, target));
  say(`✓ registro: ${manifest.log.events} eventos`);
  const named = await namedIn(log);
  const files = await copyFiles(filling, named.files);
  await writeKeyFiles(dataDir, keyFiles.filter(isSealKey));
  say(`✓ arquivos: ${files}, e as chaves do selo`);
  await dropWhatIsAhead(pool, named);
  await carryWebhooks(pool, log, store).catch((error: unknown) => {
    if (!(error instanceof CopyDiffers)) throw error;
    throw new BackupRefused(
      'o registro restaurado não ficou igual ao da cópia de segurança: esvazie a pasta e o banco de dados, e repita.',
    );
  });
  say('✓ registro conferido, evento por evento');
  const reason = `restaurado da cópia de segurança de ${manifest.takenAt}`;
  const epoch = await adoptLog({ pool, store, place, stores: storesOf(environment, dataDir) }, reason);
  if (manifest.publicUrl !== undefined) await notePublicUrl(pool, manifest.publicUrl);
  await endRestore(dataDir);
  return { events: manifest.log.events, files, erasedAgain, epoch };
}

/** What the log names, for all that is put beside it. */
async function namedIn(log: BackupLog): Promise<InLog & { files: NamedFiles }> {
  const files = new NamedFiles();
  const userIds: string[] = [];
  const enrolmentIds: string[] = [];
  for await (const recorded of eventsAfter(log)) {
    const event = soundEvent(recorded);
    if (event === undefined) continue;
    files.enter(event);
    if (event.type === 'UserCreated') userIds.push(event.data.userId);
    if (event.type === 'FaceEnrolled') enrolmentIds.push(event.data.enrolmentId);
  }
  return { files, userIds, enrolmentIds };
}

async function copyFiles(
  { folder, dataDir, environment, ground }: Filling,
  files: NamedFiles,
): Promise<number> {
  const blobs = await blobPlace(environment, dataDir).open(ground.secrets.blobMasterKey);
  const missing = new Set(folder.manifest.missing);
  const waiting = [...files.all().keys()].filter((sha256) => !missing.has(sha256)).values();
  let count = 0;
  const copy = async (): Promise<void> => {
    for (const sha256 of waiting) {
      await blobs.put(await folder.files.get(sha256));
      count += 1;
    }
  };
  await Promise.all([copy(), copy(), copy(), copy()]);
  return count;
}

const ONLY_EMPTY =
  'A restauração só é feita em uma instalação vazia, para não misturar dois registros nem perder o que está lá. Indique outra pasta com --data, outro banco de dados em DATABASE_URL, ou outro bucket em S3_URL. Nada foi escrito';

async function assertEmpty(dataDir: string, environment: SettingsOf<'commands'>): Promise<void> {
  assertRestored(dataDir);
  if (hasLived(dataDir) || existsSync(join(dataDir, 'secrets.json')))
    throw new BackupRefused(`a pasta ${dataDir} já tem uma instalação do Lacre. ${ONLY_EMPTY}.`);
  const { DATABASE_URL: databaseUrl, EVENT_STORE_URL: logUrl, EVENT_STORE_PREFIX: prefix } = environment;
  if (databaseUrl !== undefined) {
    const pool = createPool(databaseUrl, { max: 1, applicationName: 'lacre-restore' });
    let filled: string | undefined;
    try {
      filled = await filledTable(pool);
    } finally {
      await pool.end();
    }
    if (filled !== undefined)
      throw new BackupRefused(
        `o banco de dados (DATABASE_URL) não está vazio: há linhas em ${filled}. ${ONLY_EMPTY}.`,
      );
  }
  await assertEngines(environment, ['S3_URL'], () => {});
  const { mark: blobs } = blobPlace(environment, dataDir);
  if (environment.S3_URL !== undefined && ((await blobs.read()) !== undefined || (await blobs.holdsData())))
    throw new BackupRefused(`em ${blobs.where} (S3_URL) já há arquivos. ${ONLY_EMPTY}.`);
  if (logUrl !== undefined && (await holdsEvents(logUrl, { prefix, logger: pino({ level: 'silent' }) })))
    throw new BackupRefused(
      `o registro em EVENT_STORE_URL já tem eventos com o prefixo ${prefix}. ${ONLY_EMPTY}.`,
    );
}

/** An installation whose services run apart is given its keys: they are in no file, and so in no backup. */
function assertKeysGiven(files: readonly KeyFile[], environment: SettingsOf<'commands'>): void {
  if (files.some(({ path }) => path === 'secrets.json')) return;
  const needed = ['DATABASE_URL', 'BLOB_MASTER_KEY', 'DIGEST_KEY', 'PERSONAL_DATA_KEYS'] as const;
  const absent = needed.filter((name) => environment[name] === undefined);
  if (absent.length > 0)
    throw new BackupRefused(
      `esta cópia é de uma instalação que recebe as chaves de variáveis, e por isso não as tem: defina ${absent.join(', ')} como eram. Nada foi escrito.`,
    );
}
