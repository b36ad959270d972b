import { resolve } from 'node:path';

import type { SettingsOf } from '@lacre/adapters';
import { TIME_ZONE } from '@lacre/contracts';

import { openInstallation, type Installation } from '../audit/open-installation.ts';
import { BackupFolder, type WholeBackup } from '../backup/backup-folder.ts';
import { backupKeys } from '../backup/backup-key.ts';
import { BackupRefused } from '../backup/backup-refused.ts';
import { keepNewErasures, makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { verifyBackup, type CheckedBackup } from '../backup/verify-backup.ts';
import { say as sayTo, type LogCommand } from './command.ts';
import { buildAnew } from './log-commands.ts';
import { UsageError } from './usage-error.ts';

interface BackupRequest {
  /** The backup's folder. */
  path: string;
  /** Of a file with the key; `BACKUP_KEY` without it. */
  keyFile: string | undefined;
  dataDir: string;
  environment: SettingsOf<'commands'>;
}

type Say = (line: string) => void;

const numberText = (value: number): string => value.toLocaleString('pt-BR');
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`;
const momentText = (iso: string): string =>
  `${new Date(iso).toLocaleString('pt-BR', { timeZone: TIME_ZONE })} (Brasília)`;

const keysOf = ({ keyFile, environment }: BackupRequest) => backupKeys(keyFile, environment.BACKUP_KEY);

async function whileOpen<Result>(
  { dataDir, environment }: BackupRequest,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(dataDir, environment);
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** `lacre backup`: adds what is new to a backup. Ends with 1 when the installation itself lacks files that it should have. */
async function backUp(request: BackupRequest, say: Say): Promise<number> {
  const folder = await BackupFolder.toWrite(request.path, await keysOf(request));
  const { manifest, events, files, bytes } = await whileOpen(request, (installation) =>
    makeBackup(installation, request.dataDir, folder),
  );
  const megabytes = (bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  say(
    `Cópia ${manifest.run} em ${request.path}: ${counted(events, 'evento novo', 'eventos novos')} de ${numberText(manifest.log.events)}, ${counted(files, 'arquivo novo', 'arquivos novos')} (${megabytes} MB).`,
  );
  say(`Tudo o que foi confirmado até ${momentText(manifest.takenAt)} está nela.`);
  if (manifest.missing.length === 0) return 0;
  say(
    `Atenção: faltam na própria instalação, ou estão danificados, ${counted(manifest.missing.length, 'arquivo', 'arquivos')} que o registro nomeia. Veja quais com: lacre fsck --only blobs --whole`,
  );
  return 1;
}

/** `lacre backup erasures`: adds who was erased since. */
async function backUpErasures(request: BackupRequest, say: Say): Promise<number> {
  const folder = await BackupFolder.toWrite(request.path, await keysOf(request));
  const kept = await whileOpen(request, (installation) => keepNewErasures(installation, folder));
  say(`${counted(kept, 'eliminação guardada', 'eliminações guardadas')} depois da última cópia.`);
  return 0;
}

/** `lacre backup verify`: reads all of it. Ends with 1 when it could not be put back whole. */
async function checkBackup(request: BackupRequest, say: Say): Promise<number> {
  const folder = await BackupFolder.toRead(request.path, await keysOf(request));
  const checked = await verifyBackup(folder);
  tell(folder, checked, say);
  return checked.problems.length === 0 ? 0 : 1;
}

function tell(
  { manifest }: WholeBackup,
  { problems, notices, events, files }: CheckedBackup,
  say: Say,
): void {
  const { installationId, takenAt, run, release, erasures } = manifest;
  say(`Cópia ${run} da instalação ${installationId}, do Lacre ${release}, de ${momentText(takenAt)}.`);
  say(`${numberText(events)} eventos e ${numberText(files)} arquivos lidos e conferidos.`);
  if (erasures.subjects > 0)
    say(
      `${counted(erasures.subjects, 'eliminação posterior', 'eliminações posteriores')}, até ${momentText(erasures.takenAt)}.`,
    );
  for (const line of notices) say(`  Nota: ${line}`);
  for (const line of problems) say(`✗ ${line}`);
  say(
    problems.length === 0
      ? 'A cópia está inteira e pode ser restaurada.'
      : 'A cópia não pode ser restaurada inteira.',
  );
}

/** `lacre restore`: puts a backup that is whole into an installation that is empty. */
async function restore(request: BackupRequest, say: Say): Promise<number> {
  const { dataDir, environment, path } = request;
  const folder = await BackupFolder.toRead(path, await keysOf(request));
  say('Conferindo a cópia…');
  const checked = await verifyBackup(folder);
  tell(folder, checked, say);
  if (checked.problems.length > 0)
    throw new BackupRefused('nada foi restaurado: a cópia não está inteira. Nada foi escrito.');
  say('Restaurando…');
  const { erasedAgain, epoch } = await restoreBackup({ folder, dataDir, environment }, say);
  say('Refazendo os modelos de leitura…');
  await buildAnew(dataDir, environment);
  const { takenAt, erasures } = folder.manifest;
  say(`Restaurado. O registro começou a época ${epoch}.`);
  say(
    `Tudo o que foi confirmado até ${momentText(takenAt)} está aqui; o que foi confirmado depois desse momento, não.`,
  );
  if (erasedAgain > 0)
    say(
      `${counted(erasedAgain, 'eliminação posterior foi repetida', 'eliminações posteriores foram repetidas')}: os dados continuam eliminados.`,
    );
  say(
    `Eliminações de dados pessoais feitas depois de ${momentText(erasures.takenAt)} não estão na cópia: repita-as, se houve.`,
  );
  say('Confira agora com: lacre fsck. Depois inicie o Lacre; todos entram de novo com a própria senha.');
  return 0;
}

/** A command about a backup in the folder that the option names: its only one beside the key. */
const about =
  (option: 'to' | 'from', run: (request: BackupRequest, say: Say) => Promise<number>): LogCommand =>
  ({ values, dataDir, environment, terminal }) => {
    const path = values[option];
    if (path === undefined) throw new UsageError(`falta --${option}, a pasta da cópia de segurança`);
    const request = { path: resolve(path), keyFile: values['key-file'], dataDir, environment };
    return run(request, (line) => sayTo(terminal, line));
  };

export const BACKUP_COMMANDS = {
  backup: about('to', backUp),
  'backup erasures': about('to', backUpErasures),
  'backup verify': about('from', checkBackup),
  restore: about('from', restore),
} satisfies Record<string, LogCommand>;
