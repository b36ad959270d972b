import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineRefused } from './fault-words.ts';

const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'o Lacre não pode escrever em',
  EPERM: 'o Lacre não pode escrever em',
  EROFS: 'só se pode ler de',
  ENOSPC: 'não há espaço em',
  EDQUOT: 'a cota acabou em',
  ENOTDIR: 'não é uma pasta:',
  EEXIST: 'não é uma pasta:',
};

/** Whether files can be kept there: one is written, and taken away. @throws EngineRefused */
export async function askFolder(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await writeFile(probe, 'lacre', { flag: 'wx', flush: true, mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new EngineRefused(`${REFUSALS[code] ?? `não se pode escrever (${code}) em`} ${folder}`);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
