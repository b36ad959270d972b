import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

const FILE = 'addresses.json';
const schema = z.object({ DATABASE_URL: z.string() });

/**
 * The database that the folder's installation was last started on, when it is not the embedded one: with its
 * credentials, and so kept as the secrets beside it are. The log's address is in that database, encrypted.
 */
export async function databaseAddress(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : schema.parse(JSON.parse(text)).DATABASE_URL;
}

/** Whole or not at all: a crash leaves the file of before. */
export async function rememberDatabaseAddress(dataDir: string, url: string): Promise<void> {
  const draft = join(dataDir, `.${FILE}.${randomBytes(4).toString('hex')}`);
  await writeFile(draft, JSON.stringify({ DATABASE_URL: url }), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, FILE));
}
