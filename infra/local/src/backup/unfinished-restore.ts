import { existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { syncFolder } from '../secrets.ts';
import { StartRefused } from '../start-refused.ts';

/** In the data folder, from before the first byte that a restore writes until all is in its place. */
const MARK = 'restoring';

const markIn = (dataDir: string): string => join(dataDir, MARK);

/** Of the half that an interrupted restore leaves, and of one that is at work, nothing is to be used. */
const isBeingRestored = (dataDir: string): boolean => existsSync(markIn(dataDir));

/** @throws StartRefused */
export function assertRestored(dataDir: string): void {
  if (!isBeingRestored(dataDir)) return;
  throw new StartRefused(
    `a restauração da cópia de segurança em ${dataDir} não terminou, e o que está lá não é uma instalação inteira. Se ela ainda está em andamento, espere. Se foi interrompida, esvazie a pasta, o banco de dados e, se houver, o registro e o bucket, e repita: lacre restore. Nada foi escrito.`,
  );
}

/** Durable before it resolves. */
export async function beginRestore(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const mark = await open(markIn(dataDir), 'wx', 0o600);
  await mark.close();
  await syncFolder(dataDir);
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(markIn(dataDir));
  await syncFolder(dataDir);
}
