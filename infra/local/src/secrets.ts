import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keys of one installation, each 32 random bytes: losing them loses the blobs and the platform's payloads. */
export interface Secrets {
  blobMasterKey: Buffer;
  payloadKey: Buffer;
  proofSecret: Buffer;
  digestKey: Buffer;
  identitySecret: Buffer;
}

const NAMES = [
  'blobMasterKey',
  'payloadKey',
  'proofSecret',
  'digestKey',
  'identitySecret',
] as const satisfies readonly (keyof Secrets)[];

/**
 * The installation's secrets, made at its first start and kept in `secrets.json`, mode 0600. Two starters at once end
 * with the same ones: a hard link appears whole or not at all, and the loser reads the winner's.
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const file = join(folder, 'secrets.json');
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const fresh = Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString('hex')]));
  await writeFile(draft, JSON.stringify(fresh), { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft);
  }
  const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const secrets = Object.fromEntries(NAMES.map((name) => [name, Buffer.from(kept[name] ?? '', 'hex')]));
  for (const name of NAMES) {
    if (secrets[name]?.length !== 32) throw new Error(`${file} lacks ${name}: restore it from a backup`);
  }
  return secrets as unknown as Secrets;
}
