import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { BackupRefused } from './backup-refused.ts';

/** Kept by name; the folders with all that is in them. An installation whose keys come from its settings has no file of them. */
const KEY_FILES = ['secrets.json', 'personal-data-keys.json'];
const SEAL_KEYS = 'seal-keys';
/** Of a store that is not the one put back. */
const MARK = 'installation';

const schema = z.object({ path: z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*$/), base64: z.base64() });

/** A line for each file of keys, secrets and authorities in the data folder: its path and what it holds. */
export async function* keyFileLines(dataDir: string): AsyncGenerator<string> {
  for (const path of [...KEY_FILES, ...(await filesIn(dataDir, SEAL_KEYS))]) {
    const content = await readFile(join(dataDir, path)).catch(absent);
    if (content !== undefined) yield JSON.stringify({ path, base64: content.toString('base64') });
  }
}

async function filesIn(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(absent);
  const found: string[] = [];
  for (const entry of entries ?? []) {
    const path = `${folder}/${entry.name}`;
    // Drafts of a writer that died begin with a point.
    if (entry.name.startsWith('.') || path === `${SEAL_KEYS}/${MARK}`) continue;
    if (entry.isDirectory()) found.push(...(await filesIn(dataDir, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

/** A file that was renamed while the folder was read is not there any more. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export interface KeyFile {
  /** Under the data folder, with `/`. */
  path: string;
  content: Buffer;
}

/** @throws BackupRefused when the lines are none of such files */
export async function keyFilesOf(lines: AsyncIterable<string>): Promise<KeyFile[]> {
  const files: KeyFile[] = [];
  for await (const line of lines) {
    const { data, success } = schema.safeParse(JSON.parse(line));
    if (!success || data.path.split('/').includes('..'))
      throw new BackupRefused('na cópia de segurança, a parte das chaves não é a de uma instalação.');
    files.push({ path: data.path, content: Buffer.from(data.base64, 'base64') });
  }
  return files;
}

export const isSealKey = ({ path }: KeyFile): boolean => path.startsWith(`${SEAL_KEYS}/`);

/** For their owner's eyes alone, and durable. Nothing that is there is written over. */
export async function writeKeyFiles(dataDir: string, files: readonly KeyFile[]): Promise<void> {
  for (const { path, content } of files) {
    const target = join(dataDir, path);
    await mkdir(dirname(target), { recursive: true, mode: path.includes('/') ? 0o700 : 0o755 });
    const file = await open(target, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
