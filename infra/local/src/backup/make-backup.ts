import { readFile } from 'node:fs/promises';

import { identityIn, rememberedPublicUrl } from '@lacre/adapters';
import { PassedOver } from '@lacre/adapters/log-server';
import { eventsAfter, type EventStore, type Position, type RecordedEvent } from '@lacre/event-store';
import { connectSession } from '@lacre/postgres';

import type { Installation } from '../audit/open-installation.ts';
import type { BackupFolder } from './backup-folder.ts';
import { comparePositions, keepEvents } from './backup-log.ts';
import { BackupRefused } from './backup-refused.ts';
import { keepErasures } from './erasure-journal.ts';
import { FileCopier } from './file-copier.ts';
import { TABLES_AFTER_LOG, TABLES_BEFORE_LOG } from './kept-tables.ts';
import { keyFileLines } from './key-files.ts';
import type { Manifest } from './manifest.ts';
import { ledgerOf, tableLines } from './table-rows.ts';

export interface BackupRun {
  manifest: Manifest;
  /** Of this run alone. */
  events: number;
  files: number;
  bytes: number;
}

interface Source {
  installation: Installation;
  dataDir: string;
  /** The log as it is stored. */
  log: EventStore;
  passedOver: PassedOver;
}

/**
 * Adds to the folder what is new since its last run, while the installation is in use.
 *
 * In this order, so that what is read later may only be ahead of the log: what was sent (webhooks), the log up to a settled
 * position with the files that it names, keys and credentials, erasures that came meanwhile. Commit point: the manifest.
 * A run that ends before it leaves the backup of the run before.
 *
 * @throws BackupRefused when the folder is of another installation, or of another history of its log
 */
export function makeBackup(
  installation: Installation,
  dataDir: string,
  folder: BackupFolder,
): Promise<BackupRun> {
  return withStoredLog(installation, (log, passedOver) =>
    alone(installation, () => run({ installation, dataDir, log, passedOver }, folder)),
  );
}

/**
 * Adds to the folder who was erased since its last run, and nothing else: quick, and worth doing often.
 *
 * @returns how many erasures the folder now holds after the end of its log
 * @throws BackupRefused as `makeBackup` does, and when the folder has no run yet
 */
export function keepNewErasures(installation: Installation, folder: BackupFolder): Promise<number> {
  return withStoredLog(installation, (log) =>
    alone(installation, async () => {
      const { manifest } = folder;
      if (manifest === undefined)
        throw new BackupRefused(
          `${folder.path} ainda não tem uma cópia de segurança: faça antes lacre backup.`,
        );
      await assertGoesOn(manifest, installation, log);
      const erasures = await keepErasures(
        folder,
        { log, pool: installation.pool },
        manifest.log.last.position as Position,
      );
      await folder.commit({ ...manifest, erasures });
      await folder.removeOtherParts();
      return erasures.subjects;
    }),
  );
}

async function withStoredLog<Result>(
  installation: Installation,
  work: (log: EventStore, passedOver: PassedOver) => Promise<Result>,
): Promise<Result> {
  const passedOver = new PassedOver();
  const log = await installation.openStoredLog((event) => passedOver.note(event));
  try {
    return await work(log, passedOver);
  } finally {
    await log.close();
  }
}

/** Two runs would remove each other's parts. The lock ends with its connection. */
async function alone<Result>({ pool }: Installation, work: () => Promise<Result>): Promise<Result> {
  const client = await connectSession(pool);
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('lacre:backup', 0)) as taken`,
    );
    if (rows[0]?.taken !== true)
      throw new BackupRefused('outra cópia de segurança desta instalação está sendo feita.');
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}

async function run(source: Source, folder: BackupFolder): Promise<BackupRun> {
  const { installation, dataDir, log } = source;
  const { pool } = installation;
  const before = folder.manifest;
  const identity = await identityOf(installation, log);
  if (before !== undefined) await assertGoesOn(before, installation, log);
  const ledger = await ledgerOf(pool, [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG]);
  const tablesBefore = await folder.keepLines(tableLines(pool, TABLES_BEFORE_LOG));
  const takenAt = new Date().toISOString();
  const copier = new FileCopier({ from: installation.blobs, to: folder.files, log });
  for (const sha256 of before?.missing ?? []) await copier.copy(sha256);
  const kept = await keepEvents(folder, newEvents(source, before), (event) => copier.enter(event));
  const last = kept.last === undefined ? before?.log.last : placeOf(kept.last);
  if (last === undefined) throw new BackupRefused('o registro desta instalação está vazio.');
  const tablesAfter = await folder.keepLines(tableLines(pool, TABLES_AFTER_LOG));
  const keys = await folder.keepLines(keyFileLines(dataDir));
  const missing = await copier.finish();
  const events = kept.segments.reduce((sum, segment) => sum + segment.events, 0);
  const publicUrl = await rememberedPublicUrl(pool);
  const manifest: Manifest = {
    ...identity,
    release: await releaseOf(),
    run: (before?.run ?? 0) + 1,
    takenAt,
    ...(publicUrl !== undefined && { publicUrl }),
    log: {
      events: (before?.log.events ?? 0) + events,
      last,
      segments: [...(before?.log.segments ?? []), ...kept.segments],
    },
    tables: { before: tablesBefore, after: tablesAfter, ledger },
    keys,
    erasures: await keepErasures(folder, { log, pool }, last.position as Position),
    missing,
  };
  // The log may have been exchanged meanwhile.
  await assertGoesOn(manifest, installation, log);
  await folder.commit(manifest);
  await folder.removeOtherParts();
  await copier.removeGone();
  const { files, bytes } = copier.copied;
  return { manifest, events, files, bytes };
}

async function identityOf({ identity }: Installation, log: EventStore) {
  const epoch = (await identityIn(log))?.epochs.at(-1);
  if (identity === undefined || epoch === undefined)
    throw new BackupRefused('esta instalação ainda não tem identidade: inicie o Lacre antes, uma vez.');
  return { installationId: identity.installationId, epoch };
}

const OTHER_FOLDER =
  'Indique outra pasta, e guarde esta até que a nova tenha sido conferida com lacre backup verify';

/** A log that was cut, restored or moved is another history: what the folder holds of the former one is never lost to it. */
async function assertGoesOn(
  { installationId, epoch, log: { last } }: Manifest,
  installation: Installation,
  log: EventStore,
): Promise<void> {
  const own = await identityOf(installation, log);
  if (own.installationId !== installationId)
    throw new BackupRefused(
      `a pasta tem a cópia de segurança da instalação ${installationId}, e esta é a ${own.installationId}. ${OTHER_FOLDER}.`,
    );
  if (own.epoch !== epoch)
    throw new BackupRefused(
      `o registro começou outra época (${own.epoch}) depois desta cópia de segurança (${epoch}): foi restaurado, aceito ou levado a outro lugar. ${OTHER_FOLDER}.`,
    );
  const revision = BigInt(last.revision);
  for await (const event of log.readStream(last.stream, { from: revision, limit: 1 }))
    if (event.id === last.id && event.revision === revision) return;
  throw new BackupRefused(
    `o registro não tem mais o último evento desta cópia de segurança (${last.stream} ${last.revision}): ele é mais antigo que ela. ${OTHER_FOLDER}.`,
  );
}

async function* newEvents(
  { log, passedOver }: Source,
  before: Manifest | undefined,
): AsyncGenerator<RecordedEvent> {
  // Settled: nothing will appear before it. Whatever was acknowledged before this call is at or before it.
  const end = await log.head();
  if (end === 'start') return;
  for await (const event of eventsAfter(
    log,
    (before?.log.last.position as Position | undefined) ?? 'start',
  )) {
    if (comparePositions(event.position, end) > 0) return;
    const foreign = passedOver.before(event);
    if (foreign !== undefined)
      throw new BackupRefused(
        `no fluxo ${foreign.stream} o evento ${foreign.revision} (${foreign.type}) não foi escrito pelo Lacre, e há fatos depois dele (${event.revision}): um registro assim não pode ser restaurado inteiro. Veja: lacre fsck --only log.`,
      );
    yield event;
  }
}

const placeOf = ({ stream, revision, id, position }: RecordedEvent): Manifest['log']['last'] => ({
  stream,
  revision: String(revision),
  id,
  position,
});

async function releaseOf(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
