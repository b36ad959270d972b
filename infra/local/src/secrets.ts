import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const file = join(folder, 'secrets.json');
  const kept = (await made(file, Object.fromEntries(NAMES.map((name) => [name, fresh()])))) as Record<
    string,
    string
  >;
  const secrets = Object.fromEntries(NAMES.map((name) => [name, Buffer.from(kept[name] ?? '', 'hex')]));
  for (const name of NAMES) {
    if (secrets[name]?.length !== 32) throw new Error(`${file} lacks ${name}: restore it from a backup`);
  }
  return { ...secrets, personalDataKeys: await loadPersonalDataKeys(folder) } as unknown as Secrets;
}

async function loadPersonalDataKeys(folder: string): Promise<Buffer[]> {
  const file = join(folder, 'personal-data-keys.json');
  const { keys } = (await made(file, { keys: [fresh()] })) as { keys?: string[] };
  const personalDataKeys = (Array.isArray(keys) ? keys : []).map((key) => Buffer.from(key, 'hex'));
  if (personalDataKeys.length === 0 || personalDataKeys.some(({ length }) => length !== 32))
    throw new Error(`${file} lacks keys of 32 bytes: restore it from a backup`);
  return personalDataKeys;
}

const fresh = (): string => randomBytes(32).toString('hex');

/**
 * What the file holds, made first when there is none. Two starters at once end with the same: a hard link appears whole
 * or not at all, and the loser reads the winner's.
 */
async function made(file: string, content: object): Promise<unknown> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify(content), { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft);
  }
  return JSON.parse(await readFile(file, 'utf8'));
}
