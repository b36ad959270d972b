import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Mark, MarkedStore } from './facts.ts';

/** Its file or object. */
export const MARK_NAME = 'installation';
const markSchema = z.object({
  installationId: z.uuid(),
  epoch: z.string().optional(),
  opened: z.number().int().min(0),
});

/** The mark is damaged: the installation it belongs to is unknown. */
export class MarkDamaged extends Error {
  override readonly name = 'MarkDamaged';
}

/** @param content entry of the folder that is there, and not empty, once the store holds anything */
function folderMark(name: MarkedStore['name'], folder: string, content: string): MarkedStore {
  return {
    name,
    kind: 'folder',
    where: folder,
    read: () => readMark(join(folder, MARK_NAME)),
    write: (mark) => writeMark(folder, mark),
    holdsData: () =>
      readdir(join(folder, content)).then(
        (entries) => entries.length > 0,
        (error: NodeJS.ErrnoException) => error.code === 'ENOTDIR',
      ),
  };
}

/** Uploads and what is sealed of them. */
export const blobFolderMark = (folder: string): MarkedStore => folderMark('blobs', folder, 'blobs');

/** The installation's own authority, and what seals were made with. */
export const sealKeysMark = (folder: string): MarkedStore => folderMark('seal-keys', folder, 'authority');

async function readMark(path: string): Promise<Mark | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseMark(text, path);
}

/** @throws MarkDamaged */
export function parseMark(text: string, where: string): Mark {
  try {
    return markSchema.parse(JSON.parse(text));
  } catch {
    throw new MarkDamaged(`${where} está danificado: restaure-o da cópia de segurança.`);
  }
}

/** Whole or not at all: a crash leaves the mark of before. */
async function writeMark(folder: string, mark: Mark): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${MARK_NAME}.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(mark)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, MARK_NAME));
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
