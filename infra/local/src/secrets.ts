import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { ownKeysOf, type KeyRing, type KeyRings } from '@lacre/adapters';
import { findCluster } from '@lacre/postgres';

import { StartRefused } from './start-refused.ts';

/**
 * Keys of one installation, each 32 random bytes: losing them loses the blobs, the platform's payloads and the personal
 * data in the log.
 */
export type Secrets = Readonly<Record<SecretName, KeyRing>>;

const FILES = { secrets: 'secrets.json', personalData: 'personal-data-keys.json' } as const;

/**
 * Where each secret is kept. Of personal data in a file of its own, from when that alone changed; a text is one key, a
 * list is several, the current one first.
 */
const PLACES = {
  blobMasterKey: { file: FILES.secrets, field: 'blobMasterKey' },
  payloadKey: { file: FILES.secrets, field: 'payloadKey' },
  proofSecret: { file: FILES.secrets, field: 'proofSecret' },
  digestKey: { file: FILES.secrets, field: 'digestKey' },
  identitySecret: { file: FILES.secrets, field: 'identitySecret' },
  personalDataKeys: { file: FILES.personalData, field: 'keys' },
} as const;
export type SecretName = keyof typeof PLACES;

const NAMES = Object.keys(PLACES) as SecretName[];
const namesIn = (file: string): SecretName[] => NAMES.filter((name) => PLACES[name].file === file);

/**
 * The installation's secrets, made at its first start and kept in `secrets.json` and `personal-data-keys.json`, mode
 * 0600.
 *
 * @throws StartRefused when one is damaged, or lost: beside an installation that had it no other is made
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  // Asked before the files: another starter may make them, and then the rest, meanwhile.
  const isFirstStart = !hasLived(folder);
  const kept = [await readFileOf(folder, FILES.secrets, isFirstStart)];
  kept.push(await readFileOf(folder, FILES.personalData, isFirstStart));
  return Object.assign({}, ...kept) as Secrets;
}

async function readFileOf(
  folder: string,
  name: string,
  isFirstStart: boolean,
): Promise<Partial<Record<SecretName, KeyRing>>> {
  const file = join(folder, name);
  const content = Object.fromEntries(
    namesIn(name).map((secret) => [
      PLACES[secret].field,
      secret === 'personalDataKeys' ? [fresh()] : fresh(),
    ]),
  );
  return ringsOf(file, await made(file, { content, isFirstStart }));
}

/** @throws StartRefused when it is damaged */
function ringsOf(file: string, kept: unknown): Partial<Record<SecretName, KeyRing>> {
  const fields = (kept ?? {}) as Record<string, unknown>;
  const rings = namesIn(basename(file)).map((name) => [name, ringOf(fields[PLACES[name].field])] as const);
  const lacking = rings.flatMap(([name, ring]) => (ring === undefined ? [PLACES[name].field] : []));
  if (lacking.length > 0) throw damaged(file, lacking);
  return Object.fromEntries(rings);
}

function ringOf(kept: unknown): KeyRing | undefined {
  const texts: unknown[] = Array.isArray(kept) ? kept : [kept];
  const [first, ...others] = texts.map((text) => Buffer.from(typeof text === 'string' ? text : '', 'hex'));
  const isWhole = (key: Buffer): boolean => key.length === 32;
  return first !== undefined && isWhole(first) && others.every(isWhole) ? [first, ...others] : undefined;
}

/** The secrets by the settings that give them elsewhere. */
export const ownKeysIn = (secrets: Secrets): KeyRings => ({
  BLOB_MASTER_KEY: secrets.blobMasterKey,
  DIGEST_KEY: secrets.digestKey,
  IDENTITY_SECRET: secrets.identitySecret,
  PAYLOAD_KEY: secrets.payloadKey,
  PERSONAL_DATA_KEYS: secrets.personalDataKeys,
  PROOF_SECRET: secrets.proofSecret,
});

/** What the folder's files hold, which come first, or what the environment gives. @throws StartRefused */
export const keyRingsOf = async (
  folder: string,
  environment: Parameters<typeof ownKeysOf>[0],
): Promise<KeyRings> =>
  existsSync(join(folder, FILES.secrets)) ? ownKeysIn(await loadSecrets(folder)) : ownKeysOf(environment);

/**
 * Keeps other keys under a name. Commit point: the rename; before it the file is as it was.
 *
 * @throws StartRefused when the file is lost or damaged
 */
export async function keepRing(folder: string, name: SecretName, ring: KeyRing): Promise<void> {
  const { file: fileName, field } = PLACES[name];
  const file = join(folder, fileName);
  const kept = await read(file);
  ringsOf(file, kept);
  const texts = ring.map((key) => key.toString('hex'));
  const value = texts.length === 1 && name !== 'personalDataKeys' ? texts[0] : texts;
  const draft = draftOf(file);
  try {
    await writeFile(draft, JSON.stringify({ ...(kept as object), [field]: value }), {
      mode: 0o600,
      flush: true,
    });
    await rename(draft, file);
    await syncFolder(folder);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes what was named, renamed or removed in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

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
const draftOf = (file: string): string => `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;

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
  const draft = draftOf(file);
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
