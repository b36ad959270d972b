import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findCluster } from '@lacre/postgres';

import { StartRefused } from './start-refused.ts';

/**
 * Keys of one installation, each 32 random bytes: losing them loses the blobs, the platform's payloads and the personal
 * data in the log.
 */
export interface Secrets {
  blobMasterKey: Buffer;
  payloadKey: Buffer;
  proofSecret: Buffer;
  digestKey: Buffer;
  identitySecret: Buffer;
  /** Master keys of personal data in the log, the current one first. */
  personalDataKeys: Buffer[];
}

/** Those of `secrets.json`. */
const NAMES = [
  'blobMasterKey',
  'payloadKey',
  'proofSecret',
  'digestKey',
  'identitySecret',
] as const satisfies readonly Exclude<keyof Secrets, 'personalDataKeys'>[];

/**
 * The installation's secrets, made at its first start and kept in `secrets.json` and `personal-data-keys.json`, mode
 * 0600. The latter is a file of its own because it is the one that changes: a new key is put before the others, and
 * after the next start, which wraps everything with it, the others may go.
 *
 * @throws StartRefused when one is damaged, or lost: beside an installation that had it no other is made
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  // Asked before the files: another starter may make them, and then the rest, meanwhile.
  const isFirstStart = !hasLived(folder);
  const file = join(folder, 'secrets.json');
  const content = Object.fromEntries(NAMES.map((name) => [name, fresh()]));
  const kept = (await made(file, { content, isFirstStart })) as Record<string, unknown> | null;
  const secrets = Object.fromEntries(NAMES.map((name) => [name, keyOf(kept?.[name])]));
  const lacking = NAMES.filter((name) => secrets[name]?.length !== 32);
  if (lacking.length > 0) throw damaged(file, lacking);
  return {
    ...secrets,
    personalDataKeys: await loadPersonalDataKeys(folder, isFirstStart),
  } as unknown as Secrets;
}

async function loadPersonalDataKeys(folder: string, isFirstStart: boolean): Promise<Buffer[]> {
  const file = join(folder, 'personal-data-keys.json');
  const kept = (await made(file, { content: { keys: [fresh()] }, isFirstStart })) as {
    keys?: unknown;
  } | null;
  const keys: unknown[] = Array.isArray(kept?.keys) ? kept.keys : [];
  const personalDataKeys = keys.map(keyOf);
  if (personalDataKeys.length === 0 || personalDataKeys.some(({ length }) => length !== 32))
    throw damaged(file, ['keys']);
  return personalDataKeys;
}

const keyOf = (text: unknown): Buffer => Buffer.from(typeof text === 'string' ? text : '', 'hex');

/** What a first start makes after its keys, and what a folder that is a backup brings. */
export function hasLived(folder: string): boolean {
  const traces = [['addresses.json'], ['blobs', 'key-check'], ['seal-keys', 'authority']];
  return (
    findCluster(join(folder, 'postgres')).state !== 'absent' ||
    traces.some((path) => existsSync(join(folder, ...path)))
  );
}

const damaged = (file: string, lacking: readonly string[]): StartRefused =>
  new StartRefused(
    `${file} está danificado${lacking.length === 0 ? '' : ` (falta ${lacking.join(', ')})`}: restaure-o da cópia de segurança. Nada foi escrito.`,
  );

export const lostKeys = (file: string): StartRefused =>
  new StartRefused(
    `falta ${file}, com as chaves desta instalação: com outras, o que ela guardou não poderia ser lido. Restaure o arquivo da cópia de segurança, ou use outra pasta para começar de novo. Nada foi escrito.`,
  );

const fresh = (): string => randomBytes(32).toString('hex');

/**
 * What the file holds, made first when there is none and never was. Two starters at once end with the same: a hard link appears whole
 * or not at all, and the loser reads the winner's.
 */
async function made(
  file: string,
  { content, isFirstStart }: { content: object; isFirstStart: boolean },
): Promise<unknown> {
  if (existsSync(file)) return read(file);
  if (!isFirstStart) throw lostKeys(file);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify(content), { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft);
  }
  return read(file);
}

async function read(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(file, []);
  }
}
