import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file for this user alone, on disk when it resolves. @throws when it exists */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes what was created or renamed in the folder survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Puts a file in place whole: a crash leaves either nothing under the name, or all of it. */
export async function putFile(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const aside = join(folder, `.${randomUUID()}`);
  await writeSynced(aside, content);
  await rename(aside, join(folder, name));
  await syncFolder(folder);
}
