import { finished } from 'node:stream/promises';

import { soundEvent } from '@lacre/domain-log';
import { eventsAfter, type RecordedEvent } from '@lacre/event-store';
import { subjectsIn } from '@lacre/personal-data';

import { NamedFiles, type NamedFile } from '../audit/named-files.ts';
import { faultOfPart, type WholeBackup } from './backup-folder.ts';
import { BackupLog } from './backup-log.ts';
import { BackupRefused } from './backup-refused.ts';
import { erasuresIn } from './erasure-journal.ts';
import { SUBJECT_KEYS } from './kept-tables.ts';
import { keyFilesOf } from './key-files.ts';
import { rowsIn, type Rows } from './table-rows.ts';

export interface CheckedBackup {
  /** Everything that keeps it from being put back whole, for people. */
  problems: string[];
  /** What does not keep it from that, and is to be known. */
  notices: string[];
  events: number;
  files: number;
}

/**
 * Reads every byte of the backup, and holds its parts against each other: the log against what the manifest says, files
 * and keys against what the log names. Changes nothing, and needs no installation.
 */
export async function verifyBackup(folder: WholeBackup): Promise<CheckedBackup> {
  const problems: string[] = [];
  const note = async (check: () => Promise<void>): Promise<void> => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof BackupRefused)) throw error;
      problems.push(error.message);
    }
  };
  const reading = new LogReading();
  await note(() => reading.read(folder, problems));
  await note(() => assertKeys(folder, reading, problems));
  await note(async () => void (await Array.fromAsync(rowsIn(tablesBefore(folder)), () => undefined)));
  await note(async () => void (await keyFilesOf(keyLines(folder))));
  const named = reading.files.all();
  await checkFiles(folder, named, problems);
  return {
    problems,
    notices: await noticesOf(folder, named),
    events: reading.events,
    files: named.size,
  };
}

export const tablesBefore = (folder: WholeBackup): AsyncIterable<string> =>
  folder.linesOf(folder.manifest.tables.before, 'a parte dos webhooks');
export const tablesAfter = (folder: WholeBackup): AsyncIterable<string> =>
  folder.linesOf(folder.manifest.tables.after, 'a parte das chaves e credenciais');
export const keyLines = (folder: WholeBackup): AsyncIterable<string> =>
  folder.linesOf(folder.manifest.keys, 'a parte dos arquivos de chaves');

/** What one reading of the log finds. */
class LogReading {
  readonly files = new NamedFiles();
  events = 0;
  /** People whose keys the log needs, and those whose keys are there. */
  readonly #subjects = new Set<string>();
  readonly #keys = new Set<string>();
  readonly #next = new Map<string, bigint>();

  async read(folder: WholeBackup, problems: string[]): Promise<void> {
    const { log } = folder.manifest;
    let last: RecordedEvent | undefined;
    for await (const event of eventsAfter(new BackupLog(folder, log.segments))) {
      this.#enter(event, problems);
      last = event;
      this.events += 1;
    }
    if (this.events !== log.events || last?.id !== log.last.id || last.stream !== log.last.stream)
      problems.push('o registro da cópia não termina no evento que o manifesto diz.');
    const erasures = await erasuresIn(folder, folder.manifest);
    for (const event of erasures.events) this.#enter(event, problems);
    for (const rows of erasures.keys) this.noteKeys(rows);
  }

  noteKeys({ table, rows }: Rows): void {
    if (table !== SUBJECT_KEYS) return;
    for (const row of rows) this.#keys.add((JSON.parse(row) as { subject_id: string }).subject_id);
  }

  keysLacking(): number {
    return this.#subjects.difference(this.#keys).size;
  }

  #enter(event: RecordedEvent, problems: string[]): void {
    const { stream, revision } = event;
    if (revision !== (this.#next.get(stream) ?? 0n))
      problems.push(`no registro da cópia, o fluxo ${stream} tem uma falha antes do evento ${revision}.`);
    this.#next.set(stream, revision + 1n);
    for (const subject of subjectsIn(event)) this.#subjects.add(subject);
    const known = soundEvent(event);
    if (known !== undefined) this.files.enter(known);
  }
}

/** Every person and user whose personal data the log has, has a key, or had one that was destroyed. */
async function assertKeys(folder: WholeBackup, reading: LogReading, problems: string[]): Promise<void> {
  for await (const rows of rowsIn(tablesAfter(folder))) reading.noteKeys(rows);
  const lacking = reading.keysLacking();
  if (lacking > 0)
    problems.push(
      `faltam chaves dos dados pessoais de que o registro da cópia precisa (${lacking}): a parte das chaves é mais antiga que o registro.`,
    );
}

/** Named one by one up to here. */
const MAX_NAMED = 20;

async function checkFiles(
  { files, manifest }: WholeBackup,
  named: ReadonlyMap<string, NamedFile>,
  problems: string[],
): Promise<void> {
  const known = new Set(manifest.missing);
  let faults = 0;
  for (const { sha256, what, where } of named.values()) {
    if (known.has(sha256)) continue;
    try {
      await finished((await files.get(sha256)).resume());
    } catch (error) {
      const fault = faultOfPart(error, `${what} (${where})`);
      if (fault === undefined) throw error;
      faults += 1;
      if (faults <= MAX_NAMED) problems.push(fault.message);
    }
  }
  if (faults > 0)
    problems.push(
      `dos arquivos que o registro da cópia nomeia (${named.size}), faltam ou foram alterados ao todo ${faults}: a pasta de arquivos não é a deste registro, ou é mais antiga que ele.`,
    );
}

async function noticesOf(folder: WholeBackup, named: ReadonlyMap<string, NamedFile>): Promise<string[]> {
  const notices = folder.manifest.missing.flatMap((sha256) => {
    const file = named.get(sha256);
    return file === undefined
      ? []
      : [
          `${file.what} (${file.where}) já faltava na própria instalação, ou estava danificado nela: ${sha256}.`,
        ];
  });
  const extra = (await folder.fileHashes()).filter((sha256) => !named.has(sha256));
  if (extra.length > 0)
    notices.push(
      `arquivos de que o registro da cópia não precisa (${extra.length}): são mais novos que ele, de uma cópia interrompida, ou de passos de selos, que versões anteriores guardavam. Não são restaurados.`,
    );
  return notices;
}
