import { resolve } from 'node:path';

import { assertEngines, blobPlace, moveBlobs, type SettingsOf } from '@lacre/adapters';
import type { CopyFigures } from '@lacre/blob-store';
import { readS3Address } from '@lacre/blob-store/s3';

import { keysOf, openWholeLog } from '../audit/open-installation.ts';
import { say as sayTo, type LogCommand } from './command.ts';
import { spaced } from './progress.ts';
import { UsageError } from './usage-error.ts';

const MIB = 1024 * 1024;

/** What `--to` says of the data folder, which is where files are without a bucket. */
const TO_FOLDER = 'folder';

export interface BlobMoveRequest {
  dataDir: string;
  environment: SettingsOf<'commands'>;
  /** Address of a bucket, or `folder`. */
  to: string;
}

/**
 * Moves the installation's files from where they are to a bucket, or back to the data folder.
 *
 * @param say prints a line for the operator
 * @returns whether the move is complete: while the product runs it is not
 * @throws NotNow, InstallationRefused, EnginesUnavailable, WrongEnvironment, BlobCorrupted, BlobStoreUnavailable
 */
export async function moveBlobsOf(
  { dataDir, environment, to }: BlobMoveRequest,
  say: (line: string) => void,
): Promise<boolean> {
  const target = { ...environment, S3_URL: to === TO_FOLDER ? undefined : to };
  const [from, there] = [blobPlace(environment, dataDir), blobPlace(target, resolve(dataDir))];
  if (from.mark.where === there.mark.where) {
    say(`Os arquivos já ficam em ${there.mark.where}.`);
    return true;
  }
  await assertEngines(target, ['S3_URL'], () => {});
  const { blobMasterKey: masterKey } = await keysOf(dataDir, environment);
  const log = await openWholeLog(dataDir, environment);
  const [startedAt, sayProgress] = [performance.now(), spaced(say)];
  try {
    const stores = log.stores.filter(({ name }) => name !== 'blobs');
    const onProgress = (figures: Readonly<CopyFigures>) =>
      sayProgress(() => progressText(figures, startedAt));
    const moved = await moveBlobs({ ...log, stores, from, to: there, masterKey, onProgress });
    tell(moved.figures, say);
    if (moved.running.length > 0) {
      say(
        `O Lacre está em uso (${moved.running.join(', ')}): os arquivos continuam em ${from.mark.where}. Encerre todos os processos e repita o comando, que só copia o que falta e conclui a mudança.`,
      );
      return false;
    }
    say(
      to === TO_FOLDER
        ? `Os arquivos agora ficam em ${there.mark.where}. Retire S3_URL de todos os processos antes de iniciar o Lacre.`
        : `Os arquivos agora ficam em ${there.mark.where}. Defina S3_URL com este endereço em todos os processos antes de iniciar o Lacre.`,
    );
    say(`O que está em ${from.mark.where} não é mais usado nem foi apagado: iniciar com ele é recusado.`);
    return true;
  } finally {
    await log.close();
  }
}

/** The figures in a line, of a copy that began at this time of the process. */
function progressText({ blobs, copied, copiedBytes }: Readonly<CopyFigures>, startedAt: number): string {
  const rate = copiedBytes / MIB / Math.max((performance.now() - startedAt) / 1000, 0.001);
  return `${numberText(blobs)} arquivos conferidos, ${numberText(copied)} copiados (${numberText(rate)} MiB/s)`;
}

const numberText = (value: number): string => value.toLocaleString('pt-BR', { maximumFractionDigits: 1 });

function tell({ blobs, copied, copiedBytes, removed }: CopyFigures, say: (line: string) => void): void {
  say(
    `Copiados: ${numberText(copied)} arquivos, ${numberText(copiedBytes / MIB)} MiB; ${numberText(blobs - copied)} já estavam lá.`,
  );
  say(`Conferidos, lidos de volta um a um pelo SHA-256: ${numberText(blobs)} arquivos.`);
  if (removed > 0)
    say(`Apagados do destino, por não existirem mais na origem: ${numberText(removed)} arquivos.`);
}

/** `lacre blobs move`. */
export const runBlobsMove: LogCommand = async ({ values: { to }, dataDir, environment, terminal }) => {
  if (to === undefined) throw new UsageError('falta --to: o endereço de um bucket (s3://…), ou folder');
  if (to !== TO_FOLDER) assertS3Address(to);
  return (await moveBlobsOf({ dataDir, environment, to }, (line) => sayTo(terminal, line))) ? 0 : 1;
};

function assertS3Address(text: string): void {
  try {
    readS3Address(text);
  } catch (error) {
    throw new UsageError(`--to: ${(error as Error).message}`);
  }
}
