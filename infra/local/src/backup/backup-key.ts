import { hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { BackupRefused } from './backup-refused.ts';

/** What a backup's folder is encrypted with, each derived from the one key (HKDF-SHA256, RFC 5869). */
export interface BackupKeys {
  files: Buffer;
  manifest: Buffer;
}

const KEY = /^[\da-f]{64}$/i;
const ONE =
  'São 32 bytes em hexadecimal, 64 algarismos; crie-a uma vez com: openssl rand -hex 32 > ARQUIVO, e guarde-a longe da cópia e da instalação';

/**
 * The key of a file, or of `BACKUP_KEY`.
 *
 * @param keyFile path of a file that holds the key in hexadecimal, before the setting
 * @throws BackupRefused
 */
export async function backupKeys(
  keyFile: string | undefined,
  setting: Buffer | undefined,
): Promise<BackupKeys> {
  if (keyFile === undefined && setting === undefined)
    throw new BackupRefused(`falta a chave da cópia de segurança: --key-file ARQUIVO ou BACKUP_KEY. ${ONE}.`);
  const key = keyFile === undefined ? setting! : await keyIn(keyFile);
  const derived = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `lacre backup ${purpose}`, 32));
  return { files: derived('files'), manifest: derived('manifest') };
}

async function keyIn(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefused(`não foi possível ler a chave da cópia de segurança em ${file} (${error.code}).`);
  });
  const key = text.trim();
  if (!KEY.test(key)) throw new BackupRefused(`${file} não tem uma chave da cópia de segurança. ${ONE}.`);
  return Buffer.from(key, 'hex');
}
